# ManageEngine OpManager: an integration of type OpManager, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OpManager.md, or GET /api/public/v1/inbound-integration/types/OpManager.

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

resource "tocsin_integration" "op_manager" {
  display_name = "ManageEngine OpManager"
  team_id      = var.team_id
  type         = "OpManager"
}

resource "tocsin_integration_mapping" "op_manager" {
  integration_id = tocsin_integration.op_manager.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.entity" }, { regex = "^\\$entity$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Clear->Resolved,5->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,Service Down->Critical,Down->Critical,Trouble->Critical,Attention->Warning,1->Critical,2->Critical,3->Warning,7->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.entity" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alarmid" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Device", mappings = [{ json_path = "$.jsonBody.displayName" }] },
      { name = "Category", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.category" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.time" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.severity" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
