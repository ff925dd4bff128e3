# AWS Health: an integration of type AwsHealth, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AwsHealth.md, or GET /api/public/v1/inbound-integration/types/AwsHealth.

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

resource "tocsin_integration" "aws_health" {
  display_name = "AWS Health"
  team_id      = var.team_id
  type         = "AwsHealth"
}

resource "tocsin_integration_mapping" "aws_health" {
  integration_id = tocsin_integration.aws_health.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.statusCode" }, { map = "open->Open,upcoming->Open,closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.eventTypeCategory" }, { map = "issue->Critical,investigation->Warning,scheduledChange->Minor,accountNotification->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.event.detail.eventTypeCode" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.event.detail.eventArn" }] },
      { name = "SourceState", mappings = [{ json_path = "$.event.detail.statusCode" }] },
      { name = "Service", mappings = [{ json_path = "$.event.detail.service" }] },
      { name = "Category", mappings = [{ json_path = "$.event.detail.eventTypeCategory" }] },
      { name = "Region", mappings = [{ json_path = "$.event.detail.eventRegion" }] },
      { name = "Region", mappings = [{ json_path = "$.event.region" }] },
      { name = "Description", mappings = [{ json_path = "$.event.detail.eventDescription[0].latestDescription" }] },
      { name = "Affected Entities", mappings = [{ json_path = "$.event.detail.affectedEntities" }] },
      { name = "Account", mappings = [{ json_path = "$.event.detail.affectedAccount" }] },
      { name = "Started", mappings = [{ json_path = "$.event.detail.startTime" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
