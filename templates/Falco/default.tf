# Falco (Falcosidekick): an integration of type Falco, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Falco.md, or GET /api/public/v1/inbound-integration/types/Falco.
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

resource "tocsin_integration" "falco" {
  display_name = "Falco (Falcosidekick)"
  team_id      = var.team_id
  type         = "Falco"
}

resource "tocsin_integration_mapping" "falco" {
  integration_id = tocsin_integration.falco.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.rule" }, { regex = "(?i)^test rule$" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.priority" }, { map = "Emergency->Critical,Alert->Critical,Critical->Critical,Error->Warning,Warning->Warning,Notice->Minor,Informational->Minor,Info->Minor,Debug->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Rule", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostname" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.output_fields.hostname" }] },
      { name = "Pod", mappings = [{ json_path = "$.jsonBody.output_fields['k8s.pod.name']" }] },
      { name = "Namespace", mappings = [{ json_path = "$.jsonBody.output_fields['k8s.ns.name']" }] },
      { name = "Container", mappings = [{ json_path = "$.jsonBody.output_fields['container.name']" }] },
      { name = "Container", mappings = [{ json_path = "$.jsonBody.output_fields['container.id']" }] },
      { name = "Process", mappings = [{ json_path = "$.jsonBody.output_fields['proc.name']" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != '') && $.jsonBody.output_fields['k8s.ns.name'] && $.jsonBody.output_fields['k8s.ns.name'] != null && $.jsonBody.output_fields['k8s.ns.name'] != '' && $.jsonBody.output_fields['k8s.pod.name'] && $.jsonBody.output_fields['k8s.pod.name'] != null && $.jsonBody.output_fields['k8s.pod.name'] != '' && ($.jsonBody.output_fields['container.name'] && $.jsonBody.output_fields['container.name'] != null && $.jsonBody.output_fields['container.name'] != '' || $.jsonBody.output_fields['container.id'] && $.jsonBody.output_fields['container.id'] != null && $.jsonBody.output_fields['container.id'] != '') && $.jsonBody.output_fields['proc.name'] && $.jsonBody.output_fields['proc.name'] != null && $.jsonBody.output_fields['proc.name'] != '')].rule" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Host }}/{{ currentIncident.Namespace }}/{{ currentIncident.Pod }}/{{ currentIncident.Container }}/{{ currentIncident.Process }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != '') && ($.jsonBody.output_fields['container.name'] && $.jsonBody.output_fields['container.name'] != null && $.jsonBody.output_fields['container.name'] != '' || $.jsonBody.output_fields['container.id'] && $.jsonBody.output_fields['container.id'] != null && $.jsonBody.output_fields['container.id'] != '') && $.jsonBody.output_fields['proc.name'] && $.jsonBody.output_fields['proc.name'] != null && $.jsonBody.output_fields['proc.name'] != '')].rule" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Host }}/{{ currentIncident.Container }}/{{ currentIncident.Process }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != '') && $.jsonBody.output_fields['proc.name'] && $.jsonBody.output_fields['proc.name'] != null && $.jsonBody.output_fields['proc.name'] != '')].rule" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Host }}/{{ currentIncident.Process }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != ''))].rule" }, { static = "{{ currentIncident.Rule }}/{{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.output" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "Source", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.source" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != '') && $.jsonBody.output_fields['proc.name'] && $.jsonBody.output_fields['proc.name'] != null && $.jsonBody.output_fields['proc.name'] != '') || ($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && $.jsonBody.output_fields['proc.name'] && $.jsonBody.output_fields['proc.name'] != null && $.jsonBody.output_fields['proc.name'] != '') || ($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '' && ($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != ''))) && false)]" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Host }}/{{ currentIncident.Process }}: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(((($.jsonBody.hostname && $.jsonBody.hostname != null && $.jsonBody.hostname != '' || $.jsonBody.output_fields.hostname && $.jsonBody.output_fields.hostname != null && $.jsonBody.output_fields.hostname != '')) || ($.jsonBody.rule && $.jsonBody.rule != null && $.jsonBody.rule != '')) && false)]" }, { static = "incomplete: {{ currentIncident.Rule }}/{{ currentIncident.Host }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
