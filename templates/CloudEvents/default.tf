# CloudEvents: an integration of type CloudEvents, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/CloudEvents.md, or GET /api/public/v1/inbound-integration/types/CloudEvents.

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

resource "tocsin_integration" "cloud_events" {
  display_name = "CloudEvents"
  team_id      = var.team_id
  type         = "CloudEvents"
}

resource "tocsin_integration_mapping" "cloud_events" {
  integration_id = tocsin_integration.cloud_events.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.status" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,down->Open,problem->Open,Resolved->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.state" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,down->Open,problem->Open,Resolved->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)\\b(?:resolved|recovered|cleared|closed)(?:\\.v\\d+)?$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.message" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.source" }] },
      { name = "Subject", mappings = [{ json_path = "$.jsonBody.subject" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.correlationId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.source && $.jsonBody.source != null && $.jsonBody.source != '' && $.jsonBody.subject && $.jsonBody.subject != null && $.jsonBody.subject != '')].subject" }, { static = "{{ currentIncident.Source }} {{ currentIncident.Subject }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.source" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.data.description" }] },
      { name = "Event Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.time" }] },
      { name = "Data", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.data" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.data.title || $.jsonBody.data.summary || $.jsonBody.data.message || $.jsonBody.type || $.jsonBody.data.status || $.jsonBody.data.state || $.jsonBody.type))].subject" }, { static = "incomplete: {{ currentIncident.Source }} {{ currentIncident.Subject }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.subject && $.jsonBody.subject != null && $.jsonBody.subject != '') || ($.jsonBody.source && $.jsonBody.source != null && $.jsonBody.source != '')) && ($.jsonBody.data.title || $.jsonBody.data.summary || $.jsonBody.data.message || $.jsonBody.type || $.jsonBody.data.status || $.jsonBody.data.state || $.jsonBody.type))]" }, { static = "incomplete: {{ currentIncident.Source }}/{{ currentIncident.Subject }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
