# GitLab: an integration of type GitLab, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/GitLab.md, or GET /api/public/v1/inbound-integration/types/GitLab.

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

resource "tocsin_integration" "git_lab" {
  display_name = "GitLab"
  team_id      = var.team_id
  type         = "GitLab"
}

resource "tocsin_integration_mapping" "git_lab" {
  integration_id = tocsin_integration.git_lab.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.object_kind" }, { regex = "^(?!(?:pipeline|deployment)$)\\w+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.object_attributes.status" }, { regex = "^(?:created|waiting_for_resource|preparing|pending|running|canceled|canceling|skipped|manual|scheduled)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.status" }, { regex = "^(?:created|running|canceled|blocked)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.object_attributes.status" }, { map = "success->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "success->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.project.path_with_namespace" }] },
      { name = "Ref", mappings = [{ json_path = "$.jsonBody.object_attributes.ref" }] },
      { name = "Ref", mappings = [{ json_path = "$.jsonBody.ref" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.environment" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '')].object_attributes.ref" }, { regex = "^(.+)$", replace = "Pipeline of {{ currentIncident.Project }} ($1)" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '')].environment" }, { regex = "^(.+)$", replace = "Deployment of {{ currentIncident.Project }} to $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '')].environment" }, { regex = "^(.+)$", replace = "{{ currentIncident.Project }}/deployment/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '' && ($.jsonBody.object_attributes.ref && $.jsonBody.object_attributes.ref != null && $.jsonBody.object_attributes.ref != '' || $.jsonBody.ref && $.jsonBody.ref != null && $.jsonBody.ref != ''))].project.path_with_namespace" }, { static = "{{ currentIncident.Project }}/{{ currentIncident.Ref }}" }] },
      { name = "Commit", mappings = [{ json_path = "$.jsonBody.commit.title" }] },
      { name = "Commit", mappings = [{ json_path = "$.jsonBody.commit_title" }] },
      { name = "Author", mappings = [{ json_path = "$.jsonBody.user.username" }] },
      { name = "Source", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.object_attributes.source" }] },
      { name = "Stages", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.object_attributes.stages" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.object_attributes.status" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.object_attributes.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.deployable_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.project.web_url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.object_attributes.ref || $.jsonBody.environment || $.jsonBody.object_attributes.status || $.jsonBody.status))].environment" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Project }}/deployment/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '' && ($.jsonBody.object_attributes.ref || $.jsonBody.environment))]" }, { static = "incomplete: {{ currentIncident.Project }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.object_attributes.ref && $.jsonBody.object_attributes.ref != null && $.jsonBody.object_attributes.ref != '' || $.jsonBody.ref && $.jsonBody.ref != null && $.jsonBody.ref != '')) || ($.jsonBody.project.path_with_namespace && $.jsonBody.project.path_with_namespace != null && $.jsonBody.project.path_with_namespace != '')) && ($.jsonBody.environment || $.jsonBody.object_attributes.status || $.jsonBody.status))]" }, { static = "incomplete: {{ currentIncident.Project }}/{{ currentIncident.Ref }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
