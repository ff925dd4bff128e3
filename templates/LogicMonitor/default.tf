# LogicMonitor: an integration of type LogicMonitor, and the mapping that applies to it until it has one of its own.
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

resource "tocsin_integration" "logic_monitor" {
  display_name = "LogicMonitor"
  team_id      = var.team_id
  type         = "LogicMonitor"
}

resource "tocsin_integration_mapping" "logic_monitor" {
  integration_id = tocsin_integration.logic_monitor.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alertstatus" }, { regex = "(?i)^test$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertstatus" }, { map = "active->Open,clear->Resolved,ack->Open,escalate->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.level" }, { map = "critical->Critical,error->Critical,warn->Warning,warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "^(.{1,200})" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.datapoint" }, { static = "{{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.internalid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertid" }] },
      { name = "Data source", mappings = [{ json_path = "$.jsonBody.datasource" }] },
      { name = "Data point", mappings = [{ json_path = "$.jsonBody.datapoint" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.value" }] },
      { name = "Group", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.group" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alertstatus" }, { map = "active->Active,clear->Cleared,ack->Acknowledged,escalate->Escalated" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alerturl" }] },
    ]
  }
}
