# Webhook: an integration of type Webhook, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Webhook.md, or GET /api/public/v1/inbound-integration/types/Webhook.

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

resource "tocsin_integration" "webhook" {
  display_name = "Webhook"
  team_id      = var.team_id
  type         = "Webhook"
}

resource "tocsin_integration_mapping" "webhook" {
  integration_id = tocsin_integration.webhook.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.discard" }, { regex = "(?i)^true$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.formBody.discard" }, { regex = "(?i)^true$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.query.discard" }, { regex = "(?i)^true$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,trigger->Open,down->Open,problem->Open,error->Open,failed->Open,critical->Open,warning->Open,Resolved->Resolved,resolve->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,recovery->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved,success->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.status" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,trigger->Open,down->Open,problem->Open,error->Open,failed->Open,critical->Open,warning->Open,Resolved->Resolved,resolve->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,recovery->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved,success->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.query.status" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,trigger->Open,down->Open,problem->Open,error->Open,failed->Open,critical->Open,warning->Open,Resolved->Resolved,resolve->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,recovery->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved,success->Resolved" }] },
      { name = "Status", mappings = [{ xpath = "//status" }, { map = "Open->Open,firing->Open,alerting->Open,triggered->Open,trigger->Open,down->Open,problem->Open,error->Open,failed->Open,critical->Open,warning->Open,Resolved->Resolved,resolve->Resolved,ok->Resolved,up->Resolved,recovered->Resolved,recovery->Resolved,closed->Resolved,cleared->Resolved,normal->Resolved,success->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$[?(@.version && @.message && @.type)].type" }, { map = "success->Resolved" }] },
      { name = "Status", mappings = [{ xpath = "//Notification/MessageType" }, { map = "success->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "close->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.action" }, { map = "close->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.query.action" }, { map = "close->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,page->Critical,P1->Critical,P2->Critical,Warning->Warning,warn->Warning,medium->Warning,P3->Warning,Minor->Minor,info->Minor,information->Minor,informational->Minor,low->Minor,notice->Minor,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.severity" }, { map = "Critical->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,page->Critical,P1->Critical,P2->Critical,Warning->Warning,warn->Warning,medium->Warning,P3->Warning,Minor->Minor,info->Minor,information->Minor,informational->Minor,low->Minor,notice->Minor,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.query.severity" }, { map = "Critical->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,page->Critical,P1->Critical,P2->Critical,Warning->Warning,warn->Warning,medium->Warning,P3->Warning,Minor->Minor,info->Minor,information->Minor,informational->Minor,low->Minor,notice->Minor,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ xpath = "//severity" }, { map = "Critical->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,page->Critical,P1->Critical,P2->Critical,Warning->Warning,warn->Warning,medium->Warning,P3->Warning,Minor->Minor,info->Minor,information->Minor,informational->Minor,low->Minor,notice->Minor,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$[?(@.version && @.message && @.type)].type" }, { map = "failure->Critical,warning->Warning,info->Minor,success->Minor" }] },
      { name = "Severity", mappings = [{ xpath = "//Notification/MessageType" }, { map = "failure->Critical,warning->Warning,info->Minor,success->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.title" }] },
      { name = "Title", mappings = [{ json_path = "$.query.title" }] },
      { name = "Title", mappings = [{ xpath = "//title" }] },
      { name = "Title", mappings = [{ xpath = "//Notification/Subject" }] },
      { name = "Title", mappings = [{ xpath = "//Notification/Message" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.query.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.correlationId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.correlationId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.query.correlationId" }] },
      { name = "CorrelationId", mappings = [{ xpath = "//correlationId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.dedup" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.dedup" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.query.dedup" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.query.title" }] },
      { name = "CorrelationId", mappings = [{ xpath = "//title" }] },
      { name = "CorrelationId", mappings = [{ xpath = "//Notification/Subject" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]*\\w[^\\r\\n]*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.query.summary" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Description", mappings = [{ json_path = "$.formBody.description" }] },
      { name = "Description", mappings = [{ json_path = "$.query.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Description", mappings = [{ xpath = "//description" }] },
      { name = "Description", mappings = [{ xpath = "//Notification/Message" }] },
      { name = "Description", mappings = [{ json_path = "$.formBody.message" }] },
      { name = "Description", mappings = [{ json_path = "$.textBody" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Description", mappings = [{ json_path = "$.formBody.details" }] },
      { name = "Description", mappings = [{ json_path = "$.query.details" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "Host", mappings = [{ json_path = "$.formBody.host" }] },
      { name = "Host", mappings = [{ json_path = "$.query.host" }] },
      { name = "Host", mappings = [{ xpath = "//host" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service" }] },
      { name = "Service", mappings = [{ json_path = "$.formBody.service" }] },
      { name = "Service", mappings = [{ json_path = "$.query.service" }] },
      { name = "Service", mappings = [{ xpath = "//service" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Link", mappings = [{ json_path = "$.formBody.link" }] },
      { name = "Link", mappings = [{ json_path = "$.query.link" }] },
      { name = "Link", mappings = [{ xpath = "//link" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.image" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.formBody.image" }] },
      { name = "Type", mappings = [{ json_path = "$[?(@.version && @.message && @.type)].type" }] },
      { name = "Type", mappings = [{ xpath = "//Notification/MessageType" }] },
      { name = "Details", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody" }] },
      { name = "Details", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.formBody" }] },
      { name = "Details", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.query" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
