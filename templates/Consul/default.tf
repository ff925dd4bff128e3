# HashiCorp Consul: an integration of type Consul, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Consul.md, or GET /api/public/v1/inbound-integration/types/Consul.

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

resource "tocsin_integration" "consul" {
  display_name = "HashiCorp Consul"
  team_id      = var.team_id
  type         = "Consul"
}

resource "tocsin_integration_mapping" "consul" {
  integration_id = tocsin_integration.consul.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonItems" }, { regex = "^\\[\\]$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.Status" }, { map = "passing->Resolved,critical->Open,warning->Open,maintenance->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.Status" }, { map = "critical->Critical,warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Node", mappings = [{ json_path = "$.jsonBody.Node" }] },
      { name = "Check", mappings = [{ json_path = "$.jsonBody.Name" }] },
      { name = "Check", mappings = [{ json_path = "$.jsonBody.CheckID" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.Name && $.jsonBody.Name != null && $.jsonBody.Name != '' || $.jsonBody.CheckID && $.jsonBody.CheckID != null && $.jsonBody.CheckID != '') && $.jsonBody.Node && $.jsonBody.Node != null && $.jsonBody.Node != '')].Node" }, { static = "{{ currentIncident.Check }} on {{ currentIncident.Node }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.Node && $.jsonBody.Node != null && $.jsonBody.Node != '')].CheckID" }, { regex = "^(.+)$", replace = "{{ currentIncident.Node }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.Node && $.jsonBody.Node != null && $.jsonBody.Node != '' && ($.jsonBody.Name && $.jsonBody.Name != null && $.jsonBody.Name != '' || $.jsonBody.CheckID && $.jsonBody.CheckID != null && $.jsonBody.CheckID != ''))].Node" }, { static = "{{ currentIncident.Node }}/{{ currentIncident.Check }}" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.ServiceName" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.Output" }] },
      { name = "Notes", mappings = [{ json_path = "$.jsonBody.Notes" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.Status" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.Name || $.jsonBody.CheckID || $.jsonBody.Status))].CheckID" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Node }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.Node && $.jsonBody.Node != null && $.jsonBody.Node != '' && ($.jsonBody.Name || $.jsonBody.CheckID))]" }, { static = "incomplete: {{ currentIncident.Node }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.Name && $.jsonBody.Name != null && $.jsonBody.Name != '' || $.jsonBody.CheckID && $.jsonBody.CheckID != null && $.jsonBody.CheckID != '')) || ($.jsonBody.Node && $.jsonBody.Node != null && $.jsonBody.Node != '')) && ($.jsonBody.Status))]" }, { static = "incomplete: {{ currentIncident.Node }}/{{ currentIncident.Check }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
