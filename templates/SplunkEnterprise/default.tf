# Splunk Enterprise: an integration of type SplunkEnterprise, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SplunkEnterprise.md, or GET /api/public/v1/inbound-integration/types/SplunkEnterprise.
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

resource "tocsin_integration" "splunk_enterprise" {
  display_name = "Splunk Enterprise"
  team_id      = var.team_id
  type         = "SplunkEnterprise"
}

resource "tocsin_integration_mapping" "splunk_enterprise" {
  integration_id = tocsin_integration.splunk_enterprise.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.result.severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.result.urgency" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.search_name" }] },
      { name = "Search", mappings = [{ json_path = "$.jsonBody.search_name" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.result.host" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.result.dest" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.search_name && $.jsonBody.search_name != null && $.jsonBody.search_name != '' && ($.jsonBody.result.host && $.jsonBody.result.host != null && $.jsonBody.result.host != '' || $.jsonBody.result.dest && $.jsonBody.result.dest != null && $.jsonBody.result.dest != ''))].result.host" }, { static = "{{ currentIncident.Search }}/{{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.search_name" }] },
      { name = "App", mappings = [{ json_path = "$.jsonBody.app" }] },
      { name = "Owner", mappings = [{ json_path = "$.jsonBody.owner" }] },
      { name = "Results", mappings = [{ json_path = "$.jsonBody.results_link" }] },
      { name = "Result", expand = true, mappings = [{ json_path = "$.jsonBody.result" }] },
      { name = "Search Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.sid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(false)].result.host" }, { static = "incomplete: {{ currentIncident.Search }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.result.host && $.jsonBody.result.host != null && $.jsonBody.result.host != '' || $.jsonBody.result.dest && $.jsonBody.result.dest != null && $.jsonBody.result.dest != '')) || ($.jsonBody.search_name && $.jsonBody.search_name != null && $.jsonBody.search_name != '')) && false)]" }, { static = "incomplete: {{ currentIncident.Search }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
