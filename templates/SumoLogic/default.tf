# Sumo Logic: an integration of type SumoLogic, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SumoLogic.md, or GET /api/public/v1/inbound-integration/types/SumoLogic.

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

resource "tocsin_integration" "sumo_logic" {
  display_name = "Sumo Logic"
  team_id      = var.team_id
  type         = "SumoLogic"
}

resource "tocsin_integration_mapping" "sumo_logic" {
  integration_id = tocsin_integration.sumo_logic.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.triggerType" }, { regex = "(?i)^(?:Resolved|Normal$)" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.triggerType" }, { map = "Critical->Critical,ResolvedCritical->Critical,Warning->Warning,ResolvedWarning->Warning,Missing Data->Warning,MissingData->Warning,ResolvedMissingData->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alertName" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Monitor", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.id && $.jsonBody.id != null && $.jsonBody.id != '' && !($.jsonBody.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && ($.jsonBody.alertName && $.jsonBody.alertName != null && $.jsonBody.alertName != '' && !($.jsonBody.alertName =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) || $.jsonBody.name && $.jsonBody.name != null && $.jsonBody.name != '' && !($.jsonBody.name =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)))].id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }, { static = "{{ currentIncident.Monitor }}/{{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertName" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.triggerType" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.triggerCondition" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.triggerValue" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Results", mappings = [{ json_path = "$.jsonBody.results" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Query", mappings = [{ json_path = "$.jsonBody.query" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Time Range", mappings = [{ json_path = "$.jsonBody.triggerTimeRange" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alertUrl" }, { regex = "^https?://.*" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.queryUrl" }, { regex = "^https?://.*" }] },
      { name = "Monitor Page", mappings = [{ json_path = "$.jsonBody.sourceUrl" }, { regex = "^https?://.*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.triggerType))].id" }, { regex = "(?s)^(?![$${]).+" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Title }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.alertName && $.jsonBody.alertName != null && $.jsonBody.alertName != '' && !($.jsonBody.alertName =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) || $.jsonBody.name && $.jsonBody.name != null && $.jsonBody.name != '' && !($.jsonBody.name =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) || ($.jsonBody.id && $.jsonBody.id != null && $.jsonBody.id != '' && !($.jsonBody.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.triggerType))]" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Title }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
