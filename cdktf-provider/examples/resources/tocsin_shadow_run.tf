variable "team_id" { type = string }
variable "pagerduty_key" {
  type      = string
  sensitive = true
}

resource "tocsin_shadow_run" "pagerduty" {
  display_name = "Leaving PagerDuty"
  product      = "PagerDuty"
  api_key      = var.pagerduty_key
  team_ids     = [var.team_id]
  state        = "Shadow"
  until        = "2026-09-01T06:00:00Z"
}
