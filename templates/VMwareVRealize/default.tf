# VMware Aria Operations (vRealize Operations): an integration of type VMwareVRealize, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/VMwareVRealize.md, or GET /api/public/v1/inbound-integration/types/VMwareVRealize.

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

resource "tocsin_integration" "v_mware_v_realize" {
  display_name = "VMware Aria Operations (vRealize Operations)"
  team_id      = var.team_id
  type         = "VMwareVRealize"
}

resource "tocsin_integration_mapping" "v_mware_v_realize" {
  integration_id = tocsin_integration.v_mware_v_realize.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "ACTIVE->Open,NEW->Open,UPDATED->Open,CANCELED->Resolved,CANCELLED->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.criticality" }, { map = "ALERT_CRITICALITY_LEVEL_CRITICAL->Critical,ALERT_CRITICALITY_LEVEL_IMMEDIATE->Critical,ALERT_CRITICALITY_LEVEL_WARNING->Warning,ALERT_CRITICALITY_LEVEL_INFO->Minor,ALERT_CRITICALITY_LEVEL_AUTO->Warning,CRITICAL->Critical,IMMEDIATE->Critical,WARNING->Warning,INFORMATION->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Resource", mappings = [{ json_path = "$.jsonBody.resourceName" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alertName" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.info" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.resourceName && $.jsonBody.resourceName != null && $.jsonBody.resourceName != '')].subType" }, { regex = "^(.+)$", replace = "{{ currentIncident.Resource }}: $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertId" }] },
      { name = "Resource kind", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.resourceKind" }] },
      { name = "Adapter", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.adapterKind" }] },
      { name = "Info", mappings = [{ json_path = "$.jsonBody.info" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.subType" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
