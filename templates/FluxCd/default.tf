# Flux CD: an integration of type FluxCd, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/FluxCd.md, or GET /api/public/v1/inbound-integration/types/FluxCd.

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

resource "tocsin_integration" "flux_cd" {
  display_name = "Flux CD"
  team_id      = var.team_id
  type         = "FluxCd"
}

resource "tocsin_integration_mapping" "flux_cd" {
  integration_id = tocsin_integration.flux_cd.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$[?(@.severity == \"info\" || @.severity == \"trace\")].reason" }, { regex = "^(?!(?!Rollback|Uninstall|GarbageCollection)\\w*Succeeded$|NewArtifact$).+" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.reason" }, { regex = "^(?:Progressing|ProgressingWithRetry|DependencyNotReady|ArtifactUpToDate)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "error->Open,info->Resolved,trace->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Kind", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.involvedObject.kind" }] },
      { name = "Namespace", mappings = [{ json_path = "$.jsonBody.involvedObject.namespace" }] },
      { name = "Name", mappings = [{ json_path = "$.jsonBody.involvedObject.name" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.involvedObject.kind && $.jsonBody.involvedObject.kind != null && $.jsonBody.involvedObject.kind != '' && $.jsonBody.involvedObject.namespace && $.jsonBody.involvedObject.namespace != null && $.jsonBody.involvedObject.namespace != '' && $.jsonBody.involvedObject.name && $.jsonBody.involvedObject.name != null && $.jsonBody.involvedObject.name != '')].reason" }, { regex = "^(.+)$", replace = "$1: {{ currentIncident.Kind }} {{ currentIncident.Namespace }}/{{ currentIncident.Name }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.involvedObject.kind && $.jsonBody.involvedObject.kind != null && $.jsonBody.involvedObject.kind != '' && $.jsonBody.involvedObject.namespace && $.jsonBody.involvedObject.namespace != null && $.jsonBody.involvedObject.namespace != '' && $.jsonBody.involvedObject.name && $.jsonBody.involvedObject.name != null && $.jsonBody.involvedObject.name != '')].involvedObject.kind" }, { static = "{{ currentIncident.Kind }}/{{ currentIncident.Namespace }}/{{ currentIncident.Name }}" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.reason" }] },
      { name = "Controller", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.reportingController" }] },
      { name = "Revision", mappings = [{ json_path = "$.jsonBody.metadata.revision" }] },
      { name = "Revision", mappings = [{ json_path = "$.jsonBody.metadata['kustomize.toolkit.fluxcd.io/revision']" }] },
      { name = "Cluster", mappings = [{ json_path = "$.jsonBody.metadata.cluster" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.severity" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.involvedObject.namespace && $.jsonBody.involvedObject.namespace != null && $.jsonBody.involvedObject.namespace != '' && $.jsonBody.involvedObject.name && $.jsonBody.involvedObject.name != null && $.jsonBody.involvedObject.name != '') || ($.jsonBody.involvedObject.kind && $.jsonBody.involvedObject.kind != null && $.jsonBody.involvedObject.kind != '' && $.jsonBody.involvedObject.name && $.jsonBody.involvedObject.name != null && $.jsonBody.involvedObject.name != '') || ($.jsonBody.involvedObject.kind && $.jsonBody.involvedObject.kind != null && $.jsonBody.involvedObject.kind != '' && $.jsonBody.involvedObject.namespace && $.jsonBody.involvedObject.namespace != null && $.jsonBody.involvedObject.namespace != '')) && ($.jsonBody.reason || $.jsonBody.severity))]" }, { static = "incomplete: {{ currentIncident.Kind }}/{{ currentIncident.Namespace }}/{{ currentIncident.Name }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
