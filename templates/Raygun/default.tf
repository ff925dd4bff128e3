# Raygun: an integration of type Raygun, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Raygun.md, or GET /api/public/v1/inbound-integration/types/Raygun.

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

resource "tocsin_integration" "raygun" {
  display_name = "Raygun"
  team_id      = var.team_id
  type         = "Raygun"
}

resource "tocsin_integration_mapping" "raygun" {
  integration_id = tocsin_integration.raygun.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "^CommentAdded$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.error.status" }, { map = "Resolved->Resolved,Ignored->Resolved,PermanentlyIgnored->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.error.message" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.error.url" }, { regex = "^[^?#]+" }] },
      { name = "Application", mappings = [{ json_path = "$.jsonBody.application.name" }] },
      { name = "Users affected", mappings = [{ json_path = "$.jsonBody.error.usersAffected" }] },
      { name = "Occurrences", mappings = [{ json_path = "$.jsonBody.error.totalOccurrences" }] },
      { name = "First seen", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.error.firstOccurredOn" }] },
      { name = "Version", mappings = [{ json_path = "$.jsonBody.error.instance.appVersion" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.eventType" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.error.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
