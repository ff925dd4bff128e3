# Postman Monitors: an integration of type PostmanMonitors, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/PostmanMonitors.md, or GET /api/public/v1/inbound-integration/types/PostmanMonitors.

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

resource "tocsin_integration" "postman_monitors" {
  display_name = "Postman Monitors"
  team_id      = var.team_id
  type         = "PostmanMonitors"
}

resource "tocsin_integration_mapping" "postman_monitors" {
  integration_id = tocsin_integration.postman_monitors.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.metrics.errors" }, { regex = "^[1-9]" }, { static = "Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.metrics.failedTests" }, { map = "0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.metrics.failed_tests" }, { map = "0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitorName" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.collection_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor_uid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitorUid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.collection_uid" }] },
      { name = "Collection", mappings = [{ json_path = "$.jsonBody.collection_name" }] },
      { name = "Failed tests", mappings = [{ json_path = "$.jsonBody.metrics.failedTests" }] },
      { name = "Failed tests", mappings = [{ json_path = "$.jsonBody.metrics.failed_tests" }] },
      { name = "Errors", mappings = [{ json_path = "$.jsonBody.metrics.errors" }] },
      { name = "Total latency", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.metrics.totalLatency" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
