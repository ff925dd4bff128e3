# Riemann: an integration of type Riemann, and the mapping that applies to it until it has one of its own.
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

resource "tocsin_integration" "riemann" {
  display_name = "Riemann"
  team_id      = var.team_id
  type         = "Riemann"
}

resource "tocsin_integration_mapping" "riemann" {
  integration_id = tocsin_integration.riemann.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "ok->Resolved,up->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.state" }, { map = "critical->Critical,error->Critical,down->Critical,warning->Warning,expired->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.host" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }] },
      { name = "Service", mappings = [{ json_path = "$.jsonBody.service" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.service =~ /^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>)./ || $.jsonBody.service >= -1e99 || $.jsonBody.service.*) && ($.jsonBody.host =~ /^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>)./ || $.jsonBody.host >= -1e99 || $.jsonBody.host.*))].host" }, { static = "{{ currentIncident.Service }} on {{ currentIncident.Host }}" }] },
      { name = "Title", mappings = [{ json_path = "$[?(($.jsonBody.service =~ /^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>)./ || $.jsonBody.service >= -1e99 || $.jsonBody.service.*))].service" }, { static = "{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.host =~ /^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>)./ || $.jsonBody.host >= -1e99 || $.jsonBody.host.*) && ($.jsonBody.service =~ /^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>)./ || $.jsonBody.service >= -1e99 || $.jsonBody.service.*))].host" }, { static = "{{ currentIncident.Host }}/{{ currentIncident.Service }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.service" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.metric" }] },
      { name = "Tags", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.state" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }, { regex = "(?s)^(?!\\$\\{?[A-Za-z_]|\\{\\{|\\{[\\w.:$]+\\}|##[A-Z]|%\\w+%?$|<no value>).+" }, { regex = "(?s)^.{1,20000}" }] },
    ]
  }
}
