# Uptime.com: an integration of type UptimeCom, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/UptimeCom.md, or GET /api/public/v1/inbound-integration/types/UptimeCom.

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

resource "tocsin_integration" "uptime_com" {
  display_name = "Uptime.com"
  team_id      = var.team_id
  type         = "UptimeCom"
}

resource "tocsin_integration_mapping" "uptime_com" {
  integration_id = tocsin_integration.uptime_com.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event" }, { regex = "(?i)^(?:test|ping)" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event" }, { map = "alert_raised->Open,alert_cleared->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.alert.is_up" }, { map = "true->Resolved,false->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.alert.state" }, { map = "CRITICAL->Critical,WARNING->Warning,UNKNOWN->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.service.display_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.service.name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.service.id" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.data.alert.short_output" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.data.alert.output" }] },
      { name = "Address", mappings = [{ json_path = "$.jsonBody.data.service.msp_address" }] },
      { name = "Check type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.service.monitoring_service_type_display" }] },
      { name = "Check type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.service.monitoring_service_type" }] },
      { name = "Locations", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.locations" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.data.service.tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.alert.state" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.links.alert_details" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
