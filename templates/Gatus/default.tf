# Gatus: an integration of type Gatus, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Gatus.md, or GET /api/public/v1/inbound-integration/types/Gatus.

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

resource "tocsin_integration" "gatus" {
  display_name = "Gatus"
  team_id      = var.team_id
  type         = "Gatus"
}

resource "tocsin_integration_mapping" "gatus" {
  integration_id = tocsin_integration.gatus.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.endpoint" }, { regex = "^\\[ENDPOINT_NAME\\]$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "TRIGGERED->Open,RESOLVED->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "critical->Critical,warning->Warning,minor->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.group" }, { regex = "(?s)^(?!\\[[A-Z_]{4,}\\]$).+" }] },
      { name = "Endpoint", mappings = [{ json_path = "$.jsonBody.endpoint" }, { regex = "(?s)^(?!\\[[A-Z_]{4,}\\]$).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.group && $.jsonBody.group != null && $.jsonBody.group != '' && !($.jsonBody.group =~ /^(?:\\[[A-Z_]{4,}\\]$)/) && $.jsonBody.endpoint && $.jsonBody.endpoint != null && $.jsonBody.endpoint != '' && !($.jsonBody.endpoint =~ /^(?:\\[[A-Z_]{4,}\\]$)/))].group" }, { static = "{{ currentIncident.Group }}/{{ currentIncident.Endpoint }} is unhealthy" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.endpoint && $.jsonBody.endpoint != null && $.jsonBody.endpoint != '' && !($.jsonBody.endpoint =~ /^(?:\\[[A-Z_]{4,}\\]$)/))].endpoint" }, { static = "{{ currentIncident.Endpoint }} is unhealthy" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.group && $.jsonBody.group != null && $.jsonBody.group != '' && !($.jsonBody.group =~ /^(?:\\[[A-Z_]{4,}\\]$)/) && $.jsonBody.endpoint && $.jsonBody.endpoint != null && $.jsonBody.endpoint != '' && !($.jsonBody.endpoint =~ /^(?:\\[[A-Z_]{4,}\\]$)/))].group" }, { static = "{{ currentIncident.Group }}/{{ currentIncident.Endpoint }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.endpoint" }, { regex = "(?s)^(?!\\[[A-Z_]{4,}\\]$).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.endpoint && $.jsonBody.endpoint != null && $.jsonBody.endpoint != '' && !($.jsonBody.endpoint =~ /^(?:\\[[A-Z_]{4,}\\]$)/)) || ($.jsonBody.group && $.jsonBody.group != null && $.jsonBody.group != '' && !($.jsonBody.group =~ /^(?:\\[[A-Z_]{4,}\\]$)/))) && ($.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Group }}/{{ currentIncident.Endpoint }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\[[A-Z_]{4,}\\]$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\[[A-Z_]{4,}\\]$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
