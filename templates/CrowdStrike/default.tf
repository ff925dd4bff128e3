# CrowdStrike Falcon Fusion: an integration of type CrowdStrike, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/CrowdStrike.md, or GET /api/public/v1/inbound-integration/types/CrowdStrike.

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

resource "tocsin_integration" "crowd_strike" {
  display_name = "CrowdStrike Falcon Fusion"
  team_id      = var.team_id
  type         = "CrowdStrike"
}

resource "tocsin_integration_mapping" "crowd_strike" {
  integration_id = tocsin_integration.crowd_strike.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.detection_id" }, { regex = "^\\$\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "closed->Resolved,resolved->Resolved,true_positive->Resolved,false_positive->Resolved,ignored->Resolved,new->Open,in_progress->Open,reopened->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,High->Critical,Medium->Warning,Low->Minor,Informational->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.detection_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "User", mappings = [{ json_path = "$.jsonBody.user" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Technique", mappings = [{ json_path = "$.jsonBody.technique" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }, { map = "in_progress->Acknowledged,new->New,closed->Closed" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
