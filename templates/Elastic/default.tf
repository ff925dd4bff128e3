# Elastic (Kibana rules): an integration of type Elastic, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Elastic.md, or GET /api/public/v1/inbound-integration/types/Elastic.

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

resource "tocsin_integration" "elastic" {
  display_name = "Elastic (Kibana rules)"
  team_id      = var.team_id
  type         = "Elastic"
}

resource "tocsin_integration_mapping" "elastic" {
  integration_id = tocsin_integration.elastic.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert.actionGroup" }, { regex = "(?i)^recovered$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert.actionGroupName" }, { regex = "(?i)^recovered$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.rule.tags" }, { regex = "(?i)\\b(?:severity|priority)[:=]\\s*(?<result>[\\w-]+)" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor,p1->Critical,p2->Critical,p3->Warning,p4->Minor,p5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.actionGroup" }, { regex = "(?i)\\b(?<result>critical|warning|low|high|medium)\\b" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Rule Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.rule.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Object", mappings = [{ json_path = "$.jsonBody.alert.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule.id && $.jsonBody.rule.id != null && $.jsonBody.rule.id != '' && !($.jsonBody.rule.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.alert.id && $.jsonBody.alert.id != null && $.jsonBody.alert.id != '' && !($.jsonBody.alert.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].alert.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }, { static = "{{ currentIncident.Rule Id }}/{{ currentIncident.Object }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.rule.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alert.actionGroup" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.reason" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.message" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Rule Type", mappings = [{ json_path = "$.jsonBody.rule.type" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Space", mappings = [{ json_path = "$.jsonBody.rule.space" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.rule.tags" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.details" }, { regex = "^https?://.*" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.rule.url" }, { regex = "^https?://.*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.rule.name || $.jsonBody.alert.actionGroup || $.jsonBody.alert.actionGroupName))].alert.id" }, { regex = "(?s)^(?![$${]).+" }, { static = "incomplete: {{ currentIncident.Rule Id }}/{{ currentIncident.Object }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.alert.id && $.jsonBody.alert.id != null && $.jsonBody.alert.id != '' && !($.jsonBody.alert.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.rule.id && $.jsonBody.rule.id != null && $.jsonBody.rule.id != '' && !($.jsonBody.rule.id =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.rule.name || $.jsonBody.alert.actionGroup || $.jsonBody.alert.actionGroupName))]" }, { static = "incomplete: {{ currentIncident.Rule Id }}/{{ currentIncident.Object }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
