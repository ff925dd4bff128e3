# Dash0: an integration of type Dash0, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Dash0.md, or GET /api/public/v1/inbound-integration/types/Dash0.

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

resource "tocsin_integration" "dash0" {
  display_name = "Dash0"
  team_id      = var.team_id
  type         = "Dash0"
}

resource "tocsin_integration_mapping" "dash0" {
  integration_id = tocsin_integration.dash0.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)\\btest$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { map = "alert.ongoing->Open,alert.resolved->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.issue.status" }, { map = "critical->Open,degraded->Open,resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.issue.status" }, { map = "critical->Critical,degraded->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.issue.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.issue.checkrules[0].name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.issue.issueIdentifier" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.issue.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.issue.status" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.data.issue.description" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.data.issue.labels[?(@.key=='service.name')].value.stringValue" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.data.issue.labels[?(@.key=='dash0.resource.name')].value.stringValue" }] },
      { name = "Check Rule", mappings = [{ json_path = "$.jsonBody.data.issue.checkrules[0].name" }] },
      { name = "Dataset", mappings = [{ json_path = "$.jsonBody.data.issue.dataset" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.issue.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
