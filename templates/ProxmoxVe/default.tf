# Proxmox VE: an integration of type ProxmoxVe, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/ProxmoxVe.md, or GET /api/public/v1/inbound-integration/types/ProxmoxVe.
# It never reports the end of a problem: a person or a timer resolves its incidents.

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
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.type" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "Job", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.job" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.title && $.jsonBody.title != null && $.jsonBody.title != '' && !($.jsonBody.title =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].type" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "^(?:system-mail|replication|fencing)$" }, { static = "{{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].type" }, { static = "{{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Job }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].type" }, { static = "{{ currentIncident.Type }}/{{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].hostname" }, { static = "{{ currentIncident.Host }}/{{ currentIncident.Job }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))].type" }, { static = "{{ currentIncident.Type }}/{{ currentIncident.Job }}" }] },
      { name = "Message", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.timestamp" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.title && $.jsonBody.title != null && $.jsonBody.title != '' && !($.jsonBody.title =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title))].type" }, { regex = "^(?:system-mail|replication|fencing)$" }, { static = "incomplete: {{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Title }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.title && $.jsonBody.title != null && $.jsonBody.title != '' && !($.jsonBody.title =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.title && $.jsonBody.title != null && $.jsonBody.title != '' && !($.jsonBody.title =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Title }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/) && $.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title || $.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Type }}/{{ currentIncident.Host }}/{{ currentIncident.Job }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title || $.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Type }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' && !($.jsonBody.hostname =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title || $.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Host }}/{{ currentIncident.Job }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.job && $.jsonBody.job != null && $.jsonBody.job != '' && !($.jsonBody.job =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/)) || ($.jsonBody.type && $.jsonBody.type != null && $.jsonBody.type != '' && !($.jsonBody.type =~ /^(?:\\$[A-Za-z{]|\\{\\{|<no value>)/))) && ($.jsonBody.title || $.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Type }}/{{ currentIncident.Job }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]|\\{\\{|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
