# Pulsetic: an integration of type Pulsetic, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Pulsetic.md, or GET /api/public/v1/inbound-integration/types/Pulsetic.

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

resource "tocsin_integration" "pulsetic" {
  display_name = "Pulsetic"
  team_id      = var.team_id
  type         = "Pulsetic"
}

resource "tocsin_integration_mapping" "pulsetic" {
  integration_id = tocsin_integration.pulsetic.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alert_type" }, { regex = "(?i)^test" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert_type" }, { map = "monitor_offline->Open,monitor_online->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert_type" }, { map = "monitor_offline->Critical,monitor_online->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Monitor", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor.id" }] },
      { name = "Monitor", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.id && $.jsonBody.monitor.id != null && $.jsonBody.monitor.id != '' || $.jsonBody.monitor.url && $.jsonBody.monitor.url != null && $.jsonBody.monitor.url != ''))].alert_type" }, { regex = "^monitor_(?:offline|online)$" }, { static = "{{ currentIncident.Monitor }}/uptime" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.id && $.jsonBody.monitor.id != null && $.jsonBody.monitor.id != '' || $.jsonBody.monitor.url && $.jsonBody.monitor.url != null && $.jsonBody.monitor.url != ''))].alert_type" }, { regex = "^(.+)$", replace = "{{ currentIncident.Monitor }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.id && $.jsonBody.monitor.id != null && $.jsonBody.monitor.id != '' || $.jsonBody.monitor.url && $.jsonBody.monitor.url != null && $.jsonBody.monitor.url != ''))]" }, { static = "{{ currentIncident.Monitor }}" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "Details", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alert_type" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.name || $.jsonBody.alert_type))].alert_type" }, { regex = "^monitor_(?:offline|online)$" }, { static = "incomplete: {{ currentIncident.Monitor }}/uptime: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.name || $.jsonBody.alert_type))].alert_type" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Monitor }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor.id && $.jsonBody.monitor.id != null && $.jsonBody.monitor.id != '' || $.jsonBody.monitor.url && $.jsonBody.monitor.url != null && $.jsonBody.monitor.url != '') && ($.jsonBody.monitor.name))]" }, { static = "incomplete: {{ currentIncident.Monitor }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
