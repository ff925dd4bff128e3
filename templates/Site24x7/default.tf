# Site24x7: an integration of type Site24x7, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Site24x7.md, or GET /api/public/v1/inbound-integration/types/Site24x7.

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

resource "tocsin_integration" "site24x7" {
  display_name = "Site24x7"
  team_id      = var.team_id
  type         = "Site24x7"
}

resource "tocsin_integration_mapping" "site24x7" {
  integration_id = tocsin_integration.site24x7.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.MONITOR_ID" }, { regex = "^\\$MONITOR_ID$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.STATUS" }, { map = "UP->Resolved,DOWN->Open,TROUBLE->Open,CRITICAL->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.STATUS" }, { map = "DOWN->Critical,CRITICAL->Critical,TROUBLE->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.MONITORNAME" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.MONITOR_ID" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.MONITORNAME" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.INCIDENT_REASON" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.MONITORURL" }] },
      { name = "Failed locations", mappings = [{ json_path = "$.jsonBody.FAILED_LOCATIONS" }] },
      { name = "Monitor type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.MONITORTYPE" }] },
      { name = "Group", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.MONITOR_GROUPNAME" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.STATUS" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.MONITOR_DASHBOARD_LINK" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
