variable "integration_id" { type = string }

resource "tocsin_service" "checkout" {
  display_name       = "Checkout"
  public_title       = "Checkout"
  public_description = "Carts and payments."
  integrations       = [{ integration_id = var.integration_id, severities = ["Critical"] }]
}
