# StatusCake: an integration of type StatusCake, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/StatusCake.md, or GET /api/public/v1/inbound-integration/types/StatusCake.

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

resource "tocsin_integration" "status_cake" {
  display_name = "StatusCake"
  team_id      = var.team_id
  type         = "StatusCake"
}

resource "tocsin_integration_mapping" "status_cake" {
  integration_id = tocsin_integration.status_cake.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.formBody.Status" }, { map = "Up->Resolved,Down->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.Status" }, { map = "Up->Critical,Down->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.Name" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.URL" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.TestID" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.URL" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.Name" }] },
      { name = "URL", mappings = [{ json_path = "$.formBody.URL" }] },
      { name = "Status code", mappings = [{ json_path = "$.formBody.StatusCode" }] },
      { name = "IP", hide_in_previews = true, mappings = [{ json_path = "$.formBody.IP" }] },
      { name = "Tags", mappings = [{ json_path = "$.formBody.Tags" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
