# Slack: an integration of type Slack, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Slack.md, or GET /api/public/v1/inbound-integration/types/Slack.
# It never reports the end of a problem: a person or a timer resolves its incidents.

terraform {
  required_providers {
    tocsin = {
      source = "tocsin/tocsin"
    }
  }
}

variable "team_id" {
  description = "Id of the team that gets the incidents, such as tocsin_team.example.id."
  type        = string
}

resource "tocsin_integration" "slack" {
  display_name = "Slack"
  team_id      = var.team_id
  type         = "Slack"
}

resource "tocsin_integration_mapping" "slack" {
  integration_id = tocsin_integration.slack.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^(?:url_verification|app_rate_limited)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event.bot_id" }, { regex = "^\\w+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event.subtype" }, { regex = "^(?!(?:file_share|thread_broadcast)$)\\w+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.formBody.user_name" }, { regex = "^slackbot$" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event.text" }, { regex = "(?i)\\b(?:critical|urgent|emergency|outage|sev-?1|p1)\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.text" }, { regex = "(?i)\\b(?:critical|urgent|emergency|outage|sev-?1|p1)\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.event.text" }] },
      { name = "Text", mappings = [{ json_path = "$.formBody.text" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.text" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.text" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.command" }] },
      { name = "Channel", mappings = [{ json_path = "$.jsonBody.event.channel" }] },
      { name = "Channel", mappings = [{ json_path = "$.formBody.channel_name" }] },
      { name = "User", mappings = [{ json_path = "$.jsonBody.event.user" }] },
      { name = "User", mappings = [{ json_path = "$.formBody.user_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.channel && $.jsonBody.event.channel != null && $.jsonBody.event.channel != '' || $.formBody.channel_name && $.formBody.channel_name != null && $.formBody.channel_name != ''))].event.thread_ts" }, { regex = "^(.+)$", replace = "{{ currentIncident.Channel }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.channel && $.jsonBody.event.channel != null && $.jsonBody.event.channel != '' || $.formBody.channel_name && $.formBody.channel_name != null && $.formBody.channel_name != ''))].event.ts" }, { regex = "^(.+)$", replace = "{{ currentIncident.Channel }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.channel && $.jsonBody.event.channel != null && $.jsonBody.event.channel != '' || $.formBody.channel_name && $.formBody.channel_name != null && $.formBody.channel_name != ''))].timestamp" }, { regex = "^(.+)$", replace = "{{ currentIncident.Channel }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.trigger_id" }] },
      { name = "Workspace", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.team_id" }] },
      { name = "Workspace", hide_in_previews = true, mappings = [{ json_path = "$.formBody.team_domain" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.text || $.formBody.text || $.formBody.command))].event.thread_ts" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Channel }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.text || $.formBody.text || $.formBody.command))].event.ts" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Channel }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.text || $.formBody.text || $.formBody.command))].timestamp" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Channel }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event.channel && $.jsonBody.event.channel != null && $.jsonBody.event.channel != '' || $.formBody.channel_name && $.formBody.channel_name != null && $.formBody.channel_name != '') && ($.jsonBody.event.text || $.formBody.text || $.formBody.command))]" }, { static = "incomplete: {{ currentIncident.Channel }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
