# TeamCity: an integration of type TeamCity, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/TeamCity.md, or GET /api/public/v1/inbound-integration/types/TeamCity.

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

resource "tocsin_integration" "team_city" {
  display_name = "TeamCity"
  team_id      = var.team_id
  type         = "TeamCity"
}

resource "tocsin_integration_mapping" "team_city" {
  integration_id = tocsin_integration.team_city.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "^(?!(?:BUILD_FINISHED|BUILD_PROBLEMS_CHANGED|AGENT_REGISTE?RED|AGENT_UNREGISTERED|AGENT_REMOVED)$)\\w+$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.build.notifyType" }, { regex = "^(?!(?:buildFinished|buildSuccessful|buildFailed|buildFixed|buildBroken)$)\\w+$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.build.buildResult" }, { map = "success->Resolved,failure->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.eventType" }, { regex = "^AGENT_REGISTE?RED$" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.payload.status" }, { map = "SUCCESS->Resolved,FAILURE->Open,->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.payload.status" }, { map = "FAILURE->Warning,ERROR->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Build type", mappings = [{ json_path = "$.jsonBody.payload.buildType.name" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.payload.buildType.projectName" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.payload.buildType.projectName && $.jsonBody.payload.buildType.projectName != null && $.jsonBody.payload.buildType.projectName != '' && $.jsonBody.payload.buildType.name && $.jsonBody.payload.buildType.name != null && $.jsonBody.payload.buildType.name != '')].payload.buildTypeId" }, { static = "Build of {{ currentIncident.Project }} / {{ currentIncident.Build type }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.payload.name" }, { regex = "^(.+)$", replace = "Agent $1" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.build.buildFullName" }, { regex = "^(.+)$", replace = "Build of $1" }] },
      { name = "Build type id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.payload.buildTypeId" }] },
      { name = "Build type id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.build.buildTypeId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.payload.buildTypeId && $.jsonBody.payload.buildTypeId != null && $.jsonBody.payload.buildTypeId != '' || $.jsonBody.build.buildTypeId && $.jsonBody.build.buildTypeId != null && $.jsonBody.build.buildTypeId != ''))].build.branchName" }, { regex = "^(.+)$", replace = "build/{{ currentIncident.Build type id }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.build.buildTypeId" }, { regex = "^(.+)$", replace = "build/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.payload.buildTypeId && $.jsonBody.payload.buildTypeId != null && $.jsonBody.payload.buildTypeId != '' || $.jsonBody.build.buildTypeId && $.jsonBody.build.buildTypeId != null && $.jsonBody.build.buildTypeId != ''))].payload.branchName" }, { regex = "^(.+)$", replace = "build/{{ currentIncident.Build type id }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.payload.buildTypeId" }, { regex = "^(.+)$", replace = "build/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody[?($.jsonBody.eventType =~ /^AGENT_/)].id" }, { regex = "^(.+)$", replace = "agent/$1" }] },
      { name = "Branch", mappings = [{ json_path = "$.jsonBody.payload.branchName" }] },
      { name = "Branch", mappings = [{ json_path = "$.jsonBody.build.branchName" }] },
      { name = "Number", mappings = [{ json_path = "$.jsonBody.build.buildNumber" }] },
      { name = "Number", mappings = [{ json_path = "$.jsonBody.payload.number" }] },
      { name = "Status text", mappings = [{ json_path = "$.jsonBody.payload.statusText" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.payload.status" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.eventType" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.build.buildResult" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.build.buildStatusUrl" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.payload.webUrl" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.payload.buildType.projectName || $.jsonBody.payload.buildType.name || $.jsonBody.payload.name || $.jsonBody.build.buildFullName || $.jsonBody.build.buildResult || $.jsonBody.eventType || $.jsonBody.payload.status))].build.branchName" }, { regex = "^(.+)$", replace = "incomplete: build/{{ currentIncident.Build type id }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.payload.buildType.projectName || $.jsonBody.payload.buildType.name || $.jsonBody.payload.name || $.jsonBody.build.buildFullName || $.jsonBody.build.buildResult || $.jsonBody.eventType || $.jsonBody.payload.status))].payload.branchName" }, { regex = "^(.+)$", replace = "incomplete: build/{{ currentIncident.Build type id }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.payload.buildTypeId && $.jsonBody.payload.buildTypeId != null && $.jsonBody.payload.buildTypeId != '' || $.jsonBody.build.buildTypeId && $.jsonBody.build.buildTypeId != null && $.jsonBody.build.buildTypeId != '') && ($.jsonBody.payload.buildType.projectName || $.jsonBody.payload.buildType.name || $.jsonBody.payload.name || $.jsonBody.build.buildFullName))]" }, { static = "incomplete: {{ currentIncident.Build type id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
