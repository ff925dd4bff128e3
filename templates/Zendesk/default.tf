# Zendesk: an integration of type Zendesk, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Zendesk.md, or GET /api/public/v1/inbound-integration/types/Zendesk.

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

resource "tocsin_integration" "zendesk" {
  display_name = "Zendesk"
  team_id      = var.team_id
  type         = "Zendesk"
}

resource "tocsin_integration_mapping" "zendesk" {
  integration_id = tocsin_integration.zendesk.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "solved->Resolved,closed->Resolved,deleted->Resolved,new->Open,open->Open,pending->Open,on-hold->Open,hold->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "urgent->Critical,high->Critical,normal->Warning,low->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Requester", mappings = [{ json_path = "$.jsonBody.requester" }] },
      { name = "Assignee", mappings = [{ json_path = "$.jsonBody.assignee" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.group" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }, { regex = "^(?:https?://)?(.{4,})$", replace = "https://$1" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
