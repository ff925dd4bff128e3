# Opsgenie (outgoing webhook): an integration of type OpsgenieWebhook, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OpsgenieWebhook.md, or GET /api/public/v1/inbound-integration/types/OpsgenieWebhook.

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

resource "tocsin_integration" "opsgenie_webhook" {
  display_name = "Opsgenie (outgoing webhook)"
  team_id      = var.team_id
  type         = "OpsgenieWebhook"
}

resource "tocsin_integration_mapping" "opsgenie_webhook" {
  integration_id = tocsin_integration.opsgenie_webhook.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.action" }, { regex = "^(?:AddNote|AddTags|RemoveTags|AddDetails|RemoveDetails|UpdateDescription|CustomAction|Custom)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "Close->Resolved,Delete->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.priority" }, { map = "P1->Critical,P2->Critical,P3->Warning,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.message" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.alertId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.alias" }] },
      { name = "Alias", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alert.alias" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.alert.entity" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.alert.source" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alert.description" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.alert.tags" }] },
      { name = "User", mappings = [{ json_path = "$.jsonBody.alert.username" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.action" }, { map = "Create->Open,Acknowledge->Acknowledged,UnAcknowledge->Open,Close->Closed,Delete->Deleted" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert.alertId" }, { regex = "^([\\w-]{20,})$", replace = "https://app.opsgenie.com/alert/detail/$1/details" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
