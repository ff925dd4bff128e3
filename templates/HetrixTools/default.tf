# HetrixTools: an integration of type HetrixTools, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/HetrixTools.md, or GET /api/public/v1/inbound-integration/types/HetrixTools.

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

resource "tocsin_integration" "hetrix_tools" {
  display_name = "HetrixTools"
  team_id      = var.team_id
  type         = "HetrixTools"
}

resource "tocsin_integration_mapping" "hetrix_tools" {
  integration_id = tocsin_integration.hetrix_tools.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.monitor_status" }, { map = "offline->Open,online->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.blacklisted_now" }, { map = "0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.monitor_status" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor" }, { regex = "^(.+)$", replace = "$1 is on a blacklist" }] },
      { name = "Monitor id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '')].resource_usage.resource_type" }, { regex = "^(.+)$", replace = "{{ currentIncident.Monitor id }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor" }, { regex = "^(.+)$", replace = "blacklist/$1" }] },
      { name = "Target", mappings = [{ json_path = "$.jsonBody.monitor_target" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor_type" }] },
      { name = "Category", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitor_category" }] },
      { name = "Errors", mappings = [{ json_path = "$.jsonBody.monitor_errors" }] },
      { name = "Blacklists", mappings = [{ json_path = "$.jsonBody.blacklisted_on" }] },
      { name = "Usage", mappings = [{ json_path = "$.jsonBody.resource_usage" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.monitor_status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.links.report_link" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor_name || $.jsonBody.monitor || $.jsonBody.monitor_status || $.jsonBody.blacklisted_now))].resource_usage.resource_type" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Monitor id }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' && ($.jsonBody.monitor_name || $.jsonBody.monitor))]" }, { static = "incomplete: {{ currentIncident.Monitor id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
