# Rollbar: an integration of type Rollbar, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Rollbar.md, or GET /api/public/v1/inbound-integration/types/Rollbar.

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

resource "tocsin_integration" "rollbar" {
  display_name = "Rollbar"
  team_id      = var.team_id
  type         = "Rollbar"
}

resource "tocsin_integration_mapping" "rollbar" {
  integration_id = tocsin_integration.rollbar.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event_name" }, { regex = "^(?:test|deploy)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event_name" }, { map = "resolved_item->Resolved,new_item->Open,reactivated_item->Open,reopened_item->Open,item_velocity->Open,exp_repeat_item->Open,occurrence->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.item.level" }, { map = "50->Critical,40->Critical,30->Warning,20->Minor,10->Minor,critical->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.item.last_occurrence.level" }, { map = "critical->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.occurrence.level" }, { map = "critical->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.item.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.item.id" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.data.item.environment" }] },
      { name = "Framework", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.item.last_occurrence.framework" }] },
      { name = "Counter", mappings = [{ json_path = "$.jsonBody.data.item.counter" }] },
      { name = "Occurrences", mappings = [{ json_path = "$.jsonBody.data.item.total_occurrences" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.data.item.last_occurrence.server.host" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event_name" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.item.public_item_id" }, { regex = "^(\\d+)$", replace = "https://rollbar.com/item/$1/" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
