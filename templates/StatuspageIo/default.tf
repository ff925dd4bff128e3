# Atlassian Statuspage: an integration of type StatuspageIo, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/StatuspageIo.md, or GET /api/public/v1/inbound-integration/types/StatuspageIo.

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

resource "tocsin_integration" "statuspage_io" {
  display_name = "Atlassian Statuspage"
  team_id      = var.team_id
  type         = "StatuspageIo"
}

resource "tocsin_integration_mapping" "statuspage_io" {
  integration_id = tocsin_integration.statuspage_io.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.incident.status" }, { map = "resolved->Resolved,completed->Resolved,postmortem->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.component_update.new_status" }, { map = "operational->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.incident.impact" }, { map = "critical->Critical,major->Critical,minor->Warning,none->Minor,maintenance->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.component_update.new_status" }, { map = "major_outage->Critical,partial_outage->Warning,degraded_performance->Warning,under_maintenance->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Component", mappings = [{ json_path = "$.jsonBody.component.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.incident.name" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.component.name && $.jsonBody.component.name != null && $.jsonBody.component.name != '')].component_update.new_status" }, { regex = "^(.+)$", replace = "{{ currentIncident.Component }}: $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.incident.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.component_update.component_id" }, { regex = "^(.+)$", replace = "component/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.component.id" }, { regex = "^(.+)$", replace = "component/$1" }] },
      { name = "Update", mappings = [{ json_path = "$.jsonBody.incident.incident_updates[0].body" }] },
      { name = "Impact", mappings = [{ json_path = "$.jsonBody.incident.impact" }] },
      { name = "Page", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.page.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.incident.status" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.component_update.new_status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.incident.shortlink" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
