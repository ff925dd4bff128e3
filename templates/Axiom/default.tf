# Axiom: an integration of type Axiom, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Axiom.md, or GET /api/public/v1/inbound-integration/types/Axiom.

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

resource "tocsin_integration" "axiom" {
  display_name = "Axiom"
  team_id      = var.team_id
  type         = "Axiom"
}

resource "tocsin_integration_mapping" "axiom" {
  integration_id = tocsin_integration.axiom.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "Open->Open,Closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event.severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.title" }, { regex = "^(?:(?:Triggered|Resolved):\\s*)?(?<result>\\S.*)$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.description" }] },
      { name = "Monitor", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event.monitorID" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.event.groupValues" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.event.monitorID && $.jsonBody.event.monitorID != null && $.jsonBody.event.monitorID != '' && $.jsonBody.event.groupValues && $.jsonBody.event.groupValues != null && $.jsonBody.event.groupValues != '')].event.groupValues[0]" }, { static = "{{ currentIncident.Monitor }}/{{ currentIncident.Group }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event.monitorID" }] },
      { name = "Body", mappings = [{ json_path = "$.jsonBody.event.body" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.event.description" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.event.value" }] },
      { name = "Query Start", mappings = [{ json_path = "$.jsonBody.event.queryStartTime" }] },
      { name = "Query End", mappings = [{ json_path = "$.jsonBody.event.queryEndTime" }] },
      { name = "Event", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.event.matchedEvent" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.event.groupValues && $.jsonBody.event.groupValues != null && $.jsonBody.event.groupValues != '') || ($.jsonBody.event.monitorID && $.jsonBody.event.monitorID != null && $.jsonBody.event.monitorID != '')) && ($.jsonBody.event.title || $.jsonBody.event.description || $.jsonBody.action))].event.groupValues[0]" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Group }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.event.monitorID && $.jsonBody.event.monitorID != null && $.jsonBody.event.monitorID != '' && $.jsonBody.event.groupValues && $.jsonBody.event.groupValues != null && $.jsonBody.event.groupValues != '' && ($.jsonBody.event.title || $.jsonBody.event.description))]" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Group }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
