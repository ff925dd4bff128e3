# OneUptime: an integration of type OneUptime, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OneUptime.md, or GET /api/public/v1/inbound-integration/types/OneUptime.

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

resource "tocsin_integration" "one_uptime" {
  display_name = "OneUptime"
  team_id      = var.team_id
  type         = "OneUptime"
}

resource "tocsin_integration_mapping" "one_uptime" {
  integration_id = tocsin_integration.one_uptime.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "Resolved->Resolved,Closed->Resolved,Identified->Open,Created->Open,Acknowledged->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical Incident->Critical,Critical->Critical,Major Incident->Critical,Major->Critical,Minor Incident->Warning,Minor->Warning,Warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Monitors", mappings = [{ json_path = "$.jsonBody.monitors" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
