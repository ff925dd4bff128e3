# LibreNMS: an integration of type LibreNms, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/LibreNms.md, or GET /api/public/v1/inbound-integration/types/LibreNms.

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

resource "tocsin_integration" "libre_nms" {
  display_name = "LibreNMS"
  team_id      = var.team_id
  type         = "LibreNms"
}

resource "tocsin_integration_mapping" "libre_nms" {
  integration_id = tocsin_integration.libre_nms.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "^Testing transport from " }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,warning->Warning,ok->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.name && $.jsonBody.name != null && $.jsonBody.name != '' && !($.jsonBody.name =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].hostname" }, { static = "{{ currentIncident.Host }}/{{ currentIncident.Rule }}" }] },
      { name = "System name", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.sysName" }] },
      { name = "Location", mappings = [{ json_path = "$.jsonBody.location" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }, { map = "0->Recovered,1->Alert,2->Acknowledged,3->Worse,4->Better,5->Changed" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.name && $.jsonBody.name != null && $.jsonBody.name != '' && !($.jsonBody.name =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title || $.jsonBody.state))]" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Rule }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
