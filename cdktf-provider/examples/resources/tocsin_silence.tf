variable "team_id" { type = string }
variable "chat_id" { type = string }

resource "tocsin_silence" "storage" {
  display_name = "Storage migration"
  reason       = "The disks of db-1 are being replaced."
  team_id      = var.team_id
  start        = "2026-07-06T20:00:00Z"
  end          = "2026-07-07T04:00:00Z"
  matchers = [
    { name = "Host", operator = "=", value = "db-1" },
    { name = "Severity", operator = "!=", value = "Critical" },
  ]
}

# Each Sunday night: what is still open at four starts to alert.
resource "tocsin_silence" "backup" {
  display_name = "Weekly backup"
  team_id      = var.team_id
  start        = "2026-07-06T00:00:00Z"
  end          = "2028-07-06T00:00:00Z"
  recurrences = [
    { rule = "FREQ=WEEKLY;BYDAY=SU", starts_at = "2026-07-06T02:00", minutes = 120, time_zone_id = "Europe/Berlin" },
  ]
  matchers = [
    { name = "Title", operator = "contains", value = "backup" },
  ]

  # A chat is told when it begins and ends.
  notice_outbound_integration_ids = [var.chat_id]
}
