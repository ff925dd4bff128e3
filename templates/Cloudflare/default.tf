# Cloudflare: an integration of type Cloudflare, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Cloudflare.md, or GET /api/public/v1/inbound-integration/types/Cloudflare.

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

resource "tocsin_integration" "cloudflare" {
  display_name = "Cloudflare"
  team_id      = var.team_id
  type         = "Cloudflare"
}

resource "tocsin_integration_mapping" "cloudflare" {
  integration_id = tocsin_integration.cloudflare.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.text" }, { regex = "(?i)^Hello World! This is a test message sent from https://(?:www\\.)?cloudflare\\.com" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert_event" }, { map = "ALERT_STATE_EVENT_START->Open,ALERT_STATE_EVENT_END->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.new_health_status" }, { map = "healthy->Resolved,unhealthy->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.text" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert_correlation_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.policy_id" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.alert_type" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.text" }] },
      { name = "Policy", mappings = [{ json_path = "$.jsonBody.policy_name" }] },
      { name = "Zone", mappings = [{ json_path = "$.jsonBody.data.zone_name" }] },
      { name = "Zone", mappings = [{ json_path = "$.jsonBody.data.zones[0]" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.data.reason" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.dashboard_link" }] },
      { name = "Account", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.account_id" }] },
      { name = "Data", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.data" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
