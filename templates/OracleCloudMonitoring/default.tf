# Oracle Cloud Monitoring: an integration of type OracleCloudMonitoring, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OracleCloudMonitoring.md, or GET /api/public/v1/inbound-integration/types/OracleCloudMonitoring.

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

resource "tocsin_integration" "oracle_cloud_monitoring" {
  display_name = "Oracle Cloud Monitoring"
  team_id      = var.team_id
  type         = "OracleCloudMonitoring"
}

resource "tocsin_integration_mapping" "oracle_cloud_monitoring" {
  integration_id = tocsin_integration.oracle_cloud_monitoring.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.headers['x-oci-ns-messagetype']" }, { regex = "(?i)SubscriptionConfirmation" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.ConfirmationURL" }, { regex = "^https:" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { map = "OK_TO_FIRING->Open,REPEAT->Open,FIRING_TO_OK->Resolved,RESET->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].status" }, { map = "FIRING->Open,OK->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "CRITICAL->Critical,ERROR->Critical,WARNING->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].severity" }, { map = "CRITICAL->Critical,ERROR->Critical,WARNING->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.dedupeKey" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.body" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].dimensions[0].resourceDisplayName" }] },
      { name = "Namespace", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].namespace" }] },
      { name = "Query", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].query" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].alarmUrl" }] },
      { name = "Dimensions", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alarmMetaData[0].dimensions" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
