# UptimeRobot: an integration of type UptimeRobot, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/UptimeRobot.md, or GET /api/public/v1/inbound-integration/types/UptimeRobot.

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

resource "tocsin_integration" "uptime_robot" {
  display_name = "UptimeRobot"
  team_id      = var.team_id
  type         = "UptimeRobot"
}

resource "tocsin_integration_mapping" "uptime_robot" {
  integration_id = tocsin_integration.uptime_robot.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.monitorID" }, { regex = "^\\*monitorID\\*$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertType" }, { map = "1->Open,2->Resolved,3->Open,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.alertType" }, { map = "1->Open,2->Resolved,3->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alertType" }, { map = "1->Critical,2->Critical,3->Warning,4->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.alertType" }, { map = "1->Critical,2->Critical,3->Warning,4->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitorFriendlyName" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.monitorFriendlyName" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }] },
      { name = "Monitor id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitorID" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }] },
      { name = "Monitor id", hide_in_previews = true, mappings = [{ json_path = "$.formBody.monitorID" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorID && $.jsonBody.monitorID != null && $.jsonBody.monitorID != '' && !($.jsonBody.monitorID =~ /^(?:\\*\\w+\\*$)/) || $.formBody.monitorID && $.formBody.monitorID != null && $.formBody.monitorID != '' && !($.formBody.monitorID =~ /^(?:\\*\\w+\\*$)/)))].alertType" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }, { regex = "^[34]$" }, { static = "{{ currentIncident.Monitor id }}/expiry" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorID && $.jsonBody.monitorID != null && $.jsonBody.monitorID != '' && !($.jsonBody.monitorID =~ /^(?:\\*\\w+\\*$)/) || $.formBody.monitorID && $.formBody.monitorID != null && $.formBody.monitorID != '' && !($.formBody.monitorID =~ /^(?:\\*\\w+\\*$)/)))].alertType" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }, { regex = "^[34]$" }, { static = "{{ currentIncident.Monitor id }}/expiry" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorID && $.jsonBody.monitorID != null && $.jsonBody.monitorID != '' && !($.jsonBody.monitorID =~ /^(?:\\*\\w+\\*$)/) || $.formBody.monitorID && $.formBody.monitorID != null && $.formBody.monitorID != '' && !($.formBody.monitorID =~ /^(?:\\*\\w+\\*$)/)))]" }, { static = "{{ currentIncident.Monitor id }}" }] },
      { name = "Details", mappings = [{ json_path = "$.jsonBody.alertDetails" }] },
      { name = "Details", mappings = [{ json_path = "$.formBody.alertDetails" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.monitorURL" }] },
      { name = "URL", mappings = [{ json_path = "$.formBody.monitorURL" }] },
      { name = "Duration in seconds", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alertDuration" }, { regex = "^\\d+$" }] },
      { name = "Certificate expires", mappings = [{ json_path = "$.jsonBody.sslExpiryDate" }, { regex = "^[^*].+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.monitorID" }, { regex = "^(\\d+)$", replace = "https://dashboard.uptimerobot.com/monitors/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorFriendlyName || $.formBody.monitorFriendlyName || $.jsonBody.alertType || $.formBody.alertType))].alertType" }, { regex = "^[34]$" }, { static = "incomplete: {{ currentIncident.Monitor id }}/expiry: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorFriendlyName || $.formBody.monitorFriendlyName || $.jsonBody.alertType || $.formBody.alertType))].alertType" }, { regex = "^[34]$" }, { static = "incomplete: {{ currentIncident.Monitor id }}/expiry: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitorID && $.jsonBody.monitorID != null && $.jsonBody.monitorID != '' && !($.jsonBody.monitorID =~ /^(?:\\*\\w+\\*$)/) || $.formBody.monitorID && $.formBody.monitorID != null && $.formBody.monitorID != '' && !($.formBody.monitorID =~ /^(?:\\*\\w+\\*$)/)) && ($.jsonBody.monitorFriendlyName || $.formBody.monitorFriendlyName))]" }, { static = "incomplete: {{ currentIncident.Monitor id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\*\\w+\\*$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
