# LogicMonitor: an integration of type LogicMonitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/LogicMonitor.md, or GET /api/public/v1/inbound-integration/types/LogicMonitor.

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
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }, { regex = "^(.{1,200})" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.eventmsg" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }, { regex = "^(.{1,200})" }] },
      { name = "Data source", mappings = [{ json_path = "$.jsonBody.datasource" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "Data point", mappings = [{ json_path = "$.jsonBody.datapoint" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.datasource && $.jsonBody.datasource != null && $.jsonBody.datasource != '' && !($.jsonBody.datasource =~ /^(?:\\$[A-Za-z{]|##[A-Z])/) && $.jsonBody.datapoint && $.jsonBody.datapoint != null && $.jsonBody.datapoint != '' && !($.jsonBody.datapoint =~ /^(?:\\$[A-Za-z{]|##[A-Z])/) && $.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' && !($.jsonBody.host =~ /^(?:\\$[A-Za-z{]|##[A-Z])/))].datasource" }, { static = "{{ currentIncident.Data source }} {{ currentIncident.Data point }} on {{ currentIncident.Host }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' && !($.jsonBody.host =~ /^(?:\\$[A-Za-z{]|##[A-Z])/))].datapoint" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }, { regex = "^(.+)$", replace = "$1 on {{ currentIncident.Host }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.host" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.internalid" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertid" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.value" }] },
      { name = "Group", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.group" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alertstatus" }, { map = "active->Active,clear->Cleared,ack->Acknowledged,escalate->Escalated" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alerturl" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|##[A-Z]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
