# Sensu Go: an integration of type Sensu, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Sensu.md, or GET /api/public/v1/inbound-integration/types/Sensu.

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

resource "tocsin_integration" "sensu" {
  display_name = "Sensu Go"
  team_id      = var.team_id
  type         = "Sensu"
}

resource "tocsin_integration_mapping" "sensu" {
  integration_id = tocsin_integration.sensu.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$[?(@.check.is_silenced == true && @.check.status != 0)].check.is_silenced" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.check.status" }, { map = "0->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.check.state" }, { map = "passing->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.check.status" }, { map = "2->Critical,1->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.entity.metadata.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Check", mappings = [{ json_path = "$.jsonBody.check.metadata.name" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.check.metadata.name && $.jsonBody.check.metadata.name != null && $.jsonBody.check.metadata.name != '' && !($.jsonBody.check.metadata.name =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.entity.metadata.name && $.jsonBody.entity.metadata.name != null && $.jsonBody.entity.metadata.name != '' && !($.jsonBody.entity.metadata.name =~ /^(?:\\$[A-Za-z{])/))].check.metadata.name" }, { static = "{{ currentIncident.Check }} on {{ currentIncident.Entity }}" }] },
      { name = "Namespace", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.entity.metadata.namespace" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.entity.metadata.namespace && $.jsonBody.entity.metadata.namespace != null && $.jsonBody.entity.metadata.namespace != '' && !($.jsonBody.entity.metadata.namespace =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.entity.metadata.name && $.jsonBody.entity.metadata.name != null && $.jsonBody.entity.metadata.name != '' && !($.jsonBody.entity.metadata.name =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.check.metadata.name && $.jsonBody.check.metadata.name != null && $.jsonBody.check.metadata.name != '' && !($.jsonBody.check.metadata.name =~ /^(?:\\$[A-Za-z{])/))].entity.metadata.namespace" }, { static = "{{ currentIncident.Namespace }}/{{ currentIncident.Entity }}/{{ currentIncident.Check }}" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.check.output" }] },
      { name = "Occurrences", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.check.occurrences" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.check.state" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.entity.metadata.name && $.jsonBody.entity.metadata.name != null && $.jsonBody.entity.metadata.name != '' && !($.jsonBody.entity.metadata.name =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.check.metadata.name && $.jsonBody.check.metadata.name != null && $.jsonBody.check.metadata.name != '' && !($.jsonBody.check.metadata.name =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.entity.metadata.namespace && $.jsonBody.entity.metadata.namespace != null && $.jsonBody.entity.metadata.namespace != '' && !($.jsonBody.entity.metadata.namespace =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.check.metadata.name && $.jsonBody.check.metadata.name != null && $.jsonBody.check.metadata.name != '' && !($.jsonBody.check.metadata.name =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.entity.metadata.namespace && $.jsonBody.entity.metadata.namespace != null && $.jsonBody.entity.metadata.namespace != '' && !($.jsonBody.entity.metadata.namespace =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.entity.metadata.name && $.jsonBody.entity.metadata.name != null && $.jsonBody.entity.metadata.name != '' && !($.jsonBody.entity.metadata.name =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.check.status || $.jsonBody.check.state))]" }, { static = "incomplete: {{ currentIncident.Namespace }}/{{ currentIncident.Entity }}/{{ currentIncident.Check }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
