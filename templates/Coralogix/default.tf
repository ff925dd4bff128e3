# Coralogix: an integration of type Coralogix, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Coralogix.md, or GET /api/public/v1/inbound-integration/types/Coralogix.

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

resource "tocsin_integration" "coralogix" {
  display_name = "Coralogix"
  team_id      = var.team_id
  type         = "Coralogix"
}

resource "tocsin_integration_mapping" "coralogix" {
  integration_id = tocsin_integration.coralogix.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert_action" }, { map = "trigger->Open,resolve->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert_severity" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='severityLowercase')].value" }, { map = "critical->Critical,page->Critical,fatal->Critical,emergency->Critical,error->Critical,high->Critical,warning->Warning,warn->Warning,medium->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,notice->Minor,debug->Minor,verbose->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='priority')].value" }, { map = "P1->Critical,P2->Critical,P3->Warning,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='alertUniqueIdentifier')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert_id" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Application", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='application')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Subsystem", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='subsystem')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='computer')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Team", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='team')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Hits", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='hitCount')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.fields[?(@.key=='text')].value" }, { regex = "(?s)^(?![$${]).+" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert_url" }] },
      { name = "Logs", mappings = [{ json_path = "$.jsonBody.log_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
