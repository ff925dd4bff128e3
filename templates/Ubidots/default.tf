# Ubidots: an integration of type Ubidots, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Ubidots.md, or GET /api/public/v1/inbound-integration/types/Ubidots.

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

resource "tocsin_integration" "ubidots" {
  display_name = "Ubidots"
  team_id      = var.team_id
  type         = "Ubidots"
}

resource "tocsin_integration_mapping" "ubidots" {
  integration_id = tocsin_integration.ubidots.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.device" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "alarm->Open,ok->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,high->Critical,warning->Warning,medium->Warning,low->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Device", mappings = [{ json_path = "$.jsonBody.device" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Variable", mappings = [{ json_path = "$.jsonBody.variable" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.variable && $.jsonBody.variable != null && $.jsonBody.variable != '' && !($.jsonBody.variable =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].device" }, { static = "{{ currentIncident.Device }}: {{ currentIncident.Variable }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.variable && $.jsonBody.variable != null && $.jsonBody.variable != '' && !($.jsonBody.variable =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].device" }, { static = "{{ currentIncident.Device }}/{{ currentIncident.Variable }}" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.value" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.variable && $.jsonBody.variable != null && $.jsonBody.variable != '' && !($.jsonBody.variable =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Device }}/{{ currentIncident.Variable }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
