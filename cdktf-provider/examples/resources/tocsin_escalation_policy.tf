variable "team_id" { type = string }
variable "schedule_id" { type = string }
variable "boss_id" { type = string }

resource "tocsin_escalation_policy" "critical" {
  display_name = "Critical"
  team_id      = var.team_id
  is_default   = true
  steps = [
    {
      targets               = [{ schedule_id = var.schedule_id, pick = "onCall" }]
      repeats               = 2
      repeats_after_minutes = 3
    },
    {
      after_minutes = 10
      targets       = [{ schedule_id = var.schedule_id, pick = "next" }, { user_id = var.boss_id }]
    },
    {
      after_minutes = 20
      stops_when    = "resolved"
      severities    = ["Critical"]
      targets       = [{ team_id = var.team_id, pick = "administrators" }]
    },
  ]
  loops                                = 1
  loop_after_minutes                   = 30
  acknowledgement_lapses_after_minutes = 60
}
