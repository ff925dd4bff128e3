# Pingdom: an integration of type Pingdom, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Pingdom.md, or GET /api/public/v1/inbound-integration/types/Pingdom.

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

resource "tocsin_integration" "pingdom" {
  display_name = "Pingdom"
  team_id      = var.team_id
  type         = "Pingdom"
}

resource "tocsin_integration_mapping" "pingdom" {
  integration_id = tocsin_integration.pingdom.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.check_name" }, { regex = "^Name of (?:HTTP |)(?:transaction |)check$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.current_state" }, { map = "DOWN->Open,FAILING->Open,UP->Resolved,SUCCESS->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.importance_level" }, { map = "HIGH->Critical,LOW->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.check_name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check_id" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.check_params.hostname" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.check_params.full_url" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.long_description" }] },
      { name = "Check type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.check_type" }] },
      { name = "Probe", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.first_probe.location" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.current_state" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.check_id" }, { regex = "^(\\d+)$", replace = "https://my.pingdom.com/app/reports/uptime#check=$1" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
