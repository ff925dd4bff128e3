# TOPdesk: an integration of type Topdesk, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Topdesk.md, or GET /api/public/v1/inbound-integration/types/Topdesk.

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

resource "tocsin_integration" "topdesk" {
  display_name = "TOPdesk"
  team_id      = var.team_id
  type         = "Topdesk"
}

resource "tocsin_integration_mapping" "topdesk" {
  integration_id = tocsin_integration.topdesk.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.number" }, { regex = "^\\$\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Closed->Resolved,Completed->Resolved,Resolved->Resolved,Solved->Resolved,Geschlossen->Resolved,Gesloten->Resolved,Afgemeld->Resolved,Gereed->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.closed" }, { map = "true->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "P1->Critical,1->Critical,P2->Critical,2->Critical,P3->Warning,3->Warning,P4->Minor,4->Minor,P5->Minor,5->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.number" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Caller", mappings = [{ json_path = "$.jsonBody.caller" }] },
      { name = "Category", mappings = [{ json_path = "$.jsonBody.category" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.operatorGroup" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
