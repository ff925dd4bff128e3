# Grafana: an integration of type Grafana, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Grafana.md, or GET /api/public/v1/inbound-integration/types/Grafana.

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

resource "tocsin_integration" "grafana" {
  display_name = "Grafana"
  team_id      = var.team_id
  type         = "Grafana"
}

resource "tocsin_integration_mapping" "grafana" {
  integration_id = tocsin_integration.grafana.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody[?(@.alertname=='TestAlert' && @.instance=='Grafana')].alertname" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.ruleName" }, { regex = "^Test notification$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.state" }, { regex = "(?i)^(?:paused|pending)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "firing->Open,resolved->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "alerting->Open,no_data->Open,ok->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.commonLabels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing' && (@.labels.severity=='critical' || @.labels.severity=='page'))].status" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.tags.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.commonAnnotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.ruleName" }] },
      { name = "Title", mappings = [{ json_path = "$.alertGroup.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].annotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.commonLabels.alertname" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\[[A-Z]+:[^\\]]*\\]\\s*(?:\\(.*\\))?\\s*$).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.alertname" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.alertname" }] },
      { name = "Organization", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.orgId" }] },
      { name = "Rule Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.ruleId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.groupKey" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.ruleId && $.jsonBody.ruleId != null && $.jsonBody.ruleId != '' && $.jsonBody.orgId && $.jsonBody.orgId != null && $.jsonBody.orgId != '')].ruleId" }, { static = "rule {{ currentIncident.Rule Id }} of organization {{ currentIncident.Organization }}" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.commonLabels.alertname" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.ruleName" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].labels.alertname" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.alerts[0].labels.alertname" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.commonAnnotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alerts[?(@.status=='firing')].annotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alerts[0].annotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Values", mappings = [{ json_path = "$.jsonBody.alerts[0].valueString" }] },
      { name = "Values", mappings = [{ json_path = "$.jsonBody.evalMatches" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.commonAnnotations.runbook_url" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.alerts[0].annotations.runbook_url" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.alerts[0].generatorURL" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.ruleUrl" }] },
      { name = "Panel", mappings = [{ json_path = "$.jsonBody.alerts[0].panelURL" }] },
      { name = "Panel", mappings = [{ json_path = "$.jsonBody.alerts[0].dashboardURL" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.alerts[0].imageURL" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.imageUrl" }] },
      { name = "Silence", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alerts[0].silenceURL" }] },
      { name = "Firing", hide_in_previews = true, mappings = [{ json_path = "$.alertGroup.firing" }] },
      { name = "Truncated Alerts", mappings = [{ json_path = "$.jsonBody.truncatedAlerts" }, { regex = "^[1-9]\\d*$" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.commonLabels" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.commonAnnotations.summary || $.jsonBody.ruleName || $.alertGroup.title || $.jsonBody.alerts[?(@.status=='firing')].annotations.summary || $.jsonBody.commonLabels.alertname || $.jsonBody.title || $.jsonBody.alerts[?(@.status=='firing')].labels.alertname || $.jsonBody.alerts[0].labels.alertname || $.jsonBody.status || $.jsonBody.state))].ruleId" }, { static = "incomplete: rule {{ currentIncident.Rule Id }} of organization {{ currentIncident.Organization }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.orgId && $.jsonBody.orgId != null && $.jsonBody.orgId != '') || ($.jsonBody.ruleId && $.jsonBody.ruleId != null && $.jsonBody.ruleId != '')) && ($.jsonBody.commonAnnotations.summary || $.jsonBody.ruleName || $.alertGroup.title || $.jsonBody.alerts[?(@.status=='firing')].annotations.summary || $.jsonBody.commonLabels.alertname || $.jsonBody.title || $.jsonBody.alerts[?(@.status=='firing')].labels.alertname || $.jsonBody.alerts[0].labels.alertname || $.jsonBody.status || $.jsonBody.state))]" }, { static = "incomplete: {{ currentIncident.Rule Id }}/{{ currentIncident.Organization }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
