# Azure Monitor: an integration of type AzureMonitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AzureMonitor.md, or GET /api/public/v1/inbound-integration/types/AzureMonitor.

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

resource "tocsin_integration" "azure_monitor" {
  display_name = "Azure Monitor"
  team_id      = var.team_id
  type         = "AzureMonitor"
}

resource "tocsin_integration_mapping" "azure_monitor" {
  integration_id = tocsin_integration.azure_monitor.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.data.essentials.alertId" }, { regex = "12345678-1234-1234-1234-1234567890ab$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.essentials.monitorCondition" }, { map = "Fired->Open,Resolved->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.status" }, { map = "Activated->Open,Deactivated->Resolved,Resolved->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Activated->Open,Resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.essentials.severity" }, { map = "Sev0->Critical,Sev1->Critical,Sev2->Warning,Sev3->Minor,Sev4->Minor,0->Critical,1->Critical,2->Warning,3->Minor,4->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.context.severity" }, { map = "Sev0->Critical,Sev1->Critical,Sev2->Warning,Sev3->Minor,Sev4->Minor,0->Critical,1->Critical,2->Warning,3->Minor,4->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.essentials.alertRule" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.context.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.context.name" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.data.essentials.configurationItems[0]" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.data.essentials.alertTargetIDs[0]" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.data.context.resourceId" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.context.resourceId" }] },
      { name = "Rule Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.context.id" }] },
      { name = "Rule Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.context.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.essentials.alertId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.essentials.originAlertId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.data.context.id && $.jsonBody.data.context.id != null && $.jsonBody.data.context.id != '' || $.jsonBody.context.id && $.jsonBody.context.id != null && $.jsonBody.context.id != '') && ($.jsonBody.data.essentials.configurationItems[0] && $.jsonBody.data.essentials.configurationItems[0] != null && $.jsonBody.data.essentials.configurationItems[0] != '' || $.jsonBody.data.essentials.alertTargetIDs[0] && $.jsonBody.data.essentials.alertTargetIDs[0] != null && $.jsonBody.data.essentials.alertTargetIDs[0] != '' || $.jsonBody.data.context.resourceId && $.jsonBody.data.context.resourceId != null && $.jsonBody.data.context.resourceId != '' || $.jsonBody.context.resourceId && $.jsonBody.context.resourceId != null && $.jsonBody.context.resourceId != ''))].data.context.id" }, { static = "{{ currentIncident.Rule Id }} {{ currentIncident.Resource }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.data.context.id && $.jsonBody.data.context.id != null && $.jsonBody.data.context.id != '' || $.jsonBody.context.id && $.jsonBody.context.id != null && $.jsonBody.context.id != '') && ($.jsonBody.data.essentials.configurationItems[0] && $.jsonBody.data.essentials.configurationItems[0] != null && $.jsonBody.data.essentials.configurationItems[0] != '' || $.jsonBody.data.essentials.alertTargetIDs[0] && $.jsonBody.data.essentials.alertTargetIDs[0] != null && $.jsonBody.data.essentials.alertTargetIDs[0] != '' || $.jsonBody.data.context.resourceId && $.jsonBody.data.context.resourceId != null && $.jsonBody.data.context.resourceId != '' || $.jsonBody.context.resourceId && $.jsonBody.context.resourceId != null && $.jsonBody.context.resourceId != ''))].context.id" }, { static = "{{ currentIncident.Rule Id }} {{ currentIncident.Resource }}" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.essentials.monitorCondition" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.data.essentials.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.data.context.description" }] },
      { name = "Signal", mappings = [{ json_path = "$.jsonBody.data.essentials.signalType" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.data.essentials.monitoringService" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.data.alertContext.condition.allOf[0].metricName" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.data.alertContext.condition.allOf[0].metricValue" }] },
      { name = "Search Results", mappings = [{ json_path = "$.jsonBody.data.alertContext.condition.allOf[0].linkToSearchResultsUI" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.essentials.investigationLink" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.context.portalLink" }] },
      { name = "Properties", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.data.customProperties" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.data.essentials.alertRule || $.jsonBody.data.context.name || $.jsonBody.context.name || $.jsonBody.data.essentials.monitorCondition || $.jsonBody.data.status || $.jsonBody.status))].data.context.id" }, { static = "incomplete: {{ currentIncident.Rule Id }} {{ currentIncident.Resource }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.data.essentials.alertRule || $.jsonBody.data.context.name || $.jsonBody.context.name || $.jsonBody.data.essentials.monitorCondition || $.jsonBody.data.status || $.jsonBody.status))].context.id" }, { static = "incomplete: {{ currentIncident.Rule Id }} {{ currentIncident.Resource }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.data.essentials.configurationItems[0] && $.jsonBody.data.essentials.configurationItems[0] != null && $.jsonBody.data.essentials.configurationItems[0] != '' || $.jsonBody.data.essentials.alertTargetIDs[0] && $.jsonBody.data.essentials.alertTargetIDs[0] != null && $.jsonBody.data.essentials.alertTargetIDs[0] != '' || $.jsonBody.data.context.resourceId && $.jsonBody.data.context.resourceId != null && $.jsonBody.data.context.resourceId != '' || $.jsonBody.context.resourceId && $.jsonBody.context.resourceId != null && $.jsonBody.context.resourceId != '')) || (($.jsonBody.data.context.id && $.jsonBody.data.context.id != null && $.jsonBody.data.context.id != '' || $.jsonBody.context.id && $.jsonBody.context.id != null && $.jsonBody.context.id != ''))) && ($.jsonBody.data.essentials.alertRule || $.jsonBody.data.context.name || $.jsonBody.context.name || $.jsonBody.data.essentials.monitorCondition || $.jsonBody.data.status || $.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Rule Id }}/{{ currentIncident.Resource }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
