# Alibaba Cloud Monitor: an integration of type AlibabaCloudMonitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AlibabaCloudMonitor.md, or GET /api/public/v1/inbound-integration/types/AlibabaCloudMonitor.

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

resource "tocsin_integration" "alibaba_cloud_monitor" {
  display_name = "Alibaba Cloud Monitor"
  team_id      = var.team_id
  type         = "AlibabaCloudMonitor"
}

resource "tocsin_integration_mapping" "alibaba_cloud_monitor" {
  integration_id = tocsin_integration.alibaba_cloud_monitor.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.formBody.alertState" }, { map = "ALERT->Open,INSUFFICIENT_DATA->Open,OK->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.triggerLevel" }, { map = "CRITICAL->Critical,WARN->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.preTriggerLevel" }, { map = "CRITICAL->Critical,WARN->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.alertName" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.metricName" }] },
      { name = "Rule", mappings = [{ json_path = "$.formBody.ruleId" }] },
      { name = "Instance", mappings = [{ json_path = "$.formBody.instanceName" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.ruleId && $.formBody.ruleId != null && $.formBody.ruleId != '' && $.formBody.instanceName && $.formBody.instanceName != null && $.formBody.instanceName != '')].ruleId" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Instance }}" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.alertState" }] },
      { name = "Metric", mappings = [{ json_path = "$.formBody.metricName" }] },
      { name = "Value", mappings = [{ json_path = "$.formBody.curValue" }] },
      { name = "Expression", mappings = [{ json_path = "$.formBody.expression" }] },
      { name = "Namespace", mappings = [{ json_path = "$.formBody.namespace" }] },
      { name = "Region", mappings = [{ json_path = "$.formBody.regionId" }] },
      { name = "Dimensions", hide_in_previews = true, mappings = [{ json_path = "$.formBody.dimensions" }] },
      { name = "Duration", mappings = [{ json_path = "$.formBody.lastTime" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.formBody.alertName || $.formBody.metricName || $.formBody.alertState))].ruleId" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Instance }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.formBody.instanceName && $.formBody.instanceName != null && $.formBody.instanceName != '') || ($.formBody.ruleId && $.formBody.ruleId != null && $.formBody.ruleId != '')) && ($.formBody.alertName || $.formBody.metricName || $.formBody.alertState))]" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Instance }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
