# Azure Service Health: an integration of type AzureServiceHealth, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AzureServiceHealth.md, or GET /api/public/v1/inbound-integration/types/AzureServiceHealth.

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

resource "tocsin_integration" "azure_service_health" {
  display_name = "Azure Service Health"
  team_id      = var.team_id
  type         = "AzureServiceHealth"
}

resource "tocsin_integration_mapping" "azure_service_health" {
  integration_id = tocsin_integration.azure_service_health.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.stage" }, { map = "Active->Open,Planned->Open,InProgress->Open,Rescheduled->Open,Resolved->Resolved,Complete->Resolved,Canceled->Resolved,RCA->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.stage" }, { map = "Active->Open,Planned->Open,InProgress->Open,Rescheduled->Open,Resolved->Resolved,Complete->Resolved,Canceled->Resolved,RCA->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.incidentType" }, { map = "Incident->Critical,Security->Critical,ActionRequired->Warning,Maintenance->Minor,Informational->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.incidentType" }, { map = "Incident->Critical,Security->Critical,ActionRequired->Warning,Maintenance->Minor,Informational->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.essentials.alertRule" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.trackingId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.trackingId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.essentials.alertId" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.stage" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.stage" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.service" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.service" }] },
      { name = "Region", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.region" }] },
      { name = "Region", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.region" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.incidentType" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.incidentType" }] },
      { name = "Communication", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.communication" }] },
      { name = "Communication", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.communication" }] },
      { name = "Started", mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.impactStartTime" }] },
      { name = "Started", mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.impactStartTime" }] },
      { name = "Impacted Services", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.alertContext.properties.impactedServices" }] },
      { name = "Impacted Services", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.context.activityLog.properties.impactedServices" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
