# Oh Dear: an integration of type OhDear, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/OhDear.md, or GET /api/public/v1/inbound-integration/types/OhDear.

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
      { name = "Status", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)(?:Recovered|Fixed|Healthy|Restored|Succeeded)(?:Notification)?$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)^(?:http)?(?<result>uptime|brokenLinks|mixedContent|certificate|performance|cron|applicationHealth|dns|domain|sitemap|lighthouse|ping|tcp|port|ai)" }, { map = "uptime->uptime,brokenLinks->brokenLinks,mixedContent->mixedContent,certificate->certificate,performance->performance,cron->cron,applicationHealth->applicationHealth,dns->dns,domain->domain,sitemap->sitemap,lighthouse->lighthouse,ping->ping,tcp->tcp,port->port,ai->ai" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.run.check.type" }] },
      { name = "Kind", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)^(?:http)?(?:uptime|cron|applicationHealth|ping|tcp|port)" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?i)^(?:brokenLinks|lighthouse|sitemap)" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.site.label" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.site.url" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.monitor.label" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.run.check.monitor.label" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.run.check.monitor.url" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.site.label && $.jsonBody.site.label != null && $.jsonBody.site.label != '' || $.jsonBody.site.url && $.jsonBody.site.url != null && $.jsonBody.site.url != '' || $.jsonBody.monitor.label && $.jsonBody.monitor.label != null && $.jsonBody.monitor.label != '' || $.jsonBody.monitor.url && $.jsonBody.monitor.url != null && $.jsonBody.monitor.url != '' || $.jsonBody.run.check.monitor.label && $.jsonBody.run.check.monitor.label != null && $.jsonBody.run.check.monitor.label != '' || $.jsonBody.run.check.monitor.url && $.jsonBody.run.check.monitor.url != null && $.jsonBody.run.check.monitor.url != '') && ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.jsonBody.run.check.type && $.jsonBody.run.check.type != null && $.jsonBody.run.check.type != '' || $.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != ''))]" }, { static = "{{ currentIncident.Site }}: {{ currentIncident.Kind }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.jsonBody.run.check.type && $.jsonBody.run.check.type != null && $.jsonBody.run.check.type != '' || $.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != ''))].site.id" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Kind }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.jsonBody.run.check.type && $.jsonBody.run.check.type != null && $.jsonBody.run.check.type != '' || $.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != ''))].monitor.id" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Kind }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.jsonBody.run.check.type && $.jsonBody.run.check.type != null && $.jsonBody.run.check.type != '' || $.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != ''))].run.check.monitor.id" }, { regex = "^(.+)$", replace = "$1/{{ currentIncident.Kind }}" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.site.url" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.monitor.url" }] },
      { name = "URL", mappings = [{ json_path = "$.jsonBody.run.check.monitor.url" }] },
      { name = "Summary", mappings = [{ json_path = "$.jsonBody.run.check.latest_completed_run_summary" }] },
      { name = "Result", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.run.result_payload" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.site.label || $.jsonBody.site.url || $.jsonBody.monitor.label || $.jsonBody.monitor.url || $.jsonBody.run.check.monitor.label || $.jsonBody.run.check.monitor.url || $.jsonBody.type))].site.id" }, { regex = "^(.+)$", replace = "incomplete: $1/{{ currentIncident.Kind }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.site.label || $.jsonBody.site.url || $.jsonBody.monitor.label || $.jsonBody.monitor.url || $.jsonBody.run.check.monitor.label || $.jsonBody.run.check.monitor.url || $.jsonBody.type))].monitor.id" }, { regex = "^(.+)$", replace = "incomplete: $1/{{ currentIncident.Kind }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.site.label || $.jsonBody.site.url || $.jsonBody.monitor.label || $.jsonBody.monitor.url || $.jsonBody.run.check.monitor.label || $.jsonBody.run.check.monitor.url || $.jsonBody.type))].run.check.monitor.id" }, { regex = "^(.+)$", replace = "incomplete: $1/{{ currentIncident.Kind }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' || $.jsonBody.run.check.type && $.jsonBody.run.check.type != null && $.jsonBody.run.check.type != '' || $.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '') && ($.jsonBody.site.label || $.jsonBody.site.url || $.jsonBody.monitor.label || $.jsonBody.monitor.url || $.jsonBody.run.check.monitor.label || $.jsonBody.run.check.monitor.url))]" }, { static = "incomplete: {{ currentIncident.Kind }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
