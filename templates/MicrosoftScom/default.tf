# Microsoft System Center Operations Manager: an integration of type MicrosoftScom, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/MicrosoftScom.md, or GET /api/public/v1/inbound-integration/types/MicrosoftScom.

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

resource "tocsin_integration" "microsoft_scom" {
  display_name = "Microsoft System Center Operations Manager"
  team_id      = var.team_id
  type         = "MicrosoftScom"
}

resource "tocsin_integration_mapping" "microsoft_scom" {
  integration_id = tocsin_integration.microsoft_scom.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.AlertId" }, { regex = "^\\$Data" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.ResolutionState" }, { map = "255->Resolved,Closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Severity" }, { map = "2->Critical,1->Warning,0->Minor,Error->Critical,Critical->Critical,Warning->Warning,Information->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.AlertName" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.AlertId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Managed entity", mappings = [{ json_path = "$.jsonBody.ManagedEntity" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.Description" }] },
      { name = "Priority", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.Priority" }, { map = "2->High,1->Normal,0->Low" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.TimeRaised" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.ResolutionState" }, { map = "0->New,247->Awaiting evidence,248->Assigned to engineering,249->Acknowledged,250->Scheduled,254->Resolved,255->Closed" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.Link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
