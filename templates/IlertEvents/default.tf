# ilert events: an integration of type IlertEvents, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/IlertEvents.md, or GET /api/public/v1/inbound-integration/types/IlertEvents.

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

resource "tocsin_integration" "ilert_events" {
  display_name = "ilert events"
  team_id      = var.team_id
  type         = "IlertEvents"
}

resource "tocsin_integration_mapping" "ilert_events" {
  integration_id = tocsin_integration.ilert_events.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "(?i)^comment$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.eventType" }, { map = "ALERT->Open,ACCEPT->Open,RESOLVE->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "HIGH->Critical,LOW->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertKey" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.eventType" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.links[0].href" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.images[0].src" }] },
      { name = "Details", expand = true, mappings = [{ json_path = "$.jsonBody.customDetails" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
