# Kapacitor: an integration of type Kapacitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Kapacitor.md, or GET /api/public/v1/inbound-integration/types/Kapacitor.

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

resource "tocsin_integration" "kapacitor" {
  display_name = "Kapacitor"
  team_id      = var.team_id
  type         = "Kapacitor"
}

resource "tocsin_integration_mapping" "kapacitor" {
  integration_id = tocsin_integration.kapacitor.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.level" }, { map = "OK->Resolved,INFO->Open,WARNING->Open,CRITICAL->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.level" }, { map = "CRITICAL->Critical,WARNING->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.previousLevel" }, { map = "CRITICAL->Critical,WARNING->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Level", mappings = [{ json_path = "$.jsonBody.level" }] },
      { name = "Previous Level", mappings = [{ json_path = "$.jsonBody.previousLevel" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.data.series[0].tags.host" }] },
      { name = "Measurement", mappings = [{ json_path = "$.jsonBody.data.series[0].name" }] },
      { name = "Tags", expand = true, mappings = [{ json_path = "$.jsonBody.data.series[0].tags" }] },
      { name = "Details", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Values", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.series[0].values" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
