# Opsgenie Alert API: an integration of type OpsgenieAlertApi, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OpsgenieAlertApi.md, or GET /api/public/v1/inbound-integration/types/OpsgenieAlertApi.

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

resource "tocsin_integration" "opsgenie_alert_api" {
  display_name = "Opsgenie Alert API"
  team_id      = var.team_id
  type         = "OpsgenieAlertApi"
}

resource "tocsin_integration_mapping" "opsgenie_alert_api" {
  integration_id = tocsin_integration.opsgenie_alert_api.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "create->Open,acknowledge->Open,unacknowledge->Open,close->Resolved,delete->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "P1->Critical,P2->Critical,P3->Warning,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.details.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "(?s)^\\[FIRING:(?!1\\b)(\\d+)(?:, RESOLVED:\\d+)?\\]\\s*(\\S.*?)\\s*$", replace = "$2, $1 alerts" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "(?s)^\\[(?:FIRING:1(?:, RESOLVED:\\d+)?|RESOLVED(?::\\d+)?)\\]\\s*(?<result>\\S.*?)\\s*$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alias" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.identifier" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.action" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.entity" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.source" }] },
      { name = "Priority", mappings = [{ json_path = "$.jsonBody.priority" }] },
      { name = "Note", mappings = [{ json_path = "$.jsonBody.note" }] },
      { name = "User", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.user" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "Responders", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.responders" }] },
      { name = "Details", expand = true, mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
