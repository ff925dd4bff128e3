# Netdata: an integration of type Netdata, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Netdata.md, or GET /api/public/v1/inbound-integration/types/Netdata.

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

resource "tocsin_integration" "netdata" {
  display_name = "Netdata"
  team_id      = var.team_id
  type         = "Netdata"
}

resource "tocsin_integration_mapping" "netdata" {
  integration_id = tocsin_integration.netdata.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.token" }, { regex = ".+" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status.reachable" }, { map = "true->Resolved,false->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "clear->Resolved,warning->Open,critical->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,warning->Warning,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alarm" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.alert" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.alarm" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.node" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.space" }] },
      { name = "Chart", mappings = [{ json_path = "$.jsonBody.chart" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != ''))].status.reachable" }, { static = "reachability of {{ currentIncident.Node }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != '') && $.jsonBody.chart && $.jsonBody.chart != null && $.jsonBody.chart != '' && ($.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' || $.jsonBody.alarm && $.jsonBody.alarm != null && $.jsonBody.alarm != ''))].chart" }, { static = "{{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != '') && $.jsonBody.chart && $.jsonBody.chart != null && $.jsonBody.chart != '')].chart" }, { static = "{{ currentIncident.Node }}/{{ currentIncident.Chart }}" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.severity" }] },
      { name = "Info", mappings = [{ json_path = "$.jsonBody.info" }] },
      { name = "Context", mappings = [{ json_path = "$.jsonBody.context" }] },
      { name = "Class", mappings = [{ json_path = "$.jsonBody.class" }] },
      { name = "Space", mappings = [{ json_path = "$.jsonBody.space" }] },
      { name = "Duration", mappings = [{ json_path = "$.jsonBody.duration" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alarm_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message || $.jsonBody.alert || $.jsonBody.alarm || $.jsonBody.status.reachable || $.jsonBody.severity))].status.reachable" }, { static = "incomplete: reachability of {{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' || $.jsonBody.alarm && $.jsonBody.alarm != null && $.jsonBody.alarm != '')) || (($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != ''))) && ($.jsonBody.message || $.jsonBody.status.reachable || $.jsonBody.severity))].chart" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message || $.jsonBody.alert || $.jsonBody.alarm || $.jsonBody.status.reachable || $.jsonBody.severity))].chart" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != '') && ($.jsonBody.message || $.jsonBody.alert || $.jsonBody.alarm))]" }, { static = "incomplete: {{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.chart && $.jsonBody.chart != null && $.jsonBody.chart != '' && ($.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' || $.jsonBody.alarm && $.jsonBody.alarm != null && $.jsonBody.alarm != '')) || (($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != '') && ($.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' || $.jsonBody.alarm && $.jsonBody.alarm != null && $.jsonBody.alarm != '')) || (($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != '') && $.jsonBody.chart && $.jsonBody.chart != null && $.jsonBody.chart != '')) && ($.jsonBody.message || $.jsonBody.status.reachable || $.jsonBody.severity))]" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.chart && $.jsonBody.chart != null && $.jsonBody.chart != '') || (($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' || $.jsonBody.node && $.jsonBody.node != null && $.jsonBody.node != '' || $.jsonBody.space && $.jsonBody.space != null && $.jsonBody.space != ''))) && ($.jsonBody.message || $.jsonBody.alert || $.jsonBody.alarm || $.jsonBody.status.reachable || $.jsonBody.severity))]" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Chart }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
