variable "team_id" { type = string }
variable "slack_bot_token" {
  type      = string
  sensitive = true
}
variable "webhook_key" {
  type      = string
  sensitive = true
}

resource "tocsin_outbound_integration" "chat" {
  display_name = "Chat"
  team_id      = var.team_id
  type         = "Slack"
  slack_settings = {
    bot_token = var.slack_bot_token
    severity_based_channel_settings = {
      selected_channel_ids_minor    = []
      selected_channel_ids_warning  = ["C02ABCDEF"]
      selected_channel_ids_critical = ["C02ABCDEF", "C03ABCDEF"]
    }
    tag_on_call_members = true
  }
}

resource "tocsin_outbound_integration" "automation" {
  display_name = "Automation"
  team_id      = var.team_id
  type         = "Webhook"
  webhook_settings = {
    url      = "https://automation.example.com/incidents"
    secret   = "whsec_${base64encode(var.webhook_key)}"
    template = "{\"id\": \"{{id}}\", \"title\": \"{{title}}\", \"status\": \"{{events.[0].status}}\"}"
  }
}
