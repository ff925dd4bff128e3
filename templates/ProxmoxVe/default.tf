# Proxmox VE: an integration of type ProxmoxVe, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.

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

resource "tocsin_integration" "proxmox_ve" {
  display_name = "Proxmox VE"
  team_id      = var.team_id
  type         = "ProxmoxVe"
}

resource "tocsin_integration_mapping" "proxmox_ve" {
  integration_id = tocsin_integration.proxmox_ve.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?i)^test notification" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?i)\\b(?:backup|replication)\\b.*\\bsuccessful\\b" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "error->Critical,warning->Warning,notice->Minor,info->Minor,unknown->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.type" }] },
      { name = "Job", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.job" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.type" }, { regex = "^(?:system-mail|replication)$" }, { static = "{{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ static = "{{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Job }}" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
    ]
  }
}
