# Uptime Kuma: an integration of type UptimeKuma, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/UptimeKuma.md, or GET /api/public/v1/inbound-integration/types/UptimeKuma.

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

resource "tocsin_integration" "uptime_kuma" {
  display_name = "Uptime Kuma"
  team_id      = var.team_id
  type         = "UptimeKuma"
}

resource "tocsin_integration_mapping" "uptime_kuma" {
  integration_id = tocsin_integration.uptime_kuma.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.heartbeat.status" }, { regex = "^[23]$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.msg" }, { regex = "^(?!\\[).*Testing$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.query.heartbeat" }, { json_path = "$.status" }, { regex = "^[23]$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.query.msg" }, { regex = "^(?!\\[).*Testing$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.heartbeat.status" }, { map = "0->Open,1->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.query.heartbeat" }, { json_path = "$.status" }, { map = "0->Open,1->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.heartbeat.status" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.query.heartbeat" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor.name" }] },
      { name = "Title", mappings = [{ json_path = "$.query.monitor" }, { json_path = "$.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.msg" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.query.monitor" }, { json_path = "$.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.msg" }, { regex = "^\\[(?<name>[^\\]]*)\\]", replace = "certificate/$${name}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.msg" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.heartbeat.msg" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.msg" }] },
      { name = "Message", mappings = [{ json_path = "$.query.msg" }] },
      { name = "Monitor type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor.type" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.monitor.hostname" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.heartbeat.time" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.monitor.url" }, { regex = "^https?://.{4,}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
