# 66uptime: an integration of type SixtySixUptime, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SixtySixUptime.md, or GET /api/public/v1/inbound-integration/types/SixtySixUptime.

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

resource "tocsin_integration" "sixty_six_uptime" {
  display_name = "66uptime"
  team_id      = var.team_id
  type         = "SixtySixUptime"
}

resource "tocsin_integration_mapping" "sixty_six_uptime" {
  integration_id = tocsin_integration.sixty_six_uptime.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.is_ok" }, { map = "0->Open,1->Resolved,false->Open,true->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.is_ok" }, { map = "0->Open,1->Resolved,false->Open,true->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.is_ok" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.is_ok" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.target" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.target" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Kind", mappings = [{ json_path = "$.formBody.type" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.formBody.monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.heartbeat_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.formBody.heartbeat_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.domain_name_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.formBody.domain_name_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.server_monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.formBody.server_monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.dns_monitor_id" }] },
      { name = "Object", hide_in_previews = true, mappings = [{ json_path = "$.formBody.dns_monitor_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.formBody.type && $.formBody.type != null && $.formBody.type != '') && ($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' || $.formBody.monitor_id && $.formBody.monitor_id != null && $.formBody.monitor_id != '' || $.jsonBody.heartbeat_id && $.jsonBody.heartbeat_id != null && $.jsonBody.heartbeat_id != '' || $.formBody.heartbeat_id && $.formBody.heartbeat_id != null && $.formBody.heartbeat_id != '' || $.jsonBody.domain_name_id && $.jsonBody.domain_name_id != null && $.jsonBody.domain_name_id != '' || $.formBody.domain_name_id && $.formBody.domain_name_id != null && $.formBody.domain_name_id != '' || $.jsonBody.server_monitor_id && $.jsonBody.server_monitor_id != null && $.jsonBody.server_monitor_id != '' || $.formBody.server_monitor_id && $.formBody.server_monitor_id != null && $.formBody.server_monitor_id != '' || $.jsonBody.dns_monitor_id && $.jsonBody.dns_monitor_id != null && $.jsonBody.dns_monitor_id != '' || $.formBody.dns_monitor_id && $.formBody.dns_monitor_id != null && $.formBody.dns_monitor_id != ''))]" }, { static = "{{ currentIncident.Kind }}/{{ currentIncident.Object }}" }] },
      { name = "Target", mappings = [{ json_path = "$.jsonBody.target" }] },
      { name = "Target", mappings = [{ json_path = "$.formBody.target" }] },
      { name = "Port", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.port" }] },
      { name = "Port", hide_in_previews = true, mappings = [{ json_path = "$.formBody.port" }] },
      { name = "Expires", mappings = [{ json_path = "$.jsonBody.whois_end_datetime" }] },
      { name = "Expires", mappings = [{ json_path = "$.formBody.whois_end_datetime" }] },
      { name = "Expires", mappings = [{ json_path = "$.jsonBody.ssl_end_datetime" }] },
      { name = "Expires", mappings = [{ json_path = "$.formBody.ssl_end_datetime" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "Link", mappings = [{ json_path = "$.formBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' || $.formBody.monitor_id && $.formBody.monitor_id != null && $.formBody.monitor_id != '' || $.jsonBody.heartbeat_id && $.jsonBody.heartbeat_id != null && $.jsonBody.heartbeat_id != '' || $.formBody.heartbeat_id && $.formBody.heartbeat_id != null && $.formBody.heartbeat_id != '' || $.jsonBody.domain_name_id && $.jsonBody.domain_name_id != null && $.jsonBody.domain_name_id != '' || $.formBody.domain_name_id && $.formBody.domain_name_id != null && $.formBody.domain_name_id != '' || $.jsonBody.server_monitor_id && $.jsonBody.server_monitor_id != null && $.jsonBody.server_monitor_id != '' || $.formBody.server_monitor_id && $.formBody.server_monitor_id != null && $.formBody.server_monitor_id != '' || $.jsonBody.dns_monitor_id && $.jsonBody.dns_monitor_id != null && $.jsonBody.dns_monitor_id != '' || $.formBody.dns_monitor_id && $.formBody.dns_monitor_id != null && $.formBody.dns_monitor_id != '')) || (($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.formBody.type && $.formBody.type != null && $.formBody.type != ''))) && ($.jsonBody.name || $.formBody.name || $.jsonBody.target || $.formBody.target || $.jsonBody.is_ok || $.formBody.is_ok))]" }, { static = "incomplete: {{ currentIncident.Kind }}/{{ currentIncident.Object }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
