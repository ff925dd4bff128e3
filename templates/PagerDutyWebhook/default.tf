# PagerDuty (webhooks v3): an integration of type PagerDutyWebhook, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/PagerDutyWebhook.md, or GET /api/public/v1/inbound-integration/types/PagerDutyWebhook.

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

resource "tocsin_integration" "pager_duty_webhook" {
  display_name = "PagerDuty (webhooks v3)"
  team_id      = var.team_id
  type         = "PagerDutyWebhook"
}

resource "tocsin_integration_mapping" "pager_duty_webhook" {
  integration_id = tocsin_integration.pager_duty_webhook.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event.event_type" }, { regex = "^(?!incident\\.(?:triggered|acknowledged|unacknowledged|delegated|escalated|priority_updated|reassigned|reopened|resolved|service_updated|incident_type\\.changed)$)[\\w.]+$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event.event_type" }, { map = "incident.resolved->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event.data.urgency" }, { map = "high->Critical,low->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.data.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event.data.id" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.event.data.service.summary" }] },
      { name = "Priority", mappings = [{ json_path = "$.jsonBody.event.data.priority.summary" }] },
      { name = "Number", mappings = [{ json_path = "$.jsonBody.event.data.number" }] },
      { name = "Assignee", mappings = [{ json_path = "$.jsonBody.event.data.assignees[0].summary" }] },
      { name = "Agent", mappings = [{ json_path = "$.jsonBody.event.agent.summary" }] },
      { name = "Incident key", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event.data.incident_key" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event.data.status" }, { map = "triggered->Triggered,acknowledged->Acknowledged,resolved->Resolved" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.event.data.html_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
