# Zabbix: an integration of type Zabbix, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Zabbix.md, or GET /api/public/v1/inbound-integration/types/Zabbix.

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

resource "tocsin_integration" "zabbix" {
  display_name = "Zabbix"
  team_id      = var.team_id
  type         = "Zabbix"
}

resource "tocsin_integration_mapping" "zabbix" {
  integration_id = tocsin_integration.zabbix.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event_source" }, { regex = "^[123]$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event_id" }, { regex = "^\\{EVENT\\.ID\\}$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event_value" }, { map = "1->Open,0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event_nseverity" }, { map = "5->Critical,4->Critical,3->Warning,2->Warning,1->Minor,0->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host_name" }] },
      { name = "Host IP", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.host_ip" }] },
      { name = "Operational data", mappings = [{ json_path = "$.jsonBody.event_opdata" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.trigger_description" }] },
      { name = "Tags", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event_tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event_ack_status" }, { map = "Yes->Acknowledged,No->Unacknowledged" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.event_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
