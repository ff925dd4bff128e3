variable "team_id" { type = string }

resource "tocsin_outbound_integration" "chat" {
  display_name = "Chat"
  team_id      = var.team_id
  type         = "Slack"
  slack_settings = {
    severity_based_channel_settings = {
      selected_channel_ids_minor    = []
      selected_channel_ids_warning  = ["C02ABCDEF"]
      selected_channel_ids_critical = ["C02ABCDEF", "C03ABCDEF"]
    }
    tag_on_call_members = true
  }
}
