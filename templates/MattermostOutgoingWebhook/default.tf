# Mattermost (outgoing webhook): an integration of type MattermostOutgoingWebhook, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/MattermostOutgoingWebhook.md, or GET /api/public/v1/inbound-integration/types/MattermostOutgoingWebhook.
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

resource "tocsin_integration" "mattermost_outgoing_webhook" {
  display_name = "Mattermost (outgoing webhook)"
  team_id      = var.team_id
  type         = "MattermostOutgoingWebhook"
}

resource "tocsin_integration_mapping" "mattermost_outgoing_webhook" {
  integration_id = tocsin_integration.mattermost_outgoing_webhook.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.text" }, { regex = "(?i)\\b(?:critical|urgent|emergency|outage|sev-?1|p1)\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Text", mappings = [{ json_path = "$.formBody.text" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.text" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Channel", mappings = [{ json_path = "$.formBody.channel_name" }] },
      { name = "User", mappings = [{ json_path = "$.formBody.user_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.post_id" }] },
      { name = "Trigger word", hide_in_previews = true, mappings = [{ json_path = "$.formBody.trigger_word" }] },
      { name = "Team", hide_in_previews = true, mappings = [{ json_path = "$.formBody.team_domain" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
