# Healthchecks.io: an integration of type Healthchecks, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Healthchecks.md, or GET /api/public/v1/inbound-integration/types/Healthchecks.

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

resource "tocsin_integration" "healthchecks" {
  display_name = "Healthchecks.io"
  team_id      = var.team_id
  type         = "Healthchecks"
}

resource "tocsin_integration_mapping" "healthchecks" {
  integration_id = tocsin_integration.healthchecks.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "^TEST$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.code" }, { regex = "^\\$CODE$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "down->Open,up->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.status" }, { map = "down->Critical,up->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.code" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.code" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "Exit status", mappings = [{ json_path = "$.jsonBody.exitstatus" }] },
      { name = "Last ping body", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.body" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.now" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.code" }, { regex = "^([0-9a-fA-F-]{36})$", replace = "https://healthchecks.io/checks/$1/details/" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
