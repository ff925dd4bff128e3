# Hyperping: an integration of type Hyperping, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Hyperping.md, or GET /api/public/v1/inbound-integration/types/Hyperping.

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

resource "tocsin_integration" "hyperping" {
  display_name = "Hyperping"
  team_id      = var.team_id
  type         = "Hyperping"
}

resource "tocsin_integration_mapping" "hyperping" {
  integration_id = tocsin_integration.hyperping.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event" }, { map = "check.down->Open,check.up->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.check.down" }, { map = "true->Open,false->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event" }, { map = "check.down->Critical,check.up->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check.monitorUuid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "Status code", mappings = [{ json_path = "$.jsonBody.check.status" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.pings[0].statusMessage" }] },
      { name = "Location", mappings = [{ json_path = "$.jsonBody.pings[0].location" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
