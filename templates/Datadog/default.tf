# Datadog: an integration of type Datadog, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Datadog.md, or GET /api/public/v1/inbound-integration/types/Datadog.

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

resource "tocsin_integration" "datadog" {
  display_name = "Datadog"
  team_id      = var.team_id
  type         = "Datadog"
}

resource "tocsin_integration_mapping" "datadog" {
  integration_id = tocsin_integration.datadog.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event_title" }, { regex = "^\\[TEST\\]" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "^\\[TEST\\]" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.transition" }, { map = "Triggered->Open,Re-Triggered->Open,Warn->Open,Re-Warn->Open,No Data->Open,Re-No Data->Open,Renotify->Open,Recovered->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alert_type" }, { map = "success->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "^(?:\\[P[1-5]\\]\\s*)?\\[Recovered\\b" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "P1->Critical,P2->Critical,P3->Warning,P4->Minor,P5->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alert_type" }, { map = "error->Critical,warning->Warning,info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^(?:\\[[^\\]]*\\]\\s*)*(?<result>[^$\\s].*)$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.event_title" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^(?:\\[[^\\]]*\\]\\s*)*(?<result>[^$\\s].*)$" }] },
      { name = "Monitor", mappings = [{ json_path = "$.jsonBody.monitor_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$].*" }] },
      { name = "Scope", mappings = [{ json_path = "$.jsonBody.scope" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$].*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.cycle_key" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$].*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' && !($.jsonBody.monitor_id =~ /^(?:\\$[A-Za-z{])/) && $.jsonBody.scope && $.jsonBody.scope != null && $.jsonBody.scope != '' && !($.jsonBody.scope =~ /^(?:\\$[A-Za-z{])/))].monitor_id" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$].*" }, { static = "{{ currentIncident.Monitor }}/{{ currentIncident.Scope }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.aggregation_key" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "^[^$].*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.title && $.jsonBody.title != null && $.jsonBody.title != '' && !($.jsonBody.title =~ /^(?:\\$[A-Za-z{])/) || $.jsonBody.event_title && $.jsonBody.event_title != null && $.jsonBody.event_title != '' && !($.jsonBody.event_title =~ /^(?:\\$[A-Za-z{])/)))].title" }, { static = "{{ currentIncident.Title }}" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.transition" }, { regex = "^[^$].*" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }, { regex = "^[^$].*" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.metric" }, { regex = "^[^$].*" }] },
      { name = "Condition", mappings = [{ json_path = "$.jsonBody.condition" }, { regex = "^[^$].*" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.body" }, { regex = "(?s)^[^$].*" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }, { regex = "^[^$].*" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }, { regex = "^https?://.*" }] },
      { name = "Snapshot", is_image = true, mappings = [{ json_path = "$.jsonBody.snapshot" }, { regex = "^https?://.*" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.title || $.jsonBody.event_title || $.jsonBody.transition || $.jsonBody.alert_type || $.jsonBody.title))].monitor_id" }, { regex = "^[^$].*" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Scope }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?((($.jsonBody.scope && $.jsonBody.scope != null && $.jsonBody.scope != '' && !($.jsonBody.scope =~ /^(?:\\$[A-Za-z{])/)) || ($.jsonBody.monitor_id && $.jsonBody.monitor_id != null && $.jsonBody.monitor_id != '' && !($.jsonBody.monitor_id =~ /^(?:\\$[A-Za-z{])/))) && ($.jsonBody.title || $.jsonBody.event_title || $.jsonBody.transition || $.jsonBody.alert_type || $.jsonBody.title))]" }, { static = "incomplete: {{ currentIncident.Monitor }}/{{ currentIncident.Scope }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!\\$[A-Za-z{]).+" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
