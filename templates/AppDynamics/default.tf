# AppDynamics: an integration of type AppDynamics, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AppDynamics.md, or GET /api/public/v1/inbound-integration/types/AppDynamics.

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

resource "tocsin_integration" "app_dynamics" {
  display_name = "AppDynamics"
  team_id      = var.team_id
  type         = "AppDynamics"
}

resource "tocsin_integration_mapping" "app_dynamics" {
  integration_id = tocsin_integration.app_dynamics.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event_type" }, { regex = "(?i)^POLICY_(?:CLOSE|CANCELED)" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event_type" }, { regex = "(?i)_CRITICAL$" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "ERROR->Critical,WARN->Warning,INFO->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.health_rule" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event_name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.summary" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.incident_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.event_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event_type" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Application", mappings = [{ json_path = "$.jsonBody.application" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Tier", mappings = [{ json_path = "$.jsonBody.tier" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.node" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Event", mappings = [{ json_path = "$.jsonBody.event_name" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Summary", mappings = [{ json_path = "$.jsonBody.summary" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Policy", mappings = [{ json_path = "$.jsonBody.policy" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }, { regex = "^https?://.*" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
