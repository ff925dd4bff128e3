variable "integration_id" { type = string }

resource "tocsin_integration_maintenance_window" "upgrade" {
  integration_id = var.integration_id
  type           = "maintenance"
  start          = "2026-03-01T08:00:00Z"
  end            = "2026-03-01T10:00:00Z"
  description    = "Database upgrade"
}
