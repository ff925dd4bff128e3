# VictoriaMetrics: an integration of type VictoriaMetrics, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/VictoriaMetrics.md, or GET /api/public/v1/inbound-integration/types/VictoriaMetrics.

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

resource "tocsin_integration" "victoria_metrics" {
  display_name = "VictoriaMetrics"
  team_id      = var.team_id
  type         = "VictoriaMetrics"
}

resource "tocsin_integration_mapping" "victoria_metrics" {
  integration_id = tocsin_integration.victoria_metrics.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "firing->Open,resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.commonLabels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing' && (@.labels.severity=='critical' || @.labels.severity=='page'))].status" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.commonAnnotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.alertGroup.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].annotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.commonLabels.alertname" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[0].annotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.alertname" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.alertname" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.groupKey" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alerts[0].fingerprint" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.commonLabels.alertname" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.alertname" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.alertname" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.commonAnnotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].annotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alerts[0].annotations.description" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.commonAnnotations.runbook_url" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.alerts[0].annotations.runbook_url" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.alerts[0].generatorURL" }] },
      { name = "Instance", mappings = [{ json_path = "$.jsonBody.commonLabels.instance" }] },
      { name = "Instance", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.instance" }] },
      { name = "Instance", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.instance" }] },
      { name = "Alert Group", mappings = [{ json_path = "$.jsonBody.commonLabels.alertgroup" }] },
      { name = "Alert Group", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.alertgroup" }] },
      { name = "Alertmanager", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.externalURL" }] },
      { name = "Firing", hide_in_previews = true, mappings = [{ json_path = "$.alertGroup.firing" }] },
      { name = "Truncated Alerts", mappings = [{ json_path = "$.jsonBody.truncatedAlerts" }, { regex = "^[1-9]\\d*$" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.commonLabels" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
