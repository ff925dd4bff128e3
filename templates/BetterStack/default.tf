# Better Stack Uptime: an integration of type BetterStack, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/BetterStack.md, or GET /api/public/v1/inbound-integration/types/BetterStack.

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

resource "tocsin_integration" "better_stack" {
  display_name = "Better Stack Uptime"
  team_id      = var.team_id
  type         = "BetterStack"
}

resource "tocsin_integration_mapping" "better_stack" {
  integration_id = tocsin_integration.better_stack.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.data.type" }, { regex = "(?i)^(?:on_?call|monitor|heartbeat)" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.attributes.resolved_at" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.attributes.status" }, { map = "Resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.id" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Name", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.attributes.name" }] },
      { name = "Cause", mappings = [{ json_path = "$.jsonBody.data.attributes.cause" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.data.attributes.name && $.jsonBody.data.attributes.name != null && $.jsonBody.data.attributes.name != '' && $.jsonBody.data.attributes.cause && $.jsonBody.data.attributes.cause != null && $.jsonBody.data.attributes.cause != '')].data.attributes.cause" }, { static = "{{ currentIncident.Name }}: {{ currentIncident.Cause }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.data.attributes.name && $.jsonBody.data.attributes.name != null && $.jsonBody.data.attributes.name != '')].data.attributes.name" }, { static = "{{ currentIncident.Name }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.id" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.data.attributes.url" }] },
      { name = "Regions", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.attributes.regions" }] },
      { name = "Screenshot", is_image = true, mappings = [{ json_path = "$.jsonBody.data.attributes.screenshot_url" }] },
      { name = "Acknowledged by", mappings = [{ json_path = "$.jsonBody.data.attributes.acknowledged_by" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.attributes.resolved_at" }, { static = "Resolved" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.attributes.acknowledged_at" }, { static = "Acknowledged" }] },
      { name = "SourceState", mappings = [{ static = "Started" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.attributes.origin_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
