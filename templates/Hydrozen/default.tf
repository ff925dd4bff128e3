# Hydrozen.io: an integration of type Hydrozen, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Hydrozen.md, or GET /api/public/v1/inbound-integration/types/Hydrozen.

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

resource "tocsin_integration" "hydrozen" {
  display_name = "Hydrozen.io"
  team_id      = var.team_id
  type         = "Hydrozen"
}

resource "tocsin_integration_mapping" "hydrozen" {
  integration_id = tocsin_integration.hydrozen.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.is_ok" }, { map = "0->Open,1->Resolved,false->Open,true->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.is_ok" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.target" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.heartbeat_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.domain_name_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && ($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' || $.jsonBody.heartbeat_id && $.jsonBody.heartbeat_id != null && $.jsonBody.heartbeat_id != '' || $.jsonBody.domain_name_id && $.jsonBody.domain_name_id != null && $.jsonBody.domain_name_id != ''))].type" }, { static = "{{ currentIncident.Kind }}/{{ currentIncident.Object }}" }] },
      { name = "Target", mappings = [{ json_path = "$.jsonBody.target" }] },
      { name = "Port", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.port" }] },
      { name = "Expires", mappings = [{ json_path = "$.jsonBody.whois_end_datetime" }] },
      { name = "Expires", mappings = [{ json_path = "$.jsonBody.ssl_end_datetime" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' || $.jsonBody.heartbeat_id && $.jsonBody.heartbeat_id != null && $.jsonBody.heartbeat_id != '' || $.jsonBody.domain_name_id && $.jsonBody.domain_name_id != null && $.jsonBody.domain_name_id != '')) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '')) && ($.jsonBody.name || $.jsonBody.target || $.jsonBody.is_ok))]" }, { static = "incomplete: {{ currentIncident.Kind }}/{{ currentIncident.Object }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
