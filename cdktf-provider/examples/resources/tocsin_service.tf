variable "integration_id" { type = string }

resource "tocsin_service" "database" {
  display_name = "Database"
  public_title = "Database"
}

resource "tocsin_service" "checkout" {
  display_name       = "Checkout"
  public_title       = "Checkout"
  public_description = "Carts and payments."
  integrations       = [{ integration_id = var.integration_id, severities = ["Critical"] }]

  # Nobody is told of its incidents while one affects the database, nor within ten minutes after it.
  depends_on_service_ids = [tocsin_service.database.id]
  suppress_up_to         = "Warning"
  grace_minutes          = 10
}
