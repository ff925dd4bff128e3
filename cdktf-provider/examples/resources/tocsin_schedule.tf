variable "team_id" { type = string }
variable "ada_id" { type = string }
variable "bo_id" { type = string }
variable "kim_id" { type = string }

resource "tocsin_schedule" "payments" {
  display_name = "Payments primary"
  team_id      = var.team_id
  time_zone_id = "Europe/Berlin"
  layers = [
    {
      display_name = "Weeks"
      turns        = { every = 1, unit = "weeks", from = "2026-03-02T09:10:00+01:00" }
      groups       = [{ user_ids = [var.ada_id] }, { user_ids = [var.bo_id] }]
    },
    {
      display_name = "Night to Tuesday"
      level        = 10
      hours        = [{ from_day = "mon", from = "22:20", until_day = "tue", until = "06:05" }]
      groups       = [{ user_ids = [var.kim_id] }]
    },
  ]
}
