# ElastAlert 2: an integration of type ElastAlert, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ElastAlert.md, or GET /api/public/v1/inbound-integration/types/ElastAlert.
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

resource "tocsin_integration" "elast_alert" {
  display_name = "ElastAlert 2"
  team_id      = var.team_id
  type         = "ElastAlert"
}

resource "tocsin_integration_mapping" "elast_alert" {
  integration_id = tocsin_integration.elast_alert.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Open->Open,Resolved->Resolved,ok->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule_name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.rule_name" }] },
      { name = "Key", mappings = [{ json_path = "$.jsonBody.key" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' || $.jsonBody.rule_name && $.jsonBody.rule_name != null && $.jsonBody.rule_name != '') && $.jsonBody.key && $.jsonBody.key != null && $.jsonBody.key != '')].key" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Key }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.rule_name" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Hits", mappings = [{ json_path = "$.jsonBody.hits" }] },
      { name = "Matches", mappings = [{ json_path = "$.jsonBody.matches" }] },
      { name = "Index", mappings = [{ json_path = "$.jsonBody.index" }] },
      { name = "Document", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.document" }] },
      { name = "Timestamp", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message || $.jsonBody.status))].key" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Key }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.key && $.jsonBody.key != null && $.jsonBody.key != '') || (($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' || $.jsonBody.rule_name && $.jsonBody.rule_name != null && $.jsonBody.rule_name != ''))) && ($.jsonBody.message || $.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Key }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
