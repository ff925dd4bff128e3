# NetBox: an integration of type Netbox, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Netbox.md, or GET /api/public/v1/inbound-integration/types/Netbox.

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

resource "tocsin_integration" "netbox" {
  display_name = "NetBox"
  team_id      = var.team_id
  type         = "Netbox"
}

resource "tocsin_integration_mapping" "netbox" {
  integration_id = tocsin_integration.netbox.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event" }, { regex = "^(?:created|deleted|job_\\w+|object_created|object_deleted)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.data.status.value" }, { map = "failed->Open,offline->Open,active->Resolved,planned->Resolved,staged->Resolved,inventory->Resolved,decommissioning->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.data.status.value" }, { map = "failed->Critical,offline->Critical,->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Object", mappings = [{ json_path = "$.jsonBody.data.display" }] },
      { name = "Object", mappings = [{ json_path = "$.jsonBody.data.name" }] },
      { name = "State", mappings = [{ json_path = "$.jsonBody.data.status.label" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.data.display && $.jsonBody.data.display != null && $.jsonBody.data.display != '' || $.jsonBody.data.name && $.jsonBody.data.name != null && $.jsonBody.data.name != '') && $.jsonBody.data.status.label && $.jsonBody.data.status.label != null && $.jsonBody.data.status.label != '')].data.status" }, { static = "{{ currentIncident.Object }} is {{ currentIncident.State }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.data.display && $.jsonBody.data.display != null && $.jsonBody.data.display != '' || $.jsonBody.data.name && $.jsonBody.data.name != null && $.jsonBody.data.name != ''))]" }, { static = "{{ currentIncident.Object }} was changed" }] },
      { name = "Model", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.model" }] },
      { name = "Object id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.data.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.model && $.jsonBody.model != null && $.jsonBody.model != '' && $.jsonBody.data.id && $.jsonBody.data.id != null && $.jsonBody.data.id != '')].model" }, { static = "{{ currentIncident.Model }}/{{ currentIncident.Object id }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.data.url" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.data.site.display" }] },
      { name = "Role", mappings = [{ json_path = "$.jsonBody.data.role.display" }] },
      { name = "Changed by", mappings = [{ json_path = "$.jsonBody.username" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.data.status.value" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.data.url" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.data.id && $.jsonBody.data.id != null && $.jsonBody.data.id != '') || ($.jsonBody.model && $.jsonBody.model != null && $.jsonBody.model != '')) && ($.jsonBody.data.display || $.jsonBody.data.name || $.jsonBody.data.status.label || $.jsonBody.data.status.value))]" }, { static = "incomplete: {{ currentIncident.Model }}/{{ currentIncident.Object id }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
