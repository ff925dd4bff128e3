# Instana: an integration of type Instana, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Instana.md, or GET /api/public/v1/inbound-integration/types/Instana.

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

resource "tocsin_integration" "instana" {
  display_name = "Instana"
  team_id      = var.team_id
  type         = "Instana"
}

resource "tocsin_integration_mapping" "instana" {
  integration_id = tocsin_integration.instana.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.issue.state" }, { map = "OPEN->Open,CLOSED->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.issue.severity" }, { map = "10->Critical,5->Warning,-1->Minor,critical->Critical,warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.issue.text" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.issue.id" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.issue.type" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.issue.fqdn" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.issue.entityLabel" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.issue.service" }] },
      { name = "Zone", mappings = [{ json_path = "$.jsonBody.issue.zone" }] },
      { name = "Container", mappings = [{ json_path = "$.jsonBody.issue.container" }] },
      { name = "Suggestion", mappings = [{ json_path = "$.jsonBody.issue.suggestion" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.issue.tags" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.issue.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
