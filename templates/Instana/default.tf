# Instana: an integration of type Instana, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Instana.md, or GET /api/public/v1/inbound-integration/types/Instana.

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

resource "tocsin_integration" "instana" {
  display_name = "Instana"
  team_id      = var.team_id
  type         = "Instana"
}

resource "tocsin_integration_mapping" "instana" {
  integration_id = tocsin_integration.instana.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.issue.state" }, { map = "OPEN->Open,CLOSED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody[?(@.text=='offline' || @.text=='online')].text" }, { map = "online->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.issue.severity" }, { map = "10->Critical,5->Warning,-1->Minor,critical->Critical,warning->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Type", mappings = [{ json_path = "$.jsonBody.issue.type" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.issue.fqdn" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.issue.entityLabel" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '' && $.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '')][?(@.text=='offline' || @.text=='online')].text" }, { regex = "^(.+)$", replace = "{{ currentIncident.Entity }} on {{ currentIncident.Host }} is $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '')][?(@.text=='offline' || @.text=='online')].text" }, { regex = "^(.+)$", replace = "{{ currentIncident.Entity }} is $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '')][?(@.text=='offline' || @.text=='online')].text" }, { regex = "^(.+)$", replace = "{{ currentIncident.Host }} is $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '' && $.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '')][?(@.type=='change')].text" }, { regex = "^(.+)$", replace = "{{ currentIncident.Entity }} on {{ currentIncident.Host }}: $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '')][?(@.type=='change')].text" }, { regex = "^(.+)$", replace = "{{ currentIncident.Entity }}: $1" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.issue.text" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '' && $.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '')][?(@.text=='offline' || @.text=='online')].text" }, { static = "presence of {{ currentIncident.Entity }} on {{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '')][?(@.text=='offline' || @.text=='online')].text" }, { static = "presence of {{ currentIncident.Entity }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '')][?(@.text=='offline' || @.text=='online')].text" }, { static = "presence of {{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.issue.id" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.issue.service" }] },
      { name = "Zone", mappings = [{ json_path = "$.jsonBody.issue.zone" }] },
      { name = "Container", mappings = [{ json_path = "$.jsonBody.issue.container" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.issue.description" }] },
      { name = "Suggestion", mappings = [{ json_path = "$.jsonBody.issue.suggestion" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.issue.tags" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.issue.link" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '') || ($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '')) && ($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text || $.jsonBody.issue.state || $.jsonBody[?(@.text=='offline' || @.text=='online')].text))][?(@.text=='offline' || @.text=='online')].text" }, { static = "incomplete: presence of {{ currentIncident.Entity }} on {{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody.issue.fqdn || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text || $.jsonBody.issue.state || $.jsonBody[?(@.text=='offline' || @.text=='online')].text))][?(@.text=='offline' || @.text=='online')].text" }, { static = "incomplete: presence of {{ currentIncident.Entity }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody.issue.entityLabel || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text || $.jsonBody.issue.state || $.jsonBody[?(@.text=='offline' || @.text=='online')].text))][?(@.text=='offline' || @.text=='online')].text" }, { static = "incomplete: presence of {{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '' && $.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '' && ($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text))]" }, { static = "incomplete: {{ currentIncident.Entity }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.entityLabel && $.jsonBody.issue.entityLabel != null && $.jsonBody.issue.entityLabel != '' && ($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody.issue.fqdn || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text))]" }, { static = "incomplete: {{ currentIncident.Entity }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.issue.fqdn && $.jsonBody.issue.fqdn != null && $.jsonBody.issue.fqdn != '' && ($.jsonBody[?(@.text=='offline' || @.text=='online')].text || $.jsonBody.issue.entityLabel || $.jsonBody[?(@.type=='change')].text || $.jsonBody.issue.text))]" }, { static = "incomplete: {{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
