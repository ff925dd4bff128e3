# Checkly: an integration of type Checkly, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Checkly.md, or GET /api/public/v1/inbound-integration/types/Checkly.

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

resource "tocsin_integration" "checkly" {
  display_name = "Checkly"
  team_id      = var.team_id
  type         = "Checkly"
}

resource "tocsin_integration_mapping" "checkly" {
  integration_id = tocsin_integration.checkly.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alert_type" }, { regex = "^NO_ALERT$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.check_id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert_type" }, { regex = "(?i)_RECOVERY$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert_type" }, { map = "ALERT_FAILURE->Critical,ALERT_FAILURE_REMAIN->Critical,ALERT_DEGRADED_FAILURE->Critical,ALERT_RECOVERY->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert_title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(@.alert_type == \"ALERT_SSL\")].check_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "^(.+)$", replace = "$1/ssl" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Check type", mappings = [{ json_path = "$.jsonBody.check_type" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.group_name" }] },
      { name = "Error", mappings = [{ json_path = "$.jsonBody.error_message" }] },
      { name = "Location", mappings = [{ json_path = "$.jsonBody.run_location" }] },
      { name = "Response time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.response_time" }] },
      { name = "Tags", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alert_type" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
