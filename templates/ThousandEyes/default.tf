# ThousandEyes: an integration of type ThousandEyes, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ThousandEyes.md, or GET /api/public/v1/inbound-integration/types/ThousandEyes.

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

resource "tocsin_integration" "thousand_eyes" {
  display_name = "ThousandEyes"
  team_id      = var.team_id
  type         = "ThousandEyes"
}

resource "tocsin_integration_mapping" "thousand_eyes" {
  integration_id = tocsin_integration.thousand_eyes.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "(?i)^WEBHOOK_TEST$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alert.id" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type.id" }, { map = "1->Resolved,2->Open,Clear->Resolved,Trigger->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "(?i)_CLEAR$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.severity" }, { map = "CRITICAL->Critical,MAJOR->Critical,MINOR->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.severity.id" }, { map = "CRITICAL->Critical,MAJOR->Critical,MINOR->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.rule.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.ruleName" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.alertId" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Test", mappings = [{ json_path = "$.jsonBody.alert.test.name" }] },
      { name = "Test", mappings = [{ json_path = "$.jsonBody.alert.testName" }] },
      { name = "Expression", mappings = [{ json_path = "$.jsonBody.alert.rule.expression" }] },
      { name = "Expression", mappings = [{ json_path = "$.jsonBody.alert.ruleExpression" }] },
      { name = "Target", mappings = [{ json_path = "$.jsonBody.alert.targets" }] },
      { name = "Target", mappings = [{ json_path = "$.jsonBody.alert.testTargetsDescription[0]" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alert.rule.alertType" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alert.type" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert.permalink" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
