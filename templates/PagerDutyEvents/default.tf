# PagerDuty Events API v2: an integration of type PagerDutyEvents, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/PagerDutyEvents.md, or GET /api/public/v1/inbound-integration/types/PagerDutyEvents.

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

resource "tocsin_integration" "pager_duty_events" {
  display_name = "PagerDuty Events API v2"
  team_id      = var.team_id
  type         = "PagerDutyEvents"
}

resource "tocsin_integration_mapping" "pager_duty_events" {
  integration_id = tocsin_integration.pager_duty_events.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event_action" }, { map = "trigger->Open,acknowledge->Open,resolve->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.payload.severity" }, { map = "critical->Critical,error->Critical,warning->Warning,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.payload.summary" }, { regex = "(?s)^\\[FIRING:(?!1\\b)(\\d+)(?:, RESOLVED:\\d+)?\\]\\s*(\\S.*?)\\s*$", replace = "$2, $1 alerts" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.payload.summary" }, { regex = "(?s)^\\[(?:FIRING:1(?:, RESOLVED:\\d+)?|RESOLVED(?::\\d+)?)\\]\\s*(?<result>\\S.*?)\\s*$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.payload.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.dedup_key" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event_action" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.payload.source" }] },
      { name = "Component", mappings = [{ json_path = "$.jsonBody.payload.component" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.payload.group" }] },
      { name = "Class", mappings = [{ json_path = "$.jsonBody.payload.class" }] },
      { name = "Client", mappings = [{ json_path = "$.jsonBody.client" }] },
      { name = "Client Link", mappings = [{ json_path = "$.jsonBody.client_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.links[0].href" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.images[0].src" }] },
      { name = "Details", expand = true, mappings = [{ json_path = "$.jsonBody.payload.custom_details" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
