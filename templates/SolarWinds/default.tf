# SolarWinds Platform (Orion): an integration of type SolarWinds, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SolarWinds.md, or GET /api/public/v1/inbound-integration/types/SolarWinds.

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

resource "tocsin_integration" "solar_winds" {
  display_name = "SolarWinds Platform (Orion)"
  team_id      = var.team_id
  type         = "SolarWinds"
}

resource "tocsin_integration_mapping" "solar_winds" {
  integration_id = tocsin_integration.solar_winds.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.AlertObjectID" }, { regex = "^\\$\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.ActionType" }, { map = "resolve->Resolved,reset->Resolved,create->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Severity" }, { map = "Critical->Critical,Serious->Critical,Warning->Warning,Notice->Minor,Informational->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.AlertMessage" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.AlertName" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.AlertName" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.NodeName" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.AlertObjectID" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.NodeName && $.jsonBody.NodeName != null && $.jsonBody.NodeName != '' && !($.jsonBody.NodeName =~ /^(?:\\$[A-Za-z{])/))].AlertID" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Node }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.AlertName && $.jsonBody.AlertName != null && $.jsonBody.AlertName != '' && !($.jsonBody.AlertName =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.NodeName && $.jsonBody.NodeName != null && $.jsonBody.NodeName != '' && !($.jsonBody.NodeName =~ /^(?:\\$[A-Za-z{])/))].AlertName" }, { static = "{{ currentIncident.Alert }}/{{ currentIncident.Node }}" }] },
      { name = "Object type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.ObjectType" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.TriggerTime" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.Acknowledged" }, { map = "Acknowledged->Acknowledged,True->Acknowledged,Yes->Acknowledged,->Unacknowledged" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.AlertDetailsURL" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.AlertMessage || $.jsonBody.AlertName || $.jsonBody.ActionType))].AlertID" }, { regex = "^(.+)$", replace = "incomplete: $1/{{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.NodeName && $.jsonBody.NodeName != null && $.jsonBody.NodeName != '' && !($.jsonBody.NodeName =~ /^(?:\\$[A-Za-z{])/) && ($.jsonBody.AlertMessage || $.jsonBody.AlertName))]" }, { static = "incomplete: {{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.NodeName && $.jsonBody.NodeName != null && $.jsonBody.NodeName != '' && !($.jsonBody.NodeName =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.AlertName && $.jsonBody.AlertName != null && $.jsonBody.AlertName != '' && !($.jsonBody.AlertName =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.AlertMessage || $.jsonBody.ActionType))]" }, { static = "incomplete: {{ currentIncident.Alert }}/{{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
