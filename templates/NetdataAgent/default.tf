# Netdata Agent: an integration of type NetdataAgent, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/NetdataAgent.md, or GET /api/public/v1/inbound-integration/types/NetdataAgent.

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

resource "tocsin_integration" "netdata_agent" {
  display_name = "Netdata Agent"
  team_id      = var.team_id
  type         = "NetdataAgent"
}

resource "tocsin_integration_mapping" "netdata_agent" {
  integration_id = tocsin_integration.netdata_agent.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$[?(@.name=='test_alarm' && @.chart=='test.chart')].name" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.status" }, { map = "CLEAR->Resolved,WARNING->Open,CRITICAL->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.status" }, { map = "CRITICAL->Critical,WARNING->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.old_status" }, { map = "CRITICAL->Critical,WARNING->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Node", mappings = [{ json_path = "$.formBody.host" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Alert", mappings = [{ json_path = "$.formBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Chart", mappings = [{ json_path = "$.formBody.chart" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Summary", mappings = [{ json_path = "$.formBody.summary" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.summary && $.formBody.summary != null && $.formBody.summary != '' && !($.formBody.summary =~ /^(?:\\$[A-Za-z{])/) && $.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/))].summary" }, { static = "{{ currentIncident.Summary }} on {{ currentIncident.Node }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.name && $.formBody.name != null && $.formBody.name != '' && !($.formBody.name =~ /^(?:\\$[A-Za-z{])/) && $.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/))].name" }, { static = "{{ currentIncident.Alert }} on {{ currentIncident.Node }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/) && $.formBody.chart && $.formBody.chart != null && $.formBody.chart != '' && !($.formBody.chart =~ /^(?:\\$[A-Za-z{])/) && $.formBody.name && $.formBody.name != null && $.formBody.name != '' && !($.formBody.name =~ /^(?:\\$[A-Za-z{])/))].name" }, { static = "{{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}" }] },
      { name = "Value", mappings = [{ json_path = "$.formBody.value" }] },
      { name = "Info", mappings = [{ json_path = "$.formBody.info" }] },
      { name = "Context", hide_in_previews = true, mappings = [{ json_path = "$.formBody.context" }] },
      { name = "Class", mappings = [{ json_path = "$.formBody.classification" }] },
      { name = "Component", mappings = [{ json_path = "$.formBody.component" }] },
      { name = "Role", hide_in_previews = true, mappings = [{ json_path = "$.formBody.roles" }] },
      { name = "Source", hide_in_previews = true, mappings = [{ json_path = "$.formBody.source" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.status" }] },
      { name = "Link", mappings = [{ json_path = "$.formBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.formBody.chart && $.formBody.chart != null && $.formBody.chart != '' && !($.formBody.chart =~ /^(?:\\$[A-Za-z{])/)) || ($.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/))) && ($.formBody.summary || $.formBody.status))].name" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.formBody.chart && $.formBody.chart != null && $.formBody.chart != '' && !($.formBody.chart =~ /^(?:\\$[A-Za-z{])/) && $.formBody.name && $.formBody.name != null && $.formBody.name != '' && !($.formBody.name =~ /^(?:\\$[A-Za-z{])/)) || ($.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/) && $.formBody.name && $.formBody.name != null && $.formBody.name != '' && !($.formBody.name =~ /^(?:\\$[A-Za-z{])/)) || ($.formBody.host && $.formBody.host != null && $.formBody.host != '' && !($.formBody.host =~ /^(?:\\$[A-Za-z{])/) && $.formBody.chart && $.formBody.chart != null && $.formBody.chart != '' && !($.formBody.chart =~ /^(?:\\$[A-Za-z{])/))) && ($.formBody.summary || $.formBody.status))]" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
