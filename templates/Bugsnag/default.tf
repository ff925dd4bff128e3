# BugSnag: an integration of type Bugsnag, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Bugsnag.md, or GET /api/public/v1/inbound-integration/types/Bugsnag.

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

resource "tocsin_integration" "bugsnag" {
  display_name = "BugSnag"
  team_id      = var.team_id
  type         = "Bugsnag"
}

resource "tocsin_integration_mapping" "bugsnag" {
  integration_id = tocsin_integration.bugsnag.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.trigger.type" }, { regex = "^(?:release|comment)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.error.status" }, { map = "fixed->Resolved,ignored->Resolved,snoozed->Open,open->Open,for_review->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.error.severity" }, { map = "error->Critical,warning->Warning,info->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.trigger.type" }, { map = "projectSpiking->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Class", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.error.exceptionClass" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.error.message" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.project.name" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.error.exceptionClass && $.jsonBody.error.exceptionClass != null && $.jsonBody.error.exceptionClass != '' && $.jsonBody.error.message && $.jsonBody.error.message != null && $.jsonBody.error.message != '')].error.message" }, { static = "{{ currentIncident.Class }}: {{ currentIncident.Message }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.error.exceptionClass" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.project.name && $.jsonBody.project.name != null && $.jsonBody.project.name != '')].trigger.message" }, { regex = "^(.+)$", replace = "{{ currentIncident.Project }}: $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.error.errorId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.error.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.project.id" }, { regex = "^(.+)$", replace = "project/$1" }] },
      { name = "Context", mappings = [{ json_path = "$.jsonBody.error.context" }] },
      { name = "Release stage", mappings = [{ json_path = "$.jsonBody.error.app.releaseStage" }] },
      { name = "Release stage", mappings = [{ json_path = "$.jsonBody.error.releaseStage" }] },
      { name = "Version", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.error.app.version" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.error.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.error.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.project.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
