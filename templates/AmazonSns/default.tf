# Amazon SNS: an integration of type AmazonSns, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AmazonSns.md, or GET /api/public/v1/inbound-integration/types/AmazonSns.
# It never reports the end of a problem: a person or a timer resolves its incidents.

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

resource "tocsin_integration" "amazon_sns" {
  display_name = "Amazon SNS"
  team_id      = var.team_id
  type         = "AmazonSns"
}

resource "tocsin_integration_mapping" "amazon_sns" {
  integration_id = tocsin_integration.amazon_sns.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Message.severity" }, { map = "critical->Critical,high->Critical,warning->Warning,medium->Warning,minor->Minor,low->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Subject" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Message['detail-type']" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Message" }, { regex = "\\S[^\\r\\n]{0,99}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.MessageId" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.Message" }] },
      { name = "Topic", mappings = [{ json_path = "$.jsonBody.TopicArn" }] },
      { name = "Timestamp", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.Timestamp" }] },
      { name = "Message Attributes", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.MessageAttributes" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
