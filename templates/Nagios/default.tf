# Nagios: an integration of type Nagios, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Nagios.md, or GET /api/public/v1/inbound-integration/types/Nagios.

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

resource "tocsin_integration" "nagios" {
  display_name = "Nagios"
  team_id      = var.team_id
  type         = "Nagios"
}

resource "tocsin_integration_mapping" "nagios" {
  integration_id = tocsin_integration.nagios.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.formBody.NOTIFICATIONTYPE" }, { regex = "(?i)^DOWNTIME" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.formBody.HOSTNAME" }, { regex = "^\\$[\\w.]+\\$$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.NOTIFICATIONTYPE" }, { map = "RECOVERY->Resolved,FLAPPINGSTOP->state,FLAPPINGDISABLED->state,FLAPPINGEND->state,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.SERVICESTATE" }, { map = "OK->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.HOSTSTATE" }, { map = "UP->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.SERVICESTATE" }, { map = "CRITICAL->Critical,CRIT->Critical,WARNING->Warning,WARN->Warning,UNKNOWN->Warning,UNKN->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.HOSTSTATE" }, { map = "DOWN->Critical,UNREACHABLE->Critical,UNREACH->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Host", mappings = [{ json_path = "$.formBody.HOSTNAME" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Service", mappings = [{ json_path = "$.formBody.SERVICEDESC" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "State", mappings = [{ json_path = "$.formBody.SERVICESTATE" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "State", mappings = [{ json_path = "$.formBody.HOSTSTATE" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.SERVICEDESC && $.formBody.SERVICEDESC != null && $.formBody.SERVICEDESC != '' && !($.formBody.SERVICEDESC =~ /^(?:\\$[A-Za-z{])/) && $.formBody.HOSTNAME && $.formBody.HOSTNAME != null && $.formBody.HOSTNAME != '' && !($.formBody.HOSTNAME =~ /^(?:\\$[A-Za-z{])/) && ($.formBody.SERVICESTATE && $.formBody.SERVICESTATE != null && $.formBody.SERVICESTATE != '' && !($.formBody.SERVICESTATE =~ /^(?:\\$[A-Za-z{])/) || $.formBody.HOSTSTATE && $.formBody.HOSTSTATE != null && $.formBody.HOSTSTATE != '' && !($.formBody.HOSTSTATE =~ /^(?:\\$[A-Za-z{])/)))].SERVICEDESC" }, { static = "{{ currentIncident.Service }} on {{ currentIncident.Host }} is {{ currentIncident.State }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.HOSTNAME && $.formBody.HOSTNAME != null && $.formBody.HOSTNAME != '' && !($.formBody.HOSTNAME =~ /^(?:\\$[A-Za-z{])/) && ($.formBody.SERVICESTATE && $.formBody.SERVICESTATE != null && $.formBody.SERVICESTATE != '' && !($.formBody.SERVICESTATE =~ /^(?:\\$[A-Za-z{])/) || $.formBody.HOSTSTATE && $.formBody.HOSTSTATE != null && $.formBody.HOSTSTATE != '' && !($.formBody.HOSTSTATE =~ /^(?:\\$[A-Za-z{])/)))].HOSTNAME" }, { static = "{{ currentIncident.Host }} is {{ currentIncident.State }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.HOSTNAME && $.formBody.HOSTNAME != null && $.formBody.HOSTNAME != '' && !($.formBody.HOSTNAME =~ /^(?:\\$[A-Za-z{])/) && $.formBody.SERVICEDESC && $.formBody.SERVICEDESC != null && $.formBody.SERVICEDESC != '' && !($.formBody.SERVICEDESC =~ /^(?:\\$[A-Za-z{])/))].SERVICEDESC" }, { static = "{{ currentIncident.Host }}/{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.formBody.HOSTNAME && $.formBody.HOSTNAME != null && $.formBody.HOSTNAME != '' && !($.formBody.HOSTNAME =~ /^(?:\\$[A-Za-z{])/))].HOSTNAME" }, { static = "{{ currentIncident.Host }}" }] },
      { name = "Output", mappings = [{ json_path = "$.formBody.SERVICEOUTPUT" }] },
      { name = "Output", mappings = [{ json_path = "$.formBody.HOSTOUTPUT" }] },
      { name = "Host address", hide_in_previews = true, mappings = [{ json_path = "$.formBody.HOSTADDRESS" }] },
      { name = "Author", mappings = [{ json_path = "$.formBody.NOTIFICATIONAUTHOR" }] },
      { name = "Comment", mappings = [{ json_path = "$.formBody.NOTIFICATIONCOMMENT" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.NOTIFICATIONTYPE" }, { map = "ACKNOWLEDGEMENT->Acknowledged,PROBLEM->Problem,RECOVERY->Recovered,FLAPPINGSTART->Flapping" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.formBody.SERVICESTATE || $.formBody.HOSTSTATE || $.formBody.NOTIFICATIONTYPE || $.formBody.SERVICESTATE || $.formBody.HOSTSTATE))].SERVICEDESC" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Service }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.formBody.SERVICEDESC && $.formBody.SERVICEDESC != null && $.formBody.SERVICEDESC != '' && !($.formBody.SERVICEDESC =~ /^(?:\\$[A-Za-z{])/)) || ($.formBody.HOSTNAME && $.formBody.HOSTNAME != null && $.formBody.HOSTNAME != '' && !($.formBody.HOSTNAME =~ /^(?:\\$[A-Za-z{])/))) && ($.formBody.SERVICESTATE || $.formBody.HOSTSTATE || $.formBody.NOTIFICATIONTYPE || $.formBody.SERVICESTATE || $.formBody.HOSTSTATE))]" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Service }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
