# PRTG Network Monitor: an integration of type PRTG, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/PRTG.md, or GET /api/public/v1/inbound-integration/types/PRTG.

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

resource "tocsin_integration" "prtg" {
  display_name = "PRTG Network Monitor"
  team_id      = var.team_id
  type         = "PRTG"
}

resource "tocsin_integration_mapping" "prtg" {
  integration_id = tocsin_integration.prtg.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.formBody.sensorid" }, { regex = "^(?:0|%sensorid)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.formBody.status" }, { regex = "(?i)^Up\\b|now:\\s*Up" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.status" }, { regex = "(?i)^(?:REPEATED\\s+)?(?:Warning|Unusual)" }, { static = "Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.priority" }, { map = "5->Critical,*****->Critical,4->Critical,****->Critical,3->Warning,***->Warning,2->Minor,**->Minor,1->Minor,*->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Device", mappings = [{ json_path = "$.formBody.device" }, { regex = "(?s)^(?!%\\w+$).+" }] },
      { name = "Sensor", mappings = [{ json_path = "$.formBody.sensor" }, { regex = "(?s)^(?!%\\w+$).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.formBody.device && $.formBody.device != null && $.formBody.device != '' && !($.formBody.device =~ /^(?:%\\w+$)/) && $.formBody.sensor && $.formBody.sensor != null && $.formBody.sensor != '' && !($.formBody.sensor =~ /^(?:%\\w+$)/))].device" }, { static = "{{ currentIncident.Device }}: {{ currentIncident.Sensor }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.sensorid" }, { regex = "(?s)^(?!%\\w+$).+" }] },
      { name = "Message", mappings = [{ json_path = "$.formBody.message" }] },
      { name = "Last value", mappings = [{ json_path = "$.formBody.lastvalue" }] },
      { name = "Group", hide_in_previews = true, mappings = [{ json_path = "$.formBody.group" }] },
      { name = "Probe", hide_in_previews = true, mappings = [{ json_path = "$.formBody.probe" }] },
      { name = "SourceState", mappings = [{ json_path = "$.formBody.status" }] },
      { name = "Link", mappings = [{ json_path = "$.formBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!%\\w+$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!%\\w+$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
