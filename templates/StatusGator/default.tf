# StatusGator: an integration of type StatusGator, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/StatusGator.md, or GET /api/public/v1/inbound-integration/types/StatusGator.

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

resource "tocsin_integration" "status_gator" {
  display_name = "StatusGator"
  team_id      = var.team_id
  type         = "StatusGator"
}

resource "tocsin_integration_mapping" "status_gator" {
  integration_id = tocsin_integration.status_gator.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "up->Resolved,down->Open,warn->Open,maintenance->Open,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.current_status" }, { map = "up->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.status" }, { map = "down->Critical,warn->Warning,maintenance->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.current_status" }, { map = "down->Critical,warn->Warning,maintenance->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.monitor.display_name" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service.name" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service_name" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.monitor.display_name && $.jsonBody.monitor.display_name != null && $.jsonBody.monitor.display_name != '' || $.jsonBody.service.name && $.jsonBody.service.name != null && $.jsonBody.service.name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != '') && ($.jsonBody.message && $.jsonBody.message != null && $.jsonBody.message != '' || $.jsonBody.summary && $.jsonBody.summary != null && $.jsonBody.summary != ''))].message" }, { static = "{{ currentIncident.Service }}: {{ currentIncident.Message }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.monitor.display_name && $.jsonBody.monitor.display_name != null && $.jsonBody.monitor.display_name != '' || $.jsonBody.service.name && $.jsonBody.service.name != null && $.jsonBody.service.name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != '') && ($.jsonBody.message && $.jsonBody.message != null && $.jsonBody.message != '' || $.jsonBody.summary && $.jsonBody.summary != null && $.jsonBody.summary != ''))].summary" }, { static = "{{ currentIncident.Service }}: {{ currentIncident.Message }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.monitor.display_name && $.jsonBody.monitor.display_name != null && $.jsonBody.monitor.display_name != '' || $.jsonBody.service.name && $.jsonBody.service.name != null && $.jsonBody.service.name != '' || $.jsonBody.service_name && $.jsonBody.service_name != null && $.jsonBody.service_name != ''))]" }, { static = "{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(@.type == \"EarlyWarningSignal\")].monitor.id" }, { regex = "^(.+)$", replace = "early-warning/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.slug" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.service_name" }] },
      { name = "Details", mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Board", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.board.name" }] },
      { name = "Components", mappings = [{ json_path = "$.jsonBody.component_status_changes" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.current_status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.service.status_page_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.status_page_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
