# Jenkins: an integration of type Jenkins, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Jenkins.md, or GET /api/public/v1/inbound-integration/types/Jenkins.

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

resource "tocsin_integration" "jenkins" {
  display_name = "Jenkins"
  team_id      = var.team_id
  type         = "Jenkins"
}

resource "tocsin_integration_mapping" "jenkins" {
  integration_id = tocsin_integration.jenkins.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.build.phase" }, { regex = "^(?:QUEUED|STARTED)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.build.status" }, { regex = "^(?:ABORTED|NOT_BUILT)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.build.status" }, { map = "SUCCESS->Resolved,FAILURE->Open,UNSTABLE->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.build.status" }, { map = "FAILURE->Warning,UNSTABLE->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.display_name" }, { regex = "^(.+)$", replace = "Build of $1" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.name" }, { regex = "^(.+)$", replace = "Build of $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.name" }] },
      { name = "Build", mappings = [{ json_path = "$.jsonBody.build.number" }] },
      { name = "Branch", mappings = [{ json_path = "$.jsonBody.build.scm.branch" }] },
      { name = "Commit", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.build.scm.commit" }] },
      { name = "Culprits", mappings = [{ json_path = "$.jsonBody.build.scm.culprits" }] },
      { name = "Notes", mappings = [{ json_path = "$.jsonBody.build.notes" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.build.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.build.full_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
