# Sematext: an integration of type Sematext, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Sematext.md, or GET /api/public/v1/inbound-integration/types/Sematext.

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

resource "tocsin_integration" "sematext" {
  display_name = "Sematext"
  team_id      = var.team_id
  type         = "Sematext"
}

resource "tocsin_integration_mapping" "sematext" {
  integration_id = tocsin_integration.sematext.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.backToNormal" }, { map = "true->Resolved,false->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?i)^(?!\\$|sematext$).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.description" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$\\s][^\\r\\n]{0,199}" }] },
      { name = "App", mappings = [{ json_path = "$.jsonBody.applicationId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Rule Type", mappings = [{ json_path = "$.jsonBody.ruleType" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.applicationId && $.jsonBody.applicationId != null && $.jsonBody.applicationId != '' && !($.jsonBody.applicationId =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.ruleType && $.jsonBody.ruleType != null && $.jsonBody.ruleType != '' && !($.jsonBody.ruleType =~ /^(?:\\$[A-Za-z{])/))].applicationId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }, { static = "{{ currentIncident.App }}/{{ currentIncident.Rule Type }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.troubleshootUrl" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.troubleshootUrl" }, { regex = "^https?://.*" }] },
      { name = "Created", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.createTimestamp" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Hook", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.webHookName" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.title || $.jsonBody.description || $.jsonBody.backToNormal))].applicationId" }, { regex = "(?s)^(?![$${]).+" }, { static = "incomplete: {{ currentIncident.App }}/{{ currentIncident.Rule Type }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.ruleType && $.jsonBody.ruleType != null && $.jsonBody.ruleType != '' && !($.jsonBody.ruleType =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.applicationId && $.jsonBody.applicationId != null && $.jsonBody.applicationId != '' && !($.jsonBody.applicationId =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.title || $.jsonBody.description || $.jsonBody.backToNormal))]" }, { static = "incomplete: {{ currentIncident.App }}/{{ currentIncident.Rule Type }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
