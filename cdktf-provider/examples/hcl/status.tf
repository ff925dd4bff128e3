resource "tocsin_service" "checkout" {
  display_name       = "Checkout"
  public_title       = "Checkout"
  public_description = "Carts and payments."
  integrations = [
    { integration_id = tocsin_integration.website.id, severities = ["Critical", "Warning"] },
  ]
}

resource "tocsin_status_page" "public" {
  display_name                = "Public"
  public_title                = "Example Inc."
  slug                        = "example"
  history_in_days             = 90
  disable_public_subscription = true
  service_groups = [
    { public_display_name = "Shop", services = [tocsin_service.checkout.id] },
  ]
}
