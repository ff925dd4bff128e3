# Cronitor: an integration of type Cronitor, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Cronitor.md, or GET /api/public/v1/inbound-integration/types/Cronitor.

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

resource "tocsin_integration" "cronitor" {
  display_name = "Cronitor"
  team_id      = var.team_id
  type         = "Cronitor"
}

resource "tocsin_integration_mapping" "cronitor" {
  integration_id = tocsin_integration.cronitor.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { map = "ALERT->Open,RECOVERY->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { map = "ALERT->Critical,RECOVERY->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.monitor" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Monitor id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.environment" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.id && $.jsonBody.id != null && $.jsonBody.id != '' && $.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != '')].environment" }, { static = "{{ currentIncident.Monitor id }}/{{ currentIncident.Environment }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Group", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.group" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.issue_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.monitor_url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.monitor || $.jsonBody.type))].environment" }, { static = "incomplete: {{ currentIncident.Monitor id }}/{{ currentIncident.Environment }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.environment && $.jsonBody.environment != null && $.jsonBody.environment != '') || ($.jsonBody.id && $.jsonBody.id != null && $.jsonBody.id != '')) && ($.jsonBody.monitor || $.jsonBody.type))]" }, { static = "incomplete: {{ currentIncident.Monitor id }}/{{ currentIncident.Environment }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
