# Ping monitor: an integration of type PingMonitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/PingMonitor.md, or GET /api/public/v1/inbound-integration/types/PingMonitor.

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

resource "tocsin_integration" "ping_monitor" {
  display_name = "Ping monitor"
  team_id      = var.team_id
  type         = "PingMonitor"
}

resource "tocsin_integration_mapping" "ping_monitor" {
  integration_id = tocsin_integration.ping_monitor.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Open->Open,Resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,Warning->Warning,Minor->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitorId" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.reason" }] },
      { name = "Monitor", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitorId" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
