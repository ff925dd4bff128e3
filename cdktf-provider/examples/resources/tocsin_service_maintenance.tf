variable "service_ids" { type = list(string) }

resource "tocsin_service_maintenance" "database" {
  display_name       = "Database upgrade"
  public_description = "The shop is read-only while the database is upgraded."
  service_ids        = var.service_ids
  start              = "2026-07-06T20:00:00Z"
  end                = "2026-07-06T22:00:00Z"
}
