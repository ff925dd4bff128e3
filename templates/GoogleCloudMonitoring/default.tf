# Google Cloud Monitoring: an integration of type GoogleCloudMonitoring, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/GoogleCloudMonitoring.md, or GET /api/public/v1/inbound-integration/types/GoogleCloudMonitoring.

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

resource "tocsin_integration" "google_cloud_monitoring" {
  display_name = "Google Cloud Monitoring"
  team_id      = var.team_id
  type         = "GoogleCloudMonitoring"
}

resource "tocsin_integration_mapping" "google_cloud_monitoring" {
  integration_id = tocsin_integration.google_cloud_monitoring.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.version" }, { regex = "(?i)^test$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.incident.state" }, { map = "open->Open,acknowledged->Open,closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.incident.severity" }, { map = "Critical->Critical,Error->Critical,Warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.incident.policy_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.incident.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.incident.incident_id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.incident.state" }] },
      { name = "Summary", mappings = [{ json_path = "$.jsonBody.incident.summary" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.incident.condition_name" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.incident.resource_display_name" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.incident.resource_name" }] },
      { name = "Resource Type", mappings = [{ json_path = "$.jsonBody.incident.resource_type_display_name" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.incident.scoping_project_id" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.incident.metric.displayName" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.incident.observed_value" }] },
      { name = "Documentation", mappings = [{ json_path = "$.jsonBody.incident.documentation.content" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.incident.url" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.incident.policy_user_labels" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
