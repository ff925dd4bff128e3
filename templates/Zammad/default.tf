# Zammad: an integration of type Zammad, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Zammad.md, or GET /api/public/v1/inbound-integration/types/Zammad.

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

resource "tocsin_integration" "zammad" {
  display_name = "Zammad"
  team_id      = var.team_id
  type         = "Zammad"
}

resource "tocsin_integration_mapping" "zammad" {
  integration_id = tocsin_integration.zammad.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.ticket.state" }, { map = "closed->Resolved,merged->Resolved,removed->Resolved,new->Open,open->Open,pending reminder->Open,pending close->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.ticket.state.name" }, { map = "closed->Resolved,merged->Resolved,removed->Resolved,new->Open,open->Open,pending reminder->Open,pending close->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.ticket.priority.name" }, { map = "3 high->Critical,2 normal->Warning,1 low->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.ticket.priority" }, { map = "3 high->Critical,2 normal->Warning,1 low->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.ticket.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.ticket.id" }] },
      { name = "Number", mappings = [{ json_path = "$.jsonBody.ticket.number" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.ticket.group.name" }] },
      { name = "Customer", mappings = [{ json_path = "$.jsonBody.ticket.customer.email" }] },
      { name = "Owner", mappings = [{ json_path = "$.jsonBody.ticket.owner.email" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.article.body" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.ticket.state.name" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.ticket.state" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
