# Dead Man's Snitch: an integration of type DeadMansSnitch, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/DeadMansSnitch.md, or GET /api/public/v1/inbound-integration/types/DeadMansSnitch.

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

resource "tocsin_integration" "dead_mans_snitch" {
  display_name = "Dead Man's Snitch"
  team_id      = var.team_id
  type         = "DeadMansSnitch"
}

resource "tocsin_integration_mapping" "dead_mans_snitch" {
  integration_id = tocsin_integration.dead_mans_snitch.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^snitch\\.paused$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.data[?(@.previous_status == \"pending\" && @.status == \"healthy\")].token" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { map = "snitch.missing->Open,snitch.errored->Open,snitch.reporting->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.snitch.status" }, { map = "healthy->Resolved,missing->Open,errored->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { map = "snitch.missing->Critical,snitch.errored->Critical,snitch.reporting->Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.snitch.name" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.snitch.token" }] },
      { name = "Notes", mappings = [{ json_path = "$.jsonBody.data.snitch.notes" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.data.snitch.tags" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.snitch.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.snitch.token" }, { regex = "^(\\w+)$", replace = "https://deadmanssnitch.com/snitches/$1" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
