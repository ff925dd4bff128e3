resource "tocsin_integration" "builds" {
  display_name = "Builds"
  team_id      = tocsin_team.platform.id
  type         = "Webhook"
  labels       = ["ci"]
}

# The build server posts {"job": "...", "result": "failed", "url": "https://ci/job/17"}.
resource "tocsin_integration_mapping" "builds" {
  integration_id = tocsin_integration.builds.id
  attributes_mapping = {
    attributes = [
      {
        name = "Status"
        mappings = [
          { json_path = "$.jsonBody.result" },
          { map = provider::tocsin::value_map({ passed = "Resolved" }, "Open") },
        ]
      },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.job" }] },
      { name = "Job", is_grouping_key = true, mappings = [{ json_path = "$.jsonBody.job" }] },
      { name = "Build", mappings = [{ json_path = "$.jsonBody.url" }, { regex = "(\\d+)$", replace = "#$1" }] },
    ]
  }
}

resource "tocsin_integration" "website" {
  display_name = "Website"
  team_id      = tocsin_team.shop.id
  type         = "HttpMonitoring"
  integration_settings = {
    http_monitoring = {
      url                     = "https://www.example.com/"
      method                  = "GET"
      interval_in_seconds     = 60
      timeout_in_milliseconds = 5000
      severity_down           = "Critical"
    }
  }
}

resource "tocsin_outbound_integration" "chat" {
  display_name = "Chat"
  team_id      = tocsin_team.platform.id
  type         = "Slack"
  team_connection_settings = {
    team_connection_mode = "OrganizationTeams"
  }
  slack_settings = {
    selected_channel_ids = ["C02ABCDEF"]
    tag_on_call_members  = true
  }
}

output "builds_webhook" {
  description = "Where the build server posts to."
  value       = tocsin_integration.builds.webhook_url
}
