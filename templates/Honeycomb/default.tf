# Honeycomb: an integration of type Honeycomb, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Honeycomb.md, or GET /api/public/v1/inbound-integration/types/Honeycomb.

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

resource "tocsin_integration" "honeycomb" {
  display_name = "Honeycomb"
  team_id      = var.team_id
  type         = "Honeycomb"
}

resource "tocsin_integration_mapping" "honeycomb" {
  integration_id = tocsin_integration.honeycomb.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.is_test" }, { regex = "(?i)^true$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "TRIGGERED->Open,OK->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert_severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.trigger_url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Summary", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.trigger_description" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.result_groups_triggered[0].Group" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.result_groups_triggered[0].Result" }] },
      { name = "Threshold", mappings = [{ json_path = "$.jsonBody.threshold" }] },
      { name = "Trigger", mappings = [{ json_path = "$.jsonBody.trigger_url" }] },
      { name = "Result", mappings = [{ json_path = "$.jsonBody.result_url" }] },
      { name = "SLO", mappings = [{ json_path = "$.jsonBody.slo_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
