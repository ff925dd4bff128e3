# Amazon CloudWatch: an integration of type AmazonCloudWatch, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AmazonCloudWatch.md, or GET /api/public/v1/inbound-integration/types/AmazonCloudWatch.

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

resource "tocsin_integration" "amazon_cloud_watch" {
  display_name = "Amazon CloudWatch"
  team_id      = var.team_id
  type         = "AmazonCloudWatch"
}

resource "tocsin_integration_mapping" "amazon_cloud_watch" {
  integration_id = tocsin_integration.amazon_cloud_watch.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.Message.NewStateValue" }, { map = "ALARM->Open,OK->Resolved,INSUFFICIENT_DATA->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Message.NewStateValue" }, { map = "INSUFFICIENT_DATA->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Message.AlarmDescription" }, { regex = "(?i)\\bseverity\\s*[:=]\\s*(?<result>\\w+)" }, { map = "critical->Critical,high->Critical,warning->Warning,medium->Warning,minor->Minor,low->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Message.AlarmName" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.Subject" }] },
      { name = "Topic", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.TopicArn" }] },
      { name = "Alarm", mappings = [{ json_path = "$.jsonBody.Message.AlarmName" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.Message.AlarmArn" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.TopicArn && $.jsonBody.TopicArn != null && $.jsonBody.TopicArn != '' && $.jsonBody.Message.AlarmName && $.jsonBody.Message.AlarmName != null && $.jsonBody.Message.AlarmName != '')].Message.AlarmName" }, { static = "{{ currentIncident.Topic }}:{{ currentIncident.Alarm }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.MessageId" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.Message.NewStateValue" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.Message.NewStateReason" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.Message.AlarmDescription" }] },
      { name = "Region", mappings = [{ json_path = "$.jsonBody.Message.Region" }] },
      { name = "Account", mappings = [{ json_path = "$.jsonBody.Message.AWSAccountId" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.Message.Trigger.MetricName" }] },
      { name = "Namespace", mappings = [{ json_path = "$.jsonBody.Message.Trigger.Namespace" }] },
      { name = "Dimensions", mappings = [{ json_path = "$.jsonBody.Message.Trigger.Dimensions" }] },
      { name = "Rule", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.Message.AlarmRule" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.Subject || $.jsonBody.Message.NewStateValue))].Message.AlarmName" }, { static = "incomplete: {{ currentIncident.Topic }}:{{ currentIncident.Alarm }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.Message.AlarmName && $.jsonBody.Message.AlarmName != null && $.jsonBody.Message.AlarmName != '') || ($.jsonBody.TopicArn && $.jsonBody.TopicArn != null && $.jsonBody.TopicArn != '')) && ($.jsonBody.Subject || $.jsonBody.Message.NewStateValue))]" }, { static = "incomplete: {{ currentIncident.Topic }}/{{ currentIncident.Alarm }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
