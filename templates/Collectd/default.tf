# collectd: an integration of type Collectd, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Collectd.md, or GET /api/public/v1/inbound-integration/types/Collectd.

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

resource "tocsin_integration" "collectd" {
  display_name = "collectd"
  team_id      = var.team_id
  type         = "Collectd"
}

resource "tocsin_integration_mapping" "collectd" {
  integration_id = tocsin_integration.collectd.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.labels.severity" }, { map = "OKAY->Resolved,WARNING->Open,FAILURE->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.labels.severity" }, { map = "FAILURE->Critical,WARNING->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.annotations.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.labels.alertname" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.labels" }, { regex = "(?s)^(.*?),?\\s*\"severity\"\\s*:\\s*\"[^\"]*\"(.*)$", replace = "$1$2" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.labels" }] },
      { name = "Alert Name", mappings = [{ json_path = "$.jsonBody.labels.alertname" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.labels.instance" }] },
      { name = "Data Source", mappings = [{ json_path = "$.jsonBody.annotations.DataSource" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.annotations.CurrentValue" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.labels.severity" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.labels" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
