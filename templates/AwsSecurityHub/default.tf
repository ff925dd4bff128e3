# AWS Security Hub: an integration of type AwsSecurityHub, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AwsSecurityHub.md, or GET /api/public/v1/inbound-integration/types/AwsSecurityHub.

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

resource "tocsin_integration" "aws_security_hub" {
  display_name = "AWS Security Hub"
  team_id      = var.team_id
  type         = "AwsSecurityHub"
}

resource "tocsin_integration_mapping" "aws_security_hub" {
  integration_id = tocsin_integration.aws_security_hub.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.Type" }, { regex = "^(?:Subscription|Unsubscribe)Confirmation$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.findings[0].Workflow.Status" }, { map = "RESOLVED->Resolved,SUPPRESSED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.findings[0].RecordState" }, { map = "ARCHIVED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.event.detail.findings[0].Compliance.Status" }, { map = "PASSED->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.event.detail.findings[0].Severity.Label" }, { map = "CRITICAL->Critical,HIGH->Critical,MEDIUM->Warning,LOW->Minor,INFORMATIONAL->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.event.detail.findings[0].Title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.event.detail.findings[0].Id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.event.detail.findings[0].Workflow.Status" }] },
      { name = "Resource", mappings = [{ json_path = "$.event.detail.findings[0].Resources[0].Id" }] },
      { name = "Product", mappings = [{ json_path = "$.event.detail.findings[0].ProductName" }] },
      { name = "Description", mappings = [{ json_path = "$.event.detail.findings[0].Description" }] },
      { name = "Remediation", mappings = [{ json_path = "$.event.detail.findings[0].Remediation.Recommendation.Url" }] },
      { name = "Account", mappings = [{ json_path = "$.event.detail.findings[0].AwsAccountId" }] },
      { name = "Region", mappings = [{ json_path = "$.event.detail.findings[0].Region" }] },
      { name = "Compliance", mappings = [{ json_path = "$.event.detail.findings[0].Compliance.Status" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
