# Sentry: an integration of type Sentry, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Sentry.md, or GET /api/public/v1/inbound-integration/types/Sentry.

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

resource "tocsin_integration" "sentry" {
  display_name = "Sentry"
  team_id      = var.team_id
  type         = "Sentry"
}

resource "tocsin_integration_mapping" "sentry" {
  integration_id = tocsin_integration.sentry.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.headers['sentry-hook-resource']" }, { regex = "(?i)^(?:installation|comment)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "resolved->Resolved,archived->Resolved,ignored->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.issue.level" }, { map = "fatal->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.event.level" }, { map = "fatal->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.error.level" }, { map = "fatal->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.level" }, { map = "fatal->Critical,error->Critical,warning->Warning,info->Minor,debug->Minor,->Warning" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.action" }, { map = "critical->Critical,warning->Warning,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.issue.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.event.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.error.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.metric_alert.alert_rule.name" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.data.description_title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event.title" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.issue.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.event.issue_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.error.issue_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.metric_alert.id" }, { regex = "^(.+)$", replace = "metric-alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.data.issue.project.slug" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.data.metric_alert.projects[0]" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.project_slug" }] },
      { name = "Culprit", mappings = [{ json_path = "$.jsonBody.data.issue.culprit" }] },
      { name = "Culprit", mappings = [{ json_path = "$.jsonBody.data.event.culprit" }] },
      { name = "Culprit", mappings = [{ json_path = "$.jsonBody.culprit" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.data.triggered_rule" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.data.event.environment" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.data.description_text" }] },
      { name = "Issue", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.issue.shortId" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.action" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.issue.web_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.event.web_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.web_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
