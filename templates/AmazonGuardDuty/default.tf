# Amazon GuardDuty: an integration of type AmazonGuardDuty, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AmazonGuardDuty.md, or GET /api/public/v1/inbound-integration/types/AmazonGuardDuty.
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

resource "tocsin_integration" "amazon_guard_duty" {
  display_name = "Amazon GuardDuty"
  team_id      = var.team_id
  type         = "AmazonGuardDuty"
}

resource "tocsin_integration_mapping" "amazon_guard_duty" {
  integration_id = tocsin_integration.amazon_guard_duty.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.event.detail.title" }, { regex = "^\\[SAMPLE\\]" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.severity" }, { regex = "^(?:[7-9]|10)(?:\\.\\d+)?$" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.severity" }, { regex = "^[0-3](?:\\.\\d+)?$" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.event.detail.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.event.detail.id" }] },
      { name = "Type", mappings = [{ json_path = "$.event.detail.type" }] },
      { name = "Description", mappings = [{ json_path = "$.event.detail.description" }] },
      { name = "Instance", mappings = [{ json_path = "$.event.detail.resource.instanceDetails.instanceId" }] },
      { name = "Resource Type", mappings = [{ json_path = "$.event.detail.resource.resourceType" }] },
      { name = "Account", mappings = [{ json_path = "$.event.detail.accountId" }] },
      { name = "Region", mappings = [{ json_path = "$.event.detail.region" }] },
      { name = "Count", mappings = [{ json_path = "$.event.detail.service.count" }] },
      { name = "Finding", hide_in_previews = true, mappings = [{ json_path = "$.event.detail.arn" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
