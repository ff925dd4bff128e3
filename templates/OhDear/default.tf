# Oh Dear: an integration of type OhDear, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.

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

resource "tocsin_integration" "oh_dear" {
  display_name = "Oh Dear"
  team_id      = var.team_id
  type         = "OhDear"
}

resource "tocsin_integration_mapping" "oh_dear" {
  integration_id = tocsin_integration.oh_dear.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)^(?:test|.*maintenance(?:Started|Ended))" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)(?:Recovered|Fixed|Healthy|Restored)(?:Notification)?$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^(?<result>uptime|brokenLinks|mixedContent|certificate|performance|cron|applicationHealth|dns|domain|sitemap|lighthouse|ping|tcp|port|ai)" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^(?:uptime|cron|applicationHealth|ping|tcp|port)" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^(?:brokenLinks|lighthouse|sitemap)" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.site.label" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.site.url" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.monitor.label" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "Title", mappings = [{ static = "{{ currentIncident.Site }}: {{ currentIncident.Kind }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.site.id" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Kind }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.monitor.id" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Kind }}" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.site.url" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "Result", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.run.result_payload" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.type" }] },
    ]
  }
}
