# OpenObserve: an integration of type OpenObserve, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OpenObserve.md, or GET /api/public/v1/inbound-integration/types/OpenObserve.
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

resource "tocsin_integration" "open_observe" {
  display_name = "OpenObserve"
  team_id      = var.team_id
  type         = "OpenObserve"
}

resource "tocsin_integration_mapping" "open_observe" {
  integration_id = tocsin_integration.open_observe.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Open->Open,firing->Open,Resolved->Resolved,ok->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.alert" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Stream", mappings = [{ json_path = "$.jsonBody.stream" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.stream && $.jsonBody.stream != null && $.jsonBody.stream != '' && !($.jsonBody.stream =~ /^(?:\\$[A-Za-z{]|\\{[\\w.:$]+\\})/) && $.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' && !($.jsonBody.alert =~ /^(?:\\$[A-Za-z{]|\\{[\\w.:$]+\\})/))].alert" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }, { static = "{{ currentIncident.Stream }}/{{ currentIncident.Alert }}" }] },
      { name = "Organization", mappings = [{ json_path = "$.jsonBody.org" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Stream Type", mappings = [{ json_path = "$.jsonBody.stream_type" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Operator", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.operator" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Threshold", mappings = [{ json_path = "$.jsonBody.threshold" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Count", mappings = [{ json_path = "$.jsonBody.count" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "From", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.start" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "To", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.end" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }, { regex = "^https?://.*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.status))].alert" }, { regex = "(?s)^(?![$${]).+" }, { static = "incomplete: {{ currentIncident.Stream }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.alert && $.jsonBody.alert != null && $.jsonBody.alert != '' && !($.jsonBody.alert =~ /^(?:\\$[A-Za-z{]|\\{[\\w.:$]+\\})/)) || ($.jsonBody.stream && $.jsonBody.stream != null && $.jsonBody.stream != '' && !($.jsonBody.stream =~ /^(?:\\$[A-Za-z{]|\\{[\\w.:$]+\\})/))) && ($.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Stream }}/{{ currentIncident.Alert }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
