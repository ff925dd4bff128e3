# AppSignal: an integration of type AppSignal, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AppSignal.md, or GET /api/public/v1/inbound-integration/types/AppSignal.

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

resource "tocsin_integration" "app_signal" {
  display_name = "AppSignal"
  team_id      = var.team_id
  type         = "AppSignal"
}

resource "tocsin_integration_mapping" "app_signal" {
  integration_id = tocsin_integration.app_signal.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.marker.marker_id" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert.state" }, { map = "open->Open,closed->Resolved,warmup->Open,cooldown->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "open->Open,closed->Resolved,warmup->Open,cooldown->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.exception.number" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.exception.exception" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.performance.action" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.trigger_label" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.trigger_label" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.trigger_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.trigger_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.metric_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.metric_name" }] },
      { name = "Site", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.exception.site" }] },
      { name = "Site", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.performance.site" }] },
      { name = "Site", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alert.site" }] },
      { name = "Site", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.site" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.exception.environment" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.performance.environment" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.alert.environment" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.environment" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.alert_id" }, { regex = "^(.+)$", replace = "alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert_id" }, { regex = "^(.+)$", replace = "alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.id" }, { regex = "^(.+)$", replace = "alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.exception.site && $.jsonBody.exception.site != null && $.jsonBody.exception.site != '' || $.jsonBody.performance.site && $.jsonBody.performance.site != null && $.jsonBody.performance.site != '' || $.jsonBody.alert.site && $.jsonBody.alert.site != null && $.jsonBody.alert.site != '' || $.jsonBody.site && $.jsonBody.site != null && $.jsonBody.site != '') && ($.jsonBody.exception.environment && $.jsonBody.exception.environment != null && $.jsonBody.exception.environment != '' || $.jsonBody.performance.environment && $.jsonBody.performance.environment != null && $.jsonBody.performance.environment != '' || $.jsonBody.alert.environment && $.jsonBody.alert.environment != null && $.jsonBody.alert.environment != '' || $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != ''))].exception.number" }, { regex = "^(.+)$", replace = "{{ currentIncident.Site }}/{{ currentIncident.Environment }}/exception/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.exception.site && $.jsonBody.exception.site != null && $.jsonBody.exception.site != '' || $.jsonBody.performance.site && $.jsonBody.performance.site != null && $.jsonBody.performance.site != '' || $.jsonBody.alert.site && $.jsonBody.alert.site != null && $.jsonBody.alert.site != '' || $.jsonBody.site && $.jsonBody.site != null && $.jsonBody.site != '') && ($.jsonBody.exception.environment && $.jsonBody.exception.environment != null && $.jsonBody.exception.environment != '' || $.jsonBody.performance.environment && $.jsonBody.performance.environment != null && $.jsonBody.performance.environment != '' || $.jsonBody.alert.environment && $.jsonBody.alert.environment != null && $.jsonBody.alert.environment != '' || $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != ''))].performance.number" }, { regex = "^(.+)$", replace = "{{ currentIncident.Site }}/{{ currentIncident.Environment }}/performance/$1" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.exception.message" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.alert.message" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.alert.current_value" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.current_value" }] },
      { name = "Duration", mappings = [{ json_path = "$.jsonBody.performance.duration" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.exception.hostname" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.performance.hostname" }] },
      { name = "Revision", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.exception.revision" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alert.state" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.exception.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.performance.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.exception.environment && $.jsonBody.exception.environment != null && $.jsonBody.exception.environment != '' || $.jsonBody.performance.environment && $.jsonBody.performance.environment != null && $.jsonBody.performance.environment != '' || $.jsonBody.alert.environment && $.jsonBody.alert.environment != null && $.jsonBody.alert.environment != '' || $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != '')) || (($.jsonBody.exception.site && $.jsonBody.exception.site != null && $.jsonBody.exception.site != '' || $.jsonBody.performance.site && $.jsonBody.performance.site != null && $.jsonBody.performance.site != '' || $.jsonBody.alert.site && $.jsonBody.alert.site != null && $.jsonBody.alert.site != '' || $.jsonBody.site && $.jsonBody.site != null && $.jsonBody.site != ''))) && ($.jsonBody.exception.exception || $.jsonBody.performance.action || $.jsonBody.trigger_label || $.jsonBody.alert.trigger_label || $.jsonBody.alert.trigger_name || $.jsonBody.trigger_name || $.jsonBody.alert.metric_name || $.jsonBody.metric_name || $.jsonBody.alert.state || $.jsonBody.state))].exception.number" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Site }}/{{ currentIncident.Environment }}/exception/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.exception.environment && $.jsonBody.exception.environment != null && $.jsonBody.exception.environment != '' || $.jsonBody.performance.environment && $.jsonBody.performance.environment != null && $.jsonBody.performance.environment != '' || $.jsonBody.alert.environment && $.jsonBody.alert.environment != null && $.jsonBody.alert.environment != '' || $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != '')) || (($.jsonBody.exception.site && $.jsonBody.exception.site != null && $.jsonBody.exception.site != '' || $.jsonBody.performance.site && $.jsonBody.performance.site != null && $.jsonBody.performance.site != '' || $.jsonBody.alert.site && $.jsonBody.alert.site != null && $.jsonBody.alert.site != '' || $.jsonBody.site && $.jsonBody.site != null && $.jsonBody.site != ''))) && ($.jsonBody.exception.exception || $.jsonBody.performance.action || $.jsonBody.trigger_label || $.jsonBody.alert.trigger_label || $.jsonBody.alert.trigger_name || $.jsonBody.trigger_name || $.jsonBody.alert.metric_name || $.jsonBody.metric_name || $.jsonBody.alert.state || $.jsonBody.state))].performance.number" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Site }}/{{ currentIncident.Environment }}/performance/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.exception.site && $.jsonBody.exception.site != null && $.jsonBody.exception.site != '' || $.jsonBody.performance.site && $.jsonBody.performance.site != null && $.jsonBody.performance.site != '' || $.jsonBody.alert.site && $.jsonBody.alert.site != null && $.jsonBody.alert.site != '' || $.jsonBody.site && $.jsonBody.site != null && $.jsonBody.site != '') && ($.jsonBody.exception.environment && $.jsonBody.exception.environment != null && $.jsonBody.exception.environment != '' || $.jsonBody.performance.environment && $.jsonBody.performance.environment != null && $.jsonBody.performance.environment != '' || $.jsonBody.alert.environment && $.jsonBody.alert.environment != null && $.jsonBody.alert.environment != '' || $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != '') && ($.jsonBody.exception.exception || $.jsonBody.performance.action || $.jsonBody.trigger_label || $.jsonBody.alert.trigger_label || $.jsonBody.alert.trigger_name || $.jsonBody.trigger_name || $.jsonBody.alert.metric_name || $.jsonBody.metric_name))]" }, { static = "incomplete: {{ currentIncident.Site }}/{{ currentIncident.Environment }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
