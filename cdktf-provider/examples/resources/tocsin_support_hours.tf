variable "team_id" { type = string }

resource "tocsin_support_hours" "office" {
  display_name = "Office hours"
  team_id      = var.team_id
  time_zone_id = "Europe/Berlin"
  hours        = [{ selected_days = ["mon", "tue", "wed", "thu", "fri"], from = "09:00", until = "18:00" }]
}

resource "tocsin_integration" "reports" {
  display_name = "Nightly reports"
  team_id      = var.team_id
  type         = "Webhook"
  urgency_settings = {
    type             = "supportHours"
    support_hours_id = tocsin_support_hours.office.id
    raises_at_start  = true
  }
}
