variable "team_id" { type = string }
variable "membership_ids" { type = list(string) }

# One person a week, handed over on Monday morning; after ten minutes everybody is called.
resource "tocsin_team_escalations" "platform" {
  team_id = var.team_id
  escalation_tiers = [
    {
      auto_escalation_enabled       = true
      auto_escalation_after_minutes = 10
      auto_escalation_stop_mode     = "acknowledged"
      schedules = [
        {
          rotation_settings = { repeats = "weekly", starts_on_day_of_week = "mon", starts_on_time = "09:00" }
          rotations         = [for id in var.membership_ids : { members = [{ team_membership_id = id }] }]
        },
      ]
    },
    {
      schedules = [
        { rotations = [{ members = [for id in var.membership_ids : { team_membership_id = id }] }] },
      ]
    },
  ]
}
