variable "team_id" { type = string }
variable "database_team_id" { type = string }

resource "tocsin_routing" "platform" {
  display_name = "Platform"
  team_id      = var.team_id
  rules = [
    {
      display_name = "Database alerts to the database team"
      conditions = {
        statuses   = ["Open"]
        attributes = [{ name = "Service", operator = "=", value = "database" }]
      }
      actions = { assign_to_teams = [var.database_team_id] }
    },
    {
      display_name = "Minor incidents wait for the morning"
      conditions   = { severities = ["Minor"] }
      actions      = { add_interaction = "Snoozed", snooze_until_absolute = "08:00" }
    },
  ]
}
