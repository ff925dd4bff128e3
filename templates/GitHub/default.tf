# GitHub: an integration of type GitHub, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/GitHub.md, or GET /api/public/v1/inbound-integration/types/GitHub.

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

resource "tocsin_integration" "git_hub" {
  display_name = "GitHub"
  team_id      = var.team_id
  type         = "GitHub"
}

resource "tocsin_integration_mapping" "git_hub" {
  integration_id = tocsin_integration.git_hub.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.headers['x-github-event']" }, { regex = "^(?!(?:workflow_run|deployment_status|dependabot_alert|repository_vulnerability_alert|code_scanning_alert|secret_scanning_alert)$)\\w+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.workflow_run.conclusion" }, { regex = "^(?:cancelled|skipped|neutral|stale|action_required)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.action" }, { regex = "^(?:requested|in_progress)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.deployment_status.state" }, { regex = "^(?:pending|queued|in_progress|waiting)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.action" }, { regex = "^(?:assigned|unassigned|assignees_changed|auto_dismissal\\w*|updated_assignment|closed_by_merge)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.workflow_run.conclusion" }, { map = "success->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.deployment_status.state" }, { map = "success->Resolved,inactive->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.action" }, { map = "fixed->Resolved,dismissed->Resolved,auto_dismissed->Resolved,dismiss->Resolved,resolve->Resolved,closed_by_user->Resolved,resolved->Resolved,revoked->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.security_advisory.severity" }, { map = "critical->Critical,high->Critical,medium->Warning,moderate->Warning,low->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.rule.security_severity_level" }, { map = "critical->Critical,high->Critical,medium->Warning,low->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.rule.severity" }, { map = "error->Warning,warning->Warning,note->Minor,none->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.severity" }, { map = "critical->Critical,high->Critical,medium->Warning,moderate->Warning,low->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert.secret_type" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Repository", mappings = [{ json_path = "$.jsonBody.repository.full_name" }] },
      { name = "Event", hide_in_previews = true, mappings = [{ json_path = "$.headers['x-github-event']" }] },
      { name = "Branch", mappings = [{ json_path = "$.jsonBody.workflow_run.head_branch" }] },
      { name = "Branch", mappings = [{ json_path = "$.jsonBody.deployment.ref" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.deployment.environment" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && ($.jsonBody.workflow_run.head_branch && $.jsonBody.workflow_run.head_branch != null && $.jsonBody.workflow_run.head_branch != '' || $.jsonBody.deployment.ref && $.jsonBody.deployment.ref != null && $.jsonBody.deployment.ref != ''))].workflow_run.name" }, { regex = "^(.+)$", replace = "$1 on {{ currentIncident.Repository }} ({{ currentIncident.Branch }})" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')].deployment.environment" }, { regex = "^(.+)$", replace = "Deployment of {{ currentIncident.Repository }} to $1" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.security_advisory.summary" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')].alert.secret_type_display_name" }, { regex = "^(.+)$", replace = "$1 in {{ currentIncident.Repository }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alert.rule.description" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')].alert.affected_package_name" }, { regex = "^(.+)$", replace = "Vulnerability of $1 in {{ currentIncident.Repository }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && ($.jsonBody.workflow_run.head_branch && $.jsonBody.workflow_run.head_branch != null && $.jsonBody.workflow_run.head_branch != '' || $.jsonBody.deployment.ref && $.jsonBody.deployment.ref != null && $.jsonBody.deployment.ref != ''))].workflow_run.workflow_id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Repository }}/workflow/$1/{{ currentIncident.Branch }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')].deployment.environment" }, { regex = "^(.+)$", replace = "{{ currentIncident.Repository }}/deployment/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')][?(@.affected_package_name)].number" }, { regex = "^(.+)$", replace = "{{ currentIncident.Repository }}/dependabot_alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')][?(@.affected_package_name)].id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Repository }}/repository_vulnerability_alert/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && $.headers['x-github-event'] && $.headers['x-github-event'] != null && $.headers['x-github-event'] != '')].alert.number" }, { regex = "^(.+)$", replace = "{{ currentIncident.Repository }}/{{ currentIncident.Event }}/$1" }] },
      { name = "Commit", mappings = [{ json_path = "$.jsonBody.workflow_run.head_sha" }] },
      { name = "Commit", mappings = [{ json_path = "$.jsonBody.deployment.sha" }] },
      { name = "Actor", mappings = [{ json_path = "$.jsonBody.workflow_run.actor.login" }] },
      { name = "Actor", mappings = [{ json_path = "$.jsonBody.sender.login" }] },
      { name = "Package", mappings = [{ json_path = "$.jsonBody.alert.dependency.package.name" }] },
      { name = "Package", mappings = [{ json_path = "$.jsonBody.alert.affected_package_name" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.workflow_run.conclusion" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.deployment_status.state" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.action" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.workflow_run.html_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.deployment_status.log_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert.html_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.alert.external_reference" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.workflow_run.head_branch && $.jsonBody.workflow_run.head_branch != null && $.jsonBody.workflow_run.head_branch != '' || $.jsonBody.deployment.ref && $.jsonBody.deployment.ref != null && $.jsonBody.deployment.ref != '')) || ($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')) && ($.jsonBody.workflow_run.name || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name || $.jsonBody.workflow_run.conclusion || $.jsonBody.deployment_status.state || $.jsonBody.action))].workflow_run.workflow_id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Repository }}/workflow/$1/{{ currentIncident.Branch }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name || $.jsonBody.workflow_run.conclusion || $.jsonBody.deployment_status.state || $.jsonBody.action))].deployment.environment" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Repository }}/deployment/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name || $.jsonBody.workflow_run.conclusion || $.jsonBody.deployment_status.state || $.jsonBody.action))][?(@.affected_package_name)].number" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Repository }}/dependabot_alert/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name || $.jsonBody.workflow_run.conclusion || $.jsonBody.deployment_status.state || $.jsonBody.action))][?(@.affected_package_name)].id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Repository }}/repository_vulnerability_alert/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.headers['x-github-event'] && $.headers['x-github-event'] != null && $.headers['x-github-event'] != '') || ($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '')) && ($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name || $.jsonBody.workflow_run.conclusion || $.jsonBody.deployment_status.state || $.jsonBody.action))].alert.number" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Repository }}/{{ currentIncident.Event }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && ($.jsonBody.workflow_run.head_branch && $.jsonBody.workflow_run.head_branch != null && $.jsonBody.workflow_run.head_branch != '' || $.jsonBody.deployment.ref && $.jsonBody.deployment.ref != null && $.jsonBody.deployment.ref != '') && ($.jsonBody.workflow_run.name || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name))]" }, { static = "incomplete: {{ currentIncident.Repository }}/{{ currentIncident.Branch }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && ($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name))]" }, { static = "incomplete: {{ currentIncident.Repository }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.repository.full_name && $.jsonBody.repository.full_name != null && $.jsonBody.repository.full_name != '' && $.headers['x-github-event'] && $.headers['x-github-event'] != null && $.headers['x-github-event'] != '' && ($.jsonBody.workflow_run.name || $.jsonBody.workflow_run.head_branch || $.jsonBody.deployment.ref || $.jsonBody.deployment.environment || $.jsonBody.alert.security_advisory.summary || $.jsonBody.alert.secret_type_display_name || $.jsonBody.alert.rule.description || $.jsonBody.alert.affected_package_name))]" }, { static = "incomplete: {{ currentIncident.Repository }}/{{ currentIncident.Event }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
