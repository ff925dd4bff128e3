# Alertmanager API v2: an integration of type AlertmanagerApiV2, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AlertmanagerApiV2.md, or GET /api/public/v1/inbound-integration/types/AlertmanagerApiV2.

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

resource "tocsin_integration" "alertmanager_api_v2" {
  display_name = "Alertmanager API v2"
  team_id      = var.team_id
  type         = "AlertmanagerApiV2"
}

resource "tocsin_integration_mapping" "alertmanager_api_v2" {
  integration_id = tocsin_integration.alertmanager_api_v2.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody[?(@.alertname=='TestAlert' && @.instance=='Grafana')].alertname" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "firing->Open,resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.labels.severity" }, { map = "critical->Critical,page->Critical,error->Critical,high->Critical,emergency->Critical,fatal->Critical,warning->Warning,warn->Warning,medium->Warning,average->Warning,info->Minor,informational->Minor,low->Minor,minor->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.annotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.labels.alertname" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.fingerprint" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.labels" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.labels.alertname" }] },
      { name = "Instance", mappings = [{ json_path = "$.jsonBody.labels.instance" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.annotations.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.annotations.message" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.annotations.runbook_url" }] },
      { name = "Source", mappings = [{ json_path = "$.jsonBody.generatorURL" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.labels" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
