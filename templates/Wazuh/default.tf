# Wazuh: an integration of type Wazuh, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Wazuh.md, or GET /api/public/v1/inbound-integration/types/Wazuh.
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

resource "tocsin_integration" "wazuh" {
  display_name = "Wazuh"
  team_id      = var.team_id
  type         = "Wazuh"
}

resource "tocsin_integration_mapping" "wazuh" {
  integration_id = tocsin_integration.wazuh.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.rule.level" }, { regex = "^(?:1[2-9])$" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.rule.level" }, { regex = "^(?:[7-9]|1[01])$" }, { static = "Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.rule.level" }, { regex = "^[0-6]$" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule.description" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.rule.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Agent", mappings = [{ json_path = "$.jsonBody.agent.name" }] },
      { name = "Agent id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.agent.id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule.id && $.jsonBody.rule.id != null && $.jsonBody.rule.id != '' && !($.jsonBody.rule.id =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.agent.id && $.jsonBody.agent.id != null && $.jsonBody.agent.id != '' && !($.jsonBody.agent.id =~ /^(?:\\$[A-Za-z{])/))].rule.id" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Agent id }}" }] },
      { name = "Level", mappings = [{ json_path = "$.jsonBody.rule.level" }] },
      { name = "Groups", mappings = [{ json_path = "$.jsonBody.rule.groups" }] },
      { name = "Techniques", mappings = [{ json_path = "$.jsonBody.rule.mitre.id" }] },
      { name = "Source IP", mappings = [{ json_path = "$.jsonBody.data.srcip" }] },
      { name = "Location", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.location" }] },
      { name = "Log", mappings = [{ json_path = "$.jsonBody.full_log" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.agent.id && $.jsonBody.agent.id != null && $.jsonBody.agent.id != '' && !($.jsonBody.agent.id =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.rule.id && $.jsonBody.rule.id != null && $.jsonBody.rule.id != '' && !($.jsonBody.rule.id =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.rule.description))]" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Agent id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
