# Freshdesk: an integration of type Freshdesk, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Freshdesk.md, or GET /api/public/v1/inbound-integration/types/Freshdesk.

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

resource "tocsin_integration" "freshdesk" {
  display_name = "Freshdesk"
  team_id      = var.team_id
  type         = "Freshdesk"
}

resource "tocsin_integration_mapping" "freshdesk" {
  integration_id = tocsin_integration.freshdesk.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_status" }, { map = "Resolved->Resolved,Closed->Resolved,Open->Open,Pending->Open,4->Resolved,5->Resolved,2->Open,3->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_priority" }, { map = "Urgent->Critical,High->Critical,Medium->Warning,Low->Minor,4->Critical,3->Critical,2->Warning,1->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_subject" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_url" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Requester", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_requester_name" }] },
      { name = "Agent", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_agent_name" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_group_name" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_type" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.freshdesk_webhook.ticket_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
