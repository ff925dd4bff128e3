# InfluxDB: an integration of type InfluxDb, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/InfluxDb.md, or GET /api/public/v1/inbound-integration/types/InfluxDb.

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

resource "tocsin_integration" "influx_db" {
  display_name = "InfluxDB"
  team_id      = var.team_id
  type         = "InfluxDb"
}

resource "tocsin_integration_mapping" "influx_db" {
  integration_id = tocsin_integration.influx_db.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody._level" }, { map = "ok->Resolved,crit->Open,warn->Open,info->Open,unknown->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody._level" }, { map = "crit->Critical,warn->Warning,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody._check_name" }] },
      { name = "Check", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody._check_id" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody._check_id && $.jsonBody._check_id != null && $.jsonBody._check_id != '' && $.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '')].host" }, { static = "{{ currentIncident.Check }}/{{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody._check_id" }] },
      { name = "Level", mappings = [{ json_path = "$.jsonBody._level" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody._message" }] },
      { name = "Measurement", mappings = [{ json_path = "$.jsonBody._source_measurement" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody._notification_rule_name" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody._type" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody._check_name || $.jsonBody._level))].host" }, { static = "incomplete: {{ currentIncident.Check }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '') || ($.jsonBody._check_id && $.jsonBody._check_id != null && $.jsonBody._check_id != '')) && ($.jsonBody._check_name || $.jsonBody._level))]" }, { static = "incomplete: {{ currentIncident.Check }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
