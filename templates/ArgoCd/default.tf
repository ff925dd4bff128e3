# Argo CD: an integration of type ArgoCd, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ArgoCd.md, or GET /api/public/v1/inbound-integration/types/ArgoCd.

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

resource "tocsin_integration" "argo_cd" {
  display_name = "Argo CD"
  team_id      = var.team_id
  type         = "ArgoCd"
}

resource "tocsin_integration_mapping" "argo_cd" {
  integration_id = tocsin_integration.argo_cd.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.app" }, { regex = "^\\{\\{" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.phase" }, { map = "Failed->Open,Error->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.health" }, { map = "Healthy->Resolved,Degraded->Open,Missing->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.health" }, { map = "Degraded->Critical,Missing->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Application", mappings = [{ json_path = "$.jsonBody.app" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$).+" }] },
      { name = "Namespace", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.namespace" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.app && $.jsonBody.app != null && $.jsonBody.app != '' && !($.jsonBody.app =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$)/))].app" }, { static = "{{ currentIncident.Application }} is unhealthy" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.namespace && $.jsonBody.namespace != null && $.jsonBody.namespace != '' && !($.jsonBody.namespace =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$)/) && $.jsonBody.app && $.jsonBody.app != null && $.jsonBody.app != '' && !($.jsonBody.app =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$)/))].namespace" }, { static = "{{ currentIncident.Namespace }}/{{ currentIncident.Application }}" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.project" }] },
      { name = "Health", mappings = [{ json_path = "$.jsonBody.health" }] },
      { name = "Sync", mappings = [{ json_path = "$.jsonBody.sync" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Revision", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.revision" }] },
      { name = "Destination", mappings = [{ json_path = "$.jsonBody.destination" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.health" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.app && $.jsonBody.app != null && $.jsonBody.app != '' && !($.jsonBody.app =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$)/)) || ($.jsonBody.namespace && $.jsonBody.namespace != null && $.jsonBody.namespace != '' && !($.jsonBody.namespace =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$)/))) && ($.jsonBody.phase || $.jsonBody.health))]" }, { static = "incomplete: {{ currentIncident.Namespace }}/{{ currentIncident.Application }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>|%\\w+$).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
