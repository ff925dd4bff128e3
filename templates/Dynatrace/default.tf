# Dynatrace: an integration of type Dynatrace, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Dynatrace.md, or GET /api/public/v1/inbound-integration/types/Dynatrace.

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

resource "tocsin_integration" "dynatrace" {
  display_name = "Dynatrace"
  team_id      = var.team_id
  type         = "Dynatrace"
}

resource "tocsin_integration_mapping" "dynatrace" {
  integration_id = tocsin_integration.dynatrace.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.ProblemTitle" }, { regex = "^Dynatrace problem notification test run" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.State" }, { map = "OPEN->Open,RESOLVED->Resolved,MERGED->Resolved,CLOSED->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.ProblemSeverity" }, { map = "AVAILABILITY->Critical,ERROR->Critical,PERFORMANCE->Warning,RESOURCE_CONTENTION->Warning,MONITORING_UNAVAILABLE->Warning,CUSTOM_ALERT->Minor,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.ProblemTitle" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.ProblemID" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.PID" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.State" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Severity Level", mappings = [{ json_path = "$.jsonBody.ProblemSeverity" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Impact", mappings = [{ json_path = "$.jsonBody.ProblemImpact" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.ImpactedEntity" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Details", mappings = [{ json_path = "$.jsonBody.ProblemDetailsText" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.ProblemURL" }, { regex = "^https?://.*" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody['Problem URL']" }, { regex = "^https?://.*" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.Tags" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Impacted Entities", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.ImpactedEntities" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{[\\w.:$]+\\}).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
