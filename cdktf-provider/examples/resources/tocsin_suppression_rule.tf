variable "team_id" { type = string }

resource "tocsin_suppression_rule" "cluster" {
  display_name = "A cluster explains its nodes"
  team_id      = var.team_id
  source = {
    severities = ["Critical"]
    attributes = [{ name = "Alert", operator = "=", value = "ClusterDown" }]
  }
  target = {
    severities = ["Warning", "Minor"]
  }
  equal         = ["Cluster"]
  wait_seconds  = 30
  grace_minutes = 10
}
