# Icinga 2: an integration of type Icinga2, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Icinga2.md, or GET /api/public/v1/inbound-integration/types/Icinga2.

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

resource "tocsin_integration" "icinga2" {
  display_name = "Icinga 2"
  team_id      = var.team_id
  type         = "Icinga2"
}

resource "tocsin_integration_mapping" "icinga2" {
  integration_id = tocsin_integration.icinga2.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.formBody.notification_type" }, { regex = "(?i)^DOWNTIME" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.formBody.host_name" }, { regex = "^\\$[\\w.]+\\$$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.notification_type" }, { map = "RECOVERY->Resolved,FLAPPINGSTOP->state,FLAPPINGDISABLED->state,FLAPPINGEND->state,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.service_state" }, { map = "OK->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.host_state" }, { map = "UP->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.service_state" }, { map = "CRITICAL->Critical,CRIT->Critical,WARNING->Warning,WARN->Warning,UNKNOWN->Warning,UNKN->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.host_state" }, { map = "DOWN->Critical,UNREACHABLE->Critical,UNREACH->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Host", mappings = [{ json_path = "$.formBody.host_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Service", mappings = [{ json_path = "$.formBody.service_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "State", mappings = [{ json_path = "$.formBody.service_state" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "State", mappings = [{ json_path = "$.formBody.host_state" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' && !($.formBody.service_name =~ /^(?:\\$[A-Za-z{])/) && $.formBody.host_name && $.formBody.host_name != null && $.formBody.host_name != '' && !($.formBody.host_name =~ /^(?:\\$[A-Za-z{])/) && ($.formBody.service_state && $.formBody.service_state != null && $.formBody.service_state != '' && !($.formBody.service_state =~ /^(?:\\$[A-Za-z{])/) || $.formBody.host_state && $.formBody.host_state != null && $.formBody.host_state != '' && !($.formBody.host_state =~ /^(?:\\$[A-Za-z{])/)))].service_name" }, { static = "{{ currentIncident.Service }} on {{ currentIncident.Host }} is {{ currentIncident.State }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.host_name && $.formBody.host_name != null && $.formBody.host_name != '' && !($.formBody.host_name =~ /^(?:\\$[A-Za-z{])/) && ($.formBody.service_state && $.formBody.service_state != null && $.formBody.service_state != '' && !($.formBody.service_state =~ /^(?:\\$[A-Za-z{])/) || $.formBody.host_state && $.formBody.host_state != null && $.formBody.host_state != '' && !($.formBody.host_state =~ /^(?:\\$[A-Za-z{])/)))].host_name" }, { static = "{{ currentIncident.Host }} is {{ currentIncident.State }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.host_name && $.formBody.host_name != null && $.formBody.host_name != '' && !($.formBody.host_name =~ /^(?:\\$[A-Za-z{])/) && $.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' && !($.formBody.service_name =~ /^(?:\\$[A-Za-z{])/))].service_name" }, { static = "{{ currentIncident.Host }}!{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.host_name && $.formBody.host_name != null && $.formBody.host_name != '' && !($.formBody.host_name =~ /^(?:\\$[A-Za-z{])/))].host_name" }, { static = "{{ currentIncident.Host }}" }] },
      { name = "Output", mappings = [{ json_path = "$.formBody.service_output" }] },
      { name = "Output", mappings = [{ json_path = "$.formBody.host_output" }] },
      { name = "Host address", hide_in_previews = true, mappings = [{ json_path = "$.formBody.host_address" }] },
      { name = "Author", mappings = [{ json_path = "$.formBody.notification_author" }] },
      { name = "Comment", mappings = [{ json_path = "$.formBody.notification_comment" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.notification_type" }, { map = "ACKNOWLEDGEMENT->Acknowledged,PROBLEM->Problem,RECOVERY->Recovered,FLAPPINGSTART->Flapping" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.formBody.service_state || $.formBody.host_state || $.formBody.notification_type || $.formBody.service_state || $.formBody.host_state))].service_name" }, { static = "incomplete: {{ currentIncident.Host }}!{{ currentIncident.Service }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.formBody.service_name && $.formBody.service_name != null && $.formBody.service_name != '' && !($.formBody.service_name =~ /^(?:\\$[A-Za-z{])/)) || ($.formBody.host_name && $.formBody.host_name != null && $.formBody.host_name != '' && !($.formBody.host_name =~ /^(?:\\$[A-Za-z{])/))) && ($.formBody.service_state || $.formBody.host_state || $.formBody.notification_type || $.formBody.service_state || $.formBody.host_state))]" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Service }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
