# Home Assistant: an integration of type HomeAssistant, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/HomeAssistant.md, or GET /api/public/v1/inbound-integration/types/HomeAssistant.

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

resource "tocsin_integration" "home_assistant" {
  display_name = "Home Assistant"
  team_id      = var.team_id
  type         = "HomeAssistant"
}

resource "tocsin_integration_mapping" "home_assistant" {
  integration_id = tocsin_integration.home_assistant.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.entity_id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "alarm->Open,ok->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,warning->Warning,info->Minor,minor->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.entity_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.entity_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.entity_id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
