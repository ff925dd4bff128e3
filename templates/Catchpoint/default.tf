# Catchpoint: an integration of type Catchpoint, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Catchpoint.md, or GET /api/public/v1/inbound-integration/types/Catchpoint.

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

resource "tocsin_integration" "catchpoint" {
  display_name = "Catchpoint"
  team_id      = var.team_id
  type         = "Catchpoint"
}

resource "tocsin_integration_mapping" "catchpoint" {
  integration_id = tocsin_integration.catchpoint.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.testId" }, { regex = "^\\$\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.level" }, { map = "0->Open,1->Open,3->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.level" }, { map = "1->Critical,0->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Test", mappings = [{ json_path = "$.jsonBody.testName" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Test id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.testId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Alert type", mappings = [{ json_path = "$.jsonBody.alertTypeId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { map = "0->Unknown,2->Byte length,3->Content match,4->Host failure,7->Timing,9->Test failure,10->Insight,11->JavaScript failure,12->Ping,13->Requests" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.testName && $.jsonBody.testName != null && $.jsonBody.testName != '' && !($.jsonBody.testName =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.alertTypeId && $.jsonBody.alertTypeId != null && $.jsonBody.alertTypeId != '' && !($.jsonBody.alertTypeId =~ /^(?:\\$[A-Za-z{])/))].alertTypeId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^\\d+$" }, { static = "{{ currentIncident.Test }}: {{ currentIncident.Alert type }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.testName && $.jsonBody.testName != null && $.jsonBody.testName != '' && !($.jsonBody.testName =~ /^(?:\\$[A-Za-z{])/))].testName" }, { static = "{{ currentIncident.Test }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.testId && $.jsonBody.testId != null && $.jsonBody.testId != '' && !($.jsonBody.testId =~ /^(?:\\$[A-Za-z{])/))].alertTypeId" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^(\\d+)$", replace = "{{ currentIncident.Test id }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.testId && $.jsonBody.testId != null && $.jsonBody.testId != '' && !($.jsonBody.testId =~ /^(?:\\$[A-Za-z{])/))].testId" }, { static = "{{ currentIncident.Test id }}" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.testUrl" }] },
      { name = "Monitor type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.monitorTypeId" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.time" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.testName || $.jsonBody.alertTypeId || $.jsonBody.level))].alertTypeId" }, { regex = "^(\\d+)$", replace = "incomplete: {{ currentIncident.Test id }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.testId && $.jsonBody.testId != null && $.jsonBody.testId != '' && !($.jsonBody.testId =~ /^(?:\\$[A-Za-z{])/) && ($.jsonBody.testName || $.jsonBody.alertTypeId))]" }, { static = "incomplete: {{ currentIncident.Test id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
