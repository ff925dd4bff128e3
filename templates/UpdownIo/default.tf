# updown.io: an integration of type UpdownIo, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/UpdownIo.md, or GET /api/public/v1/inbound-integration/types/UpdownIo.

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

resource "tocsin_integration" "updown_io" {
  display_name = "updown.io"
  team_id      = var.team_id
  type         = "UpdownIo"
}

resource "tocsin_integration_mapping" "updown_io" {
  integration_id = tocsin_integration.updown_io.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event" }, { map = "check.down->Open,check.still_down->Open,check.up->Resolved,check.ssl_valid->Resolved,check.ssl_renewed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event" }, { map = "check.down->Critical,check.still_down->Critical,check.up->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.alias" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "Token", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.check.token" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.check.token && $.jsonBody.check.token != null && $.jsonBody.check.token != '')].event" }, { regex = "^check\\.ssl_" }, { static = "{{ currentIncident.Token }}/ssl" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.check.token && $.jsonBody.check.token != null && $.jsonBody.check.token != '')].event" }, { regex = "^check\\.performance_" }, { static = "{{ currentIncident.Token }}/performance" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.check.token && $.jsonBody.check.token != null && $.jsonBody.check.token != '')].check.token" }, { static = "{{ currentIncident.Token }}" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Error", mappings = [{ json_path = "$.jsonBody.downtime.error" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.check.url" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.time" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.check.token" }, { regex = "^(\\w+)$", replace = "https://updown.io/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.check.alias || $.jsonBody.check.url || $.jsonBody.event))].event" }, { regex = "^check\\.ssl_" }, { static = "incomplete: {{ currentIncident.Token }}/ssl: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.check.alias || $.jsonBody.check.url || $.jsonBody.event))].event" }, { regex = "^check\\.performance_" }, { static = "incomplete: {{ currentIncident.Token }}/performance: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.check.token && $.jsonBody.check.token != null && $.jsonBody.check.token != '' && ($.jsonBody.check.alias || $.jsonBody.check.url))]" }, { static = "incomplete: {{ currentIncident.Token }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
