# ApexPing: an integration of type ApexPing, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ApexPing.md, or GET /api/public/v1/inbound-integration/types/ApexPing.

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

resource "tocsin_integration" "apex_ping" {
  display_name = "ApexPing"
  team_id      = var.team_id
  type         = "ApexPing"
}

resource "tocsin_integration_mapping" "apex_ping" {
  integration_id = tocsin_integration.apex_ping.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "triggered->Open,resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.state" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check.id" }, { regex = "^(.+)$", replace = "check/$1" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "Check", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.check.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
