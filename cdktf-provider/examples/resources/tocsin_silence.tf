variable "team_id" { type = string }

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
