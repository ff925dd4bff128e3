# New Relic: an integration of type NewRelic, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/NewRelic.md, or GET /api/public/v1/inbound-integration/types/NewRelic.

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

resource "tocsin_integration" "new_relic" {
  display_name = "New Relic"
  team_id      = var.team_id
  type         = "NewRelic"
}

resource "tocsin_integration_mapping" "new_relic" {
  integration_id = tocsin_integration.new_relic.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.current_state" }, { regex = "(?i)^test$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.targets[0].product" }, { regex = "^TESTING$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.policy_name" }, { regex = "^New Relic Alert - Test Policy$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "CREATED->Open,ACTIVATED->Open,CLOSED->Resolved,DEACTIVATED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.current_state" }, { map = "open->Open,acknowledged->Open,closed->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "CRITICAL->Critical,HIGH->Warning,WARNING->Warning,MEDIUM->Minor,LOW->Minor,INFO->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "CRITICAL->Critical,HIGH->Warning,WARNING->Warning,MEDIUM->Minor,LOW->Minor,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.condition_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.issueId" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.incident_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.acknowledgedBy" }, { static = "Acknowledged" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.current_state" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.details" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.impactedEntities[0]" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.targets[0].name" }] },
      { name = "Policy", mappings = [{ json_path = "$.jsonBody.alertPolicyNames[0]" }] },
      { name = "Policy", mappings = [{ json_path = "$.jsonBody.policy_name" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.alertConditionNames[0]" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.condition_name" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.issueUrl" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.incident_url" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.runbookUrl[0]" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.runbook_url" }] },
      { name = "Incidents", mappings = [{ json_path = "$.jsonBody.totalIncidents" }] },
      { name = "Acknowledged By", mappings = [{ json_path = "$.jsonBody.acknowledgedBy" }] },
      { name = "Chart", is_image = true, mappings = [{ json_path = "$.jsonBody.violation_chart_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
