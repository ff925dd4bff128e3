# ServiceNow: an integration of type ServiceNow, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ServiceNow.md, or GET /api/public/v1/inbound-integration/types/ServiceNow.

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

resource "tocsin_integration" "service_now" {
  display_name = "ServiceNow"
  team_id      = var.team_id
  type         = "ServiceNow"
}

resource "tocsin_integration_mapping" "service_now" {
  integration_id = tocsin_integration.service_now.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.sys_id" }, { regex = "^\\$\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "6->Resolved,7->Resolved,8->Resolved,1->Open,2->Open,3->Open,Resolved->Resolved,Closed->Resolved,Canceled->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "1->Critical,2->Critical,3->Warning,4->Minor,5->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.short_description" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.number" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.sys_id" }] },
      { name = "Number", mappings = [{ json_path = "$.jsonBody.number" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.assignment_group" }] },
      { name = "Configuration item", mappings = [{ json_path = "$.jsonBody.cmdb_ci" }] },
      { name = "Caller", mappings = [{ json_path = "$.jsonBody.caller" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }, { map = "1->New,2->In progress,3->On hold,6->Resolved,7->Closed,8->Canceled" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
