# Jira: an integration of type Jira, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Jira.md, or GET /api/public/v1/inbound-integration/types/Jira.

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

resource "tocsin_integration" "jira" {
  display_name = "Jira"
  team_id      = var.team_id
  type         = "Jira"
}

resource "tocsin_integration_mapping" "jira" {
  integration_id = tocsin_integration.jira.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.webhookEvent" }, { regex = "^(?!jira:issue_)[\\w:]+$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.webhookEvent" }, { map = "jira:issue_deleted->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.issue.fields.status.statusCategory.key" }, { map = "done->Resolved,new->Open,indeterminate->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.fields.status.statusCategory.key" }, { map = "done->Resolved,new->Open,indeterminate->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.issue.fields.priority.name" }, { map = "Highest->Critical,High->Critical,Blocker->Critical,Critical->Critical,Medium->Warning,Low->Minor,Lowest->Minor,Minor->Minor,Trivial->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.fields.priority.name" }, { map = "Highest->Critical,High->Critical,Blocker->Critical,Critical->Critical,Medium->Warning,Low->Minor,Lowest->Minor,Minor->Minor,Trivial->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.issue.fields.summary" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.fields.summary" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.issue.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "Key", mappings = [{ json_path = "$.jsonBody.issue.key" }] },
      { name = "Key", mappings = [{ json_path = "$.jsonBody.key" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.issue.fields.project.name" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.fields.project.name" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.issue.fields.issuetype.name" }] },
      { name = "Assignee", mappings = [{ json_path = "$.jsonBody.issue.fields.assignee.displayName" }] },
      { name = "Assignee", mappings = [{ json_path = "$.jsonBody.fields.assignee.displayName" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.issue.fields.status.name" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.fields.status.name" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.issue.self" }, { regex = "^(https://[^/]+)/", replace = "$1/browse/{{ currentIncident.Key }}" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.self" }, { regex = "^(https://[^/]+)/", replace = "$1/browse/{{ currentIncident.Key }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
