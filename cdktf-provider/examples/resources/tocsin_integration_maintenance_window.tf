variable "integration_id" { type = string }

resource "tocsin_integration_maintenance_window" "upgrade" {
  integration_id = var.integration_id
  type           = "maintenance"
  start          = "2026-03-01T08:00:00Z"
  end            = "2026-03-01T10:00:00Z"
  description    = "Database upgrade"
}

# The last Friday of each month; without an end, until it is removed.
resource "tocsin_integration_maintenance_window" "patches" {
  integration_id = var.integration_id
  type           = "muted"
  description    = "Patches of the month"
  recurrences = [
    { rule = "FREQ=MONTHLY;BYDAY=-1FR", starts_at = "2026-03-01T22:00", minutes = 180, time_zone_id = "Europe/Berlin" },
  ]
}
