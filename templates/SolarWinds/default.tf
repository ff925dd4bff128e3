# SolarWinds Platform (Orion): an integration of type SolarWinds, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.

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
      { name = "Title", mappings = [{ json_path = "$.jsonBody.AlertMessage" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.AlertName" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.AlertName" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.NodeName" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.AlertObjectID" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.AlertID" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Node }}" }] },
      { name = "CorrelationId", mappings = [{ static = "{{ currentIncident.Alert }}/{{ currentIncident.Node }}" }] },
      { name = "Object type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.ObjectType" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.TriggerTime" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.Acknowledged" }, { map = "Acknowledged->Acknowledged,True->Acknowledged,Yes->Acknowledged,->Unacknowledged" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.AlertDetailsURL" }] },
    ]
  }
}
