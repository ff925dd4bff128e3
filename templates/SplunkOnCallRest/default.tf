# Splunk On-Call REST endpoint: an integration of type SplunkOnCallRest, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SplunkOnCallRest.md, or GET /api/public/v1/inbound-integration/types/SplunkOnCallRest.

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

resource "tocsin_integration" "splunk_on_call_rest" {
  display_name = "Splunk On-Call REST endpoint"
  team_id      = var.team_id
  type         = "SplunkOnCallRest"
}

resource "tocsin_integration_mapping" "splunk_on_call_rest" {
  integration_id = tocsin_integration.splunk_on_call_rest.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.message_type" }, { map = "CRITICAL->Open,WARNING->Open,INFO->Open,ACKNOWLEDGEMENT->Open,ACK->Open,RECOVERY->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.message_type" }, { map = "CRITICAL->Critical,WARNING->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.entity_display_name" }, { regex = "(?s)^\\[FIRING:(?!1\\b)(\\d+)(?:, RESOLVED:\\d+)?\\]\\s*(\\S.*?)\\s*$", replace = "$2, $1 alerts" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.entity_display_name" }, { regex = "(?s)^\\[(?:FIRING:1(?:, RESOLVED:\\d+)?|RESOLVED(?::\\d+)?)\\]\\s*(?<result>\\S.*?)\\s*$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.entity_display_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.entity_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.entity_id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.message_type" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.state_message" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host_name" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }] },
      { name = "Monitoring Tool", mappings = [{ json_path = "$.jsonBody.monitoring_tool" }] },
      { name = "Routing Key", mappings = [{ json_path = "$.query.routingKey" }] },
      { name = "Routing Key", mappings = [{ json_path = "$.query.routing_key" }] },
      { name = "Routing Key", mappings = [{ json_path = "$.jsonBody.routing_key" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody['vo_annotate.u.Runbook']" }] },
      { name = "Graph", is_image = true, mappings = [{ json_path = "$.jsonBody['vo_annotate.i.Graph']" }] },
      { name = "Acknowledged By", mappings = [{ json_path = "$.jsonBody.ack_author" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
