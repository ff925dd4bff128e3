variable "service_ids" { type = list(string) }

resource "tocsin_service_maintenance" "database" {
  display_name       = "Database upgrade"
  public_description = "The shop is read-only while the database is upgraded."
  service_ids        = var.service_ids
  start              = "2026-07-06T20:00:00Z"
  end                = "2026-07-06T22:00:00Z"
}

# Each first Sunday of a month: status pages announce the next ones, and subscribers are told when each begins and ends.
resource "tocsin_service_maintenance" "monthly" {
  display_name = "Monthly upgrade"
  service_ids  = var.service_ids
  start        = "2026-07-01T00:00:00Z"
  end          = "2028-07-01T00:00:00Z"
  recurrences = [
    { rule = "FREQ=MONTHLY;BYDAY=1SU", starts_at = "2026-07-05T04:00", minutes = 60, time_zone_id = "Europe/Berlin" },
  ]
}
