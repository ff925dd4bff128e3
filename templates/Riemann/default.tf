# Riemann: an integration of type Riemann, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Riemann.md, or GET /api/public/v1/inbound-integration/types/Riemann.

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

resource "tocsin_integration" "riemann" {
  display_name = "Riemann"
  team_id      = var.team_id
  type         = "Riemann"
}

resource "tocsin_integration_mapping" "riemann" {
  integration_id = tocsin_integration.riemann.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "ok->Resolved,up->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.state" }, { map = "critical->Critical,error->Critical,down->Critical,warning->Warning,expired->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.service && $.jsonBody.service != null && $.jsonBody.service != '' && $.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '')].host" }, { static = "{{ currentIncident.Service }} on {{ currentIncident.Host }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.service && $.jsonBody.service != null && $.jsonBody.service != '')].service" }, { static = "{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '' && $.jsonBody.service && $.jsonBody.service != null && $.jsonBody.service != '')].host" }, { static = "{{ currentIncident.Host }}/{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.service" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.metric" }] },
      { name = "Tags", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.service && $.jsonBody.service != null && $.jsonBody.service != '') || ($.jsonBody.host && $.jsonBody.host != null && $.jsonBody.host != '')) && ($.jsonBody.state))]" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Service }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
