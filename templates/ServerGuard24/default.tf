# ServerGuard24: an integration of type ServerGuard24, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ServerGuard24.md, or GET /api/public/v1/inbound-integration/types/ServerGuard24.

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

resource "tocsin_integration" "server_guard24" {
  display_name = "ServerGuard24"
  team_id      = var.team_id
  type         = "ServerGuard24"
}

resource "tocsin_integration_mapping" "server_guard24" {
  integration_id = tocsin_integration.server_guard24.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.formBody.check_result" }, { map = "OK->Resolved,WARNING->Open,CRITICAL->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.check_result" }, { map = "OK->Resolved,WARNING->Open,CRITICAL->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.check_result" }, { map = "CRITICAL->Critical,WARNING->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.check_result" }, { map = "CRITICAL->Critical,WARNING->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Server", mappings = [{ json_path = "$.formBody.server_name" }] },
      { name = "Server", mappings = [{ json_path = "$.jsonBody.server_name" }] },
      { name = "Check", mappings = [{ json_path = "$.formBody.service_shortname" }] },
      { name = "Check", mappings = [{ json_path = "$.jsonBody.service_shortname" }] },
      { name = "Check", mappings = [{ json_path = "$.formBody.service_name" }] },
      { name = "Check", mappings = [{ json_path = "$.jsonBody.service_name" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.formBody.service_shortname && $.formBody.service_shortname != null && $.formBody.service_shortname != '' || $.jsonBody.service_shortname && $.jsonBody.service_shortname != null && $.jsonBody.service_shortname != '' || $.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != '') && ($.formBody.server_name && $.formBody.server_name != null && $.formBody.server_name != '' || $.jsonBody.server_name && $.jsonBody.server_name != null && $.jsonBody.server_name != ''))]" }, { static = "{{ currentIncident.Check }} on {{ currentIncident.Server }}" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.server_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.server_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.formBody.server_name && $.formBody.server_name != null && $.formBody.server_name != '' || $.jsonBody.server_name && $.jsonBody.server_name != null && $.jsonBody.server_name != '') && ($.formBody.service_shortname && $.formBody.service_shortname != null && $.formBody.service_shortname != '' || $.jsonBody.service_shortname && $.jsonBody.service_shortname != null && $.jsonBody.service_shortname != '' || $.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != ''))]" }, { static = "{{ currentIncident.Server }}/{{ currentIncident.Check }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.server_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.server_name" }] },
      { name = "Service", mappings = [{ json_path = "$.formBody.service_name" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service_name" }] },
      { name = "Address", mappings = [{ json_path = "$.formBody.server_address" }] },
      { name = "Address", mappings = [{ json_path = "$.jsonBody.server_address" }] },
      { name = "Output", mappings = [{ json_path = "$.formBody.check_output" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.check_output" }] },
      { name = "Message", mappings = [{ json_path = "$.formBody.service_message" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.service_message" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.check_result" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.check_result" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.formBody.notification_time" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.notification_time" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.formBody.service_shortname && $.formBody.service_shortname != null && $.formBody.service_shortname != '' || $.jsonBody.service_shortname && $.jsonBody.service_shortname != null && $.jsonBody.service_shortname != '' || $.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != '')) || (($.formBody.server_name && $.formBody.server_name != null && $.formBody.server_name != '' || $.jsonBody.server_name && $.jsonBody.server_name != null && $.jsonBody.server_name != ''))) && ($.formBody.check_result || $.jsonBody.check_result))]" }, { static = "incomplete: {{ currentIncident.Server }}/{{ currentIncident.Check }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
