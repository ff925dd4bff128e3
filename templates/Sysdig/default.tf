# Sysdig Monitor: an integration of type Sysdig, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Sysdig.md, or GET /api/public/v1/inbound-integration/types/Sysdig.

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

resource "tocsin_integration" "sysdig" {
  display_name = "Sysdig Monitor"
  team_id      = var.team_id
  type         = "Sysdig"
}

resource "tocsin_integration_mapping" "sysdig" {
  integration_id = tocsin_integration.sysdig.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "ACTIVE->Open,OK->Resolved,RESOLVED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.resolved" }, { map = "true->Resolved,false->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.severityLabel" }, { map = "High->Critical,Critical->Critical,Medium->Warning,Low->Minor,Info->Minor,None->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.subject" }] },
      { name = "Alert Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alert.id" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.entities[0].entity" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.alert.scope" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.alert.id && $.jsonBody.alert.id != null && $.jsonBody.alert.id != '' && ($.jsonBody.entities[0].entity && $.jsonBody.entities[0].entity != null && $.jsonBody.entities[0].entity != '' || $.jsonBody.alert.scope && $.jsonBody.alert.scope != null && $.jsonBody.alert.scope != ''))].entities[0].entity" }, { static = "{{ currentIncident.Alert Id }}/{{ currentIncident.Entity }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alert.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alert.description" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.condition" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.entities[0].metricValues[0].metric" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.entities[0].metricValues[0].value" }] },
      { name = "Scope", mappings = [{ json_path = "$.jsonBody.alert.scope" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.event.url" }] },
      { name = "Labels", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.labels" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.alert.name || $.jsonBody.alert.subject || $.jsonBody.state || $.jsonBody.resolved))].entities[0].entity" }, { static = "incomplete: {{ currentIncident.Alert Id }}/{{ currentIncident.Entity }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.entities[0].entity && $.jsonBody.entities[0].entity != null && $.jsonBody.entities[0].entity != '' || $.jsonBody.alert.scope && $.jsonBody.alert.scope != null && $.jsonBody.alert.scope != '')) || ($.jsonBody.alert.id && $.jsonBody.alert.id != null && $.jsonBody.alert.id != '')) && ($.jsonBody.alert.name || $.jsonBody.alert.subject || $.jsonBody.state || $.jsonBody.resolved))]" }, { static = "incomplete: {{ currentIncident.Alert Id }}/{{ currentIncident.Entity }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
