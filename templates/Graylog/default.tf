# Graylog: an integration of type Graylog, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Graylog.md, or GET /api/public/v1/inbound-integration/types/Graylog.
# It never reports the end of a problem: a person or a timer resolves its incidents.

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

resource "tocsin_integration" "graylog" {
  display_name = "Graylog"
  team_id      = var.team_id
  type         = "Graylog"
}

resource "tocsin_integration_mapping" "graylog" {
  integration_id = tocsin_integration.graylog.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event_definition_type" }, { regex = "^(?:notification-test-v1|test-dummy-v1)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event.message" }, { regex = "^Notification test message triggered from user" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event.priority" }, { map = "4->Critical,3->Critical,2->Warning,1->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event_definition_title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.message" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check_result.result_description" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.stream.title" }] },
      { name = "Definition", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event_definition_id" }] },
      { name = "Key", mappings = [{ json_path = "$.jsonBody.event.key" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.event_definition_id && $.jsonBody.event_definition_id != null && $.jsonBody.event_definition_id != '' && $.jsonBody.event.key && $.jsonBody.event.key != null && $.jsonBody.event.key != '')].event.key" }, { static = "{{ currentIncident.Definition }}/{{ currentIncident.Key }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event_definition_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check_result.triggered_condition.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.stream.id" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.event.message" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.event_definition_description" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.event.source" }] },
      { name = "Stream", mappings = [{ json_path = "$.jsonBody.stream.title" }] },
      { name = "Backlog", mappings = [{ json_path = "$.jsonBody.backlog[0].message" }] },
      { name = "Fields", expand = true, mappings = [{ json_path = "$.jsonBody.event.fields" }] },
      { name = "Link", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event.replay_info.query" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.event_definition_title || $.jsonBody.event.message || $.jsonBody.check_result.result_description || $.jsonBody.stream.title))].event.key" }, { static = "incomplete: {{ currentIncident.Definition }}/{{ currentIncident.Key }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.event.key && $.jsonBody.event.key != null && $.jsonBody.event.key != '') || ($.jsonBody.event_definition_id && $.jsonBody.event_definition_id != null && $.jsonBody.event_definition_id != '')) && ($.jsonBody.event_definition_title || $.jsonBody.event.message || $.jsonBody.check_result.result_description || $.jsonBody.stream.title))]" }, { static = "incomplete: {{ currentIncident.Definition }}/{{ currentIncident.Key }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
