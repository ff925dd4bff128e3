# Kentix AlarmManager and KentixONE: an integration of type KentixAm, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/KentixAm.md, or GET /api/public/v1/inbound-integration/types/KentixAm.

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

resource "tocsin_integration" "kentix_am" {
  display_name = "Kentix AlarmManager and KentixONE"
  team_id      = var.team_id
  type         = "KentixAm"
}

resource "tocsin_integration_mapping" "kentix_am" {
  integration_id = tocsin_integration.kentix_am.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alarm" }, { map = "0->Resolved,1->Open,2->Open,3->Open,4->Open,5->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody" }, { regex = "(?s)^(?!.*-alarm\"\\s*:\\s*(?!\"?0\"?\\s*[,}]|\"\"|null|\"\\$)).*-alarm\"\\s*:\\s*\"?0\"?\\s*[,}]" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alarm" }, { map = "1->Critical,2->Critical,3->Warning,4->Warning,5->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody" }, { regex = "-alarm\"\\s*:\\s*\"?[12]\"?\\s*[,}]" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Device", mappings = [{ json_path = "$.jsonBody.device" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Sensor", mappings = [{ json_path = "$.jsonBody.sensor" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Zone", mappings = [{ json_path = "$.jsonBody.alarmzone" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.sensor && $.jsonBody.sensor != null && $.jsonBody.sensor != '' && !($.jsonBody.sensor =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/))].sensor" }, { static = "{{ currentIncident.Sensor }} of {{ currentIncident.Device }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.sensor" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.alarmzone && $.jsonBody.alarmzone != null && $.jsonBody.alarmzone != '' && !($.jsonBody.alarmzone =~ /^(?:\\$[A-Za-z{])/))].device" }, { static = "{{ currentIncident.Device }} in {{ currentIncident.Zone }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.device" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.sensor && $.jsonBody.sensor != null && $.jsonBody.sensor != '' && !($.jsonBody.sensor =~ /^(?:\\$[A-Za-z{])/))].sensor" }, { static = "{{ currentIncident.Device }}/{{ currentIncident.Sensor }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.sensor" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.alarmzone && $.jsonBody.alarmzone != null && $.jsonBody.alarmzone != '' && !($.jsonBody.alarmzone =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/))].device" }, { static = "{{ currentIncident.Zone }}/{{ currentIncident.Device }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.device" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.value" }] },
      { name = "Address", mappings = [{ json_path = "$.jsonBody.address" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alarm" }, { map = "0->OK,1->Alarm,2->Alarm to be acknowledged,3->Warning,4->Pre-alarm,5->Warning to be acknowledged" }] },
      { name = "Event", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.event" }] },
      { name = "Details", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.alarmzone || $.jsonBody.alarm || $.jsonBody))].sensor" }, { static = "incomplete: {{ currentIncident.Device }}/{{ currentIncident.Sensor }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.sensor || $.jsonBody.alarm || $.jsonBody))].device" }, { static = "incomplete: {{ currentIncident.Zone }}/{{ currentIncident.Device }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.sensor && $.jsonBody.sensor != null && $.jsonBody.sensor != '' && !($.jsonBody.sensor =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.alarmzone || $.jsonBody.alarm || $.jsonBody))]" }, { static = "incomplete: {{ currentIncident.Device }}/{{ currentIncident.Sensor }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.device && $.jsonBody.device != null && $.jsonBody.device != '' && !($.jsonBody.device =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.alarmzone && $.jsonBody.alarmzone != null && $.jsonBody.alarmzone != '' && !($.jsonBody.alarmzone =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.sensor || $.jsonBody.alarm || $.jsonBody))]" }, { static = "incomplete: {{ currentIncident.Zone }}/{{ currentIncident.Device }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
