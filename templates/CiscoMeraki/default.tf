# Cisco Meraki: an integration of type CiscoMeraki, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/CiscoMeraki.md, or GET /api/public/v1/inbound-integration/types/CiscoMeraki.

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

resource "tocsin_integration" "cisco_meraki" {
  display_name = "Cisco Meraki"
  team_id      = var.team_id
  type         = "CiscoMeraki"
}

resource "tocsin_integration_mapping" "cisco_meraki" {
  integration_id = tocsin_integration.cisco_meraki.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alertTypeId" }, { regex = "(?i)^(?:test|webhook_test|settings_changed)$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alertType" }, { regex = "(?i)\\btest\\b" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.alertId" }, { regex = "^0+$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertTypeId" }, { map = "started_reporting->Resolved,port_connected->Resolved,rps_backup_ended->Resolved,power_supply_up->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertData.uplink" }, { map = "true->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertData.connectivity" }, { map = "true->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alertLevel" }, { map = "critical->Critical,warning->Warning,informational->Minor,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Alert", mappings = [{ json_path = "$.jsonBody.alertType" }] },
      { name = "Network", mappings = [{ json_path = "$.jsonBody.networkName" }] },
      { name = "Device", mappings = [{ json_path = "$.jsonBody.deviceName" }] },
      { name = "Device", mappings = [{ json_path = "$.jsonBody.deviceSerial" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.alertType && $.jsonBody.alertType != null && $.jsonBody.alertType != '' && ($.jsonBody.deviceName && $.jsonBody.deviceName != null && $.jsonBody.deviceName != '' || $.jsonBody.deviceSerial && $.jsonBody.deviceSerial != null && $.jsonBody.deviceSerial != ''))].deviceSerial" }, { static = "{{ currentIncident.Alert }}: {{ currentIncident.Device }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.alertType && $.jsonBody.alertType != null && $.jsonBody.alertType != '' && $.jsonBody.networkName && $.jsonBody.networkName != null && $.jsonBody.networkName != '')].alertType" }, { static = "{{ currentIncident.Alert }}: {{ currentIncident.Network }}" }] },
      { name = "Serial", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.deviceSerial" }] },
      { name = "Serial", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.networkId" }] },
      { name = "Family", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alertTypeId" }, { map = "stopped_reporting->reporting,started_reporting->reporting,port_disconnected->port,port_connected->port,power_supply_down->power_supply,power_supply_up->power_supply,rps_backup_started->rps_backup,rps_backup_ended->rps_backup" }] },
      { name = "Family", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.alertType" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.deviceSerial && $.jsonBody.deviceSerial != null && $.jsonBody.deviceSerial != '' || $.jsonBody.networkId && $.jsonBody.networkId != null && $.jsonBody.networkId != '') && ($.jsonBody.alertTypeId && $.jsonBody.alertTypeId != null && $.jsonBody.alertTypeId != '' || $.jsonBody.alertType && $.jsonBody.alertType != null && $.jsonBody.alertType != ''))]" }, { static = "{{ currentIncident.Serial }}/{{ currentIncident.Family }}" }] },
      { name = "Organization", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.organizationName" }] },
      { name = "Model", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.deviceModel" }] },
      { name = "Data", mappings = [{ json_path = "$.jsonBody.alertData" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alertTypeId" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.deviceUrl" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.networkUrl" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.alertTypeId && $.jsonBody.alertTypeId != null && $.jsonBody.alertTypeId != '' || $.jsonBody.alertType && $.jsonBody.alertType != null && $.jsonBody.alertType != '')) || (($.jsonBody.deviceSerial && $.jsonBody.deviceSerial != null && $.jsonBody.deviceSerial != '' || $.jsonBody.networkId && $.jsonBody.networkId != null && $.jsonBody.networkId != ''))) && ($.jsonBody.deviceName || $.jsonBody.networkName || $.jsonBody.alertTypeId || $.jsonBody.alertData.uplink || $.jsonBody.alertData.connectivity))]" }, { static = "incomplete: {{ currentIncident.Serial }}/{{ currentIncident.Family }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
