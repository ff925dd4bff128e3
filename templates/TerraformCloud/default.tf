# HCP Terraform: an integration of type TerraformCloud, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/TerraformCloud.md, or GET /api/public/v1/inbound-integration/types/TerraformCloud.

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

resource "tocsin_integration" "terraform_cloud" {
  display_name = "HCP Terraform"
  team_id      = var.team_id
  type         = "TerraformCloud"
}

resource "tocsin_integration_mapping" "terraform_cloud" {
  integration_id = tocsin_integration.terraform_cloud.id
  attributes_mapping = {
    attributes = [
      { name = "Trigger", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.notifications[0].trigger" }] },
      { name = "Trigger", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.trigger" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.notifications[0].trigger" }, { regex = "^(?:verification|run:created|run:planning|run:applying)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.trigger" }, { regex = "^verification$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.notifications[0].trigger" }, { map = "run:completed->Resolved,->Open" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.trigger" }, { map = "->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.notifications[0].run_status" }, { map = "canceled->Minor,force_canceled->Minor,discarded->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.notifications[0].trigger" }, { map = "run:needs_attention->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Workspace", mappings = [{ json_path = "$.jsonBody.workspace_name" }] },
      { name = "Workspace", mappings = [{ json_path = "$.jsonBody.details.workspace_name" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.workspace_name && $.jsonBody.workspace_name != null && $.jsonBody.workspace_name != '' || $.jsonBody.details.workspace_name && $.jsonBody.details.workspace_name != null && $.jsonBody.details.workspace_name != ''))].run_message" }, { regex = "^(.+)$", replace = "{{ currentIncident.Workspace }}: $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.workspace_name && $.jsonBody.workspace_name != null && $.jsonBody.workspace_name != '' || $.jsonBody.details.workspace_name && $.jsonBody.details.workspace_name != null && $.jsonBody.details.workspace_name != ''))].message" }, { regex = "^(.+)$", replace = "{{ currentIncident.Workspace }}: $1" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.workspace_name && $.jsonBody.workspace_name != null && $.jsonBody.workspace_name != '' || $.jsonBody.details.workspace_name && $.jsonBody.details.workspace_name != null && $.jsonBody.details.workspace_name != ''))]" }, { static = "{{ currentIncident.Workspace }}" }] },
      { name = "Workspace id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.workspace_id" }] },
      { name = "Workspace id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.details.workspace_id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.workspace_id && $.jsonBody.workspace_id != null && $.jsonBody.workspace_id != '' || $.jsonBody.details.workspace_id && $.jsonBody.details.workspace_id != null && $.jsonBody.details.workspace_id != ''))].run_id" }, { static = "run/{{ currentIncident.Workspace id }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.notifications[0].trigger && $.jsonBody.notifications[0].trigger != null && $.jsonBody.notifications[0].trigger != '' || $.jsonBody.trigger && $.jsonBody.trigger != null && $.jsonBody.trigger != '') && ($.jsonBody.workspace_id && $.jsonBody.workspace_id != null && $.jsonBody.workspace_id != '' || $.jsonBody.details.workspace_id && $.jsonBody.details.workspace_id != null && $.jsonBody.details.workspace_id != ''))]" }, { static = "{{ currentIncident.Trigger }}/{{ currentIncident.Workspace id }}" }] },
      { name = "Organization", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.organization_name" }] },
      { name = "Organization", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.details.organization_name" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.notifications[0].message" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Run status", mappings = [{ json_path = "$.jsonBody.notifications[0].run_status" }] },
      { name = "Started by", mappings = [{ json_path = "$.jsonBody.run_created_by" }] },
      { name = "SourceState", mappings = [{ static = "{{ currentIncident.Trigger }}" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.run_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.details.new_assessment_result.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.run_message || $.jsonBody.workspace_name || $.jsonBody.details.workspace_name || $.jsonBody.message || $.jsonBody.notifications[0].trigger || $.jsonBody.trigger))].run_id" }, { static = "incomplete: run/{{ currentIncident.Workspace id }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.workspace_id && $.jsonBody.workspace_id != null && $.jsonBody.workspace_id != '' || $.jsonBody.details.workspace_id && $.jsonBody.details.workspace_id != null && $.jsonBody.details.workspace_id != '') && ($.jsonBody.run_message || $.jsonBody.workspace_name || $.jsonBody.details.workspace_name || $.jsonBody.message))]" }, { static = "incomplete: {{ currentIncident.Workspace id }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.workspace_id && $.jsonBody.workspace_id != null && $.jsonBody.workspace_id != '' || $.jsonBody.details.workspace_id && $.jsonBody.details.workspace_id != null && $.jsonBody.details.workspace_id != '')) || (($.jsonBody.notifications[0].trigger && $.jsonBody.notifications[0].trigger != null && $.jsonBody.notifications[0].trigger != '' || $.jsonBody.trigger && $.jsonBody.trigger != null && $.jsonBody.trigger != ''))) && ($.jsonBody.run_message || $.jsonBody.workspace_name || $.jsonBody.details.workspace_name || $.jsonBody.message || $.jsonBody.notifications[0].trigger || $.jsonBody.trigger))]" }, { static = "incomplete: {{ currentIncident.Trigger }}/{{ currentIncident.Workspace id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
