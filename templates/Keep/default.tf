# Keep: an integration of type Keep, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Keep.md, or GET /api/public/v1/inbound-integration/types/Keep.

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

resource "tocsin_integration" "keep" {
  display_name = "Keep"
  team_id      = var.team_id
  type         = "Keep"
}

resource "tocsin_integration_mapping" "keep" {
  integration_id = tocsin_integration.keep.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.fingerprint" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "firing->Open,resolved->Resolved,suppressed->Resolved,acknowledged->Open,pending->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,high->Critical,warning->Warning,info->Minor,low->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.fingerprint" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.source" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.environment" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }, { map = "firing->Firing,acknowledged->Acknowledged,resolved->Resolved" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
