# Amazon EventBridge: an integration of type AmazonEventBridge, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AmazonEventBridge.md, or GET /api/public/v1/inbound-integration/types/AmazonEventBridge.

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

resource "tocsin_integration" "amazon_event_bridge" {
  display_name = "Amazon EventBridge"
  team_id      = var.team_id
  type         = "AmazonEventBridge"
}

resource "tocsin_integration_mapping" "amazon_event_bridge" {
  integration_id = tocsin_integration.amazon_event_bridge.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.state.value" }, { map = "ALARM->Open,INSUFFICIENT_DATA->Open,OK->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.statusCode" }, { map = "open->Open,closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.severity" }, { regex = "^(?:[7-9]|10)(?:\\.\\d+)?$" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.severity" }, { regex = "^[0-3](?:\\.\\d+)?$" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.severity" }, { map = "critical->Critical,high->Critical,warning->Warning,medium->Warning,low->Minor,informational->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Detail Type", mappings = [{ json_path = "$.event['detail-type']" }] },
      { name = "Source", mappings = [{ json_path = "$.event.source" }] },
      { name = "Resource", mappings = [{ json_path = "$.event.resources[0]" }] },
      { name = "Title", mappings = [{ json_path = "$.event['detail-type']" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Subject" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.event.source && $.event.source != null && $.event.source != '' && $.event.resources[0] && $.event.resources[0] != null && $.event.resources[0] != '')].resources[0]" }, { static = "{{ currentIncident.Source }} {{ currentIncident.Resource }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.event.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.event.detail.state.value" }] },
      { name = "Region", mappings = [{ json_path = "$.event.region" }] },
      { name = "Account", mappings = [{ json_path = "$.event.account" }] },
      { name = "Detail", expand = true, mappings = [{ json_path = "$.event.detail" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.event['detail-type'] || $.jsonBody.Subject || $.event.detail.state.value || $.event.detail.statusCode))].resources[0]" }, { static = "incomplete: {{ currentIncident.Source }} {{ currentIncident.Resource }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.event.resources[0] && $.event.resources[0] != null && $.event.resources[0] != '') || ($.event.source && $.event.source != null && $.event.source != '')) && ($.event['detail-type'] || $.jsonBody.Subject || $.event.detail.state.value || $.event.detail.statusCode))]" }, { static = "incomplete: {{ currentIncident.Source }}/{{ currentIncident.Resource }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
