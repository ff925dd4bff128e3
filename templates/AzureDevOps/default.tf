# Azure DevOps: an integration of type AzureDevOps, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/AzureDevOps.md, or GET /api/public/v1/inbound-integration/types/AzureDevOps.

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

resource "tocsin_integration" "azure_dev_ops" {
  display_name = "Azure DevOps"
  team_id      = var.team_id
  type         = "AzureDevOps"
}

resource "tocsin_integration_mapping" "azure_dev_ops" {
  integration_id = tocsin_integration.azure_dev_ops.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.resource.url" }, { regex = "(?i)/fabrikam(?:-?fiber(?:-inc)?)?[/.]" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "^(?!(?:build\\.complete|ms\\.vss-release\\.deployment-completed-event|ms\\.vss-pipelines\\.run-state-changed-event)$)[\\w.-]+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.resource.run.state" }, { regex = "^(?:inProgress|canceling)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.resource.run.result" }, { regex = "^canceled$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.resource.result" }, { regex = "^canceled$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.resource.environment.status" }, { regex = "^(?:canceled|inProgress|queued|scheduled|notStarted)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.resource.result" }, { map = "succeeded->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.resource.run.result" }, { map = "succeeded->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.resource.environment.status" }, { map = "succeeded->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.resource.status" }, { map = "succeeded->Resolved,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.resource.result" }, { map = "partiallySucceeded->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.resource.project.name" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.resourceContainers.project.id" }] },
      { name = "Pipeline", mappings = [{ json_path = "$.jsonBody.resource.definition.name" }] },
      { name = "Pipeline", mappings = [{ json_path = "$.jsonBody.resource.pipeline.name" }] },
      { name = "Pipeline", mappings = [{ json_path = "$.jsonBody.resource.environment.releaseDefinition.name" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != ''))].resource.environment.name" }, { regex = "^(.+)$", replace = "{{ currentIncident.Pipeline }} to $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != ''))]" }, { static = "{{ currentIncident.Pipeline }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != '') && ($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != ''))].resource.environment.definitionEnvironmentId" }, { regex = "^(.+)$", replace = "{{ currentIncident.Project }}/release/{{ currentIncident.Pipeline }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != ''))].resource.definition.id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Project }}/build/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != ''))].resource.pipeline.id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Project }}/pipeline/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != '') && ($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != ''))]" }, { static = "{{ currentIncident.Project }}/{{ currentIncident.Pipeline }}" }] },
      { name = "Build", mappings = [{ json_path = "$.jsonBody.resource.buildNumber" }] },
      { name = "Build", mappings = [{ json_path = "$.jsonBody.resource.run.name" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message.text" }] },
      { name = "Requested for", mappings = [{ json_path = "$.jsonBody.resource.requestedFor.displayName" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.resource.result" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.resource.run.result" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.resource.environment.status" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.resource._links.web.href" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.resource.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != '')) || (($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != ''))) && ($.jsonBody.resource.environment.name || $.jsonBody.resource.result || $.jsonBody.resource.run.result || $.jsonBody.resource.environment.status || $.jsonBody.resource.status))].resource.environment.definitionEnvironmentId" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Project }}/release/{{ currentIncident.Pipeline }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.environment.name || $.jsonBody.resource.definition.name || $.jsonBody.resource.pipeline.name || $.jsonBody.resource.environment.releaseDefinition.name || $.jsonBody.resource.result || $.jsonBody.resource.run.result || $.jsonBody.resource.environment.status || $.jsonBody.resource.status))].resource.definition.id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Project }}/build/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.environment.name || $.jsonBody.resource.definition.name || $.jsonBody.resource.pipeline.name || $.jsonBody.resource.environment.releaseDefinition.name || $.jsonBody.resource.result || $.jsonBody.resource.run.result || $.jsonBody.resource.environment.status || $.jsonBody.resource.status))].resource.pipeline.id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Project }}/pipeline/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.resource.definition.name && $.jsonBody.resource.definition.name != null && $.jsonBody.resource.definition.name != '' || $.jsonBody.resource.pipeline.name && $.jsonBody.resource.pipeline.name != null && $.jsonBody.resource.pipeline.name != '' || $.jsonBody.resource.environment.releaseDefinition.name && $.jsonBody.resource.environment.releaseDefinition.name != null && $.jsonBody.resource.environment.releaseDefinition.name != '')) || (($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != ''))) && ($.jsonBody.resource.environment.name || $.jsonBody.resource.result || $.jsonBody.resource.run.result || $.jsonBody.resource.environment.status || $.jsonBody.resource.status))]" }, { static = "incomplete: {{ currentIncident.Project }}/{{ currentIncident.Pipeline }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.resource.project.name && $.jsonBody.resource.project.name != null && $.jsonBody.resource.project.name != '' || $.jsonBody.resourceContainers.project.id && $.jsonBody.resourceContainers.project.id != null && $.jsonBody.resourceContainers.project.id != '') && ($.jsonBody.resource.environment.name || $.jsonBody.resource.definition.name || $.jsonBody.resource.pipeline.name || $.jsonBody.resource.environment.releaseDefinition.name))]" }, { static = "incomplete: {{ currentIncident.Project }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
