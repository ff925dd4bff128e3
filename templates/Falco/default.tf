# Falco (Falcosidekick): an integration of type Falco, and the mapping that applies to it until it has one of its own.
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
      { name = "CorrelationId", mappings = [{ static = "{{ currentIncident.Rule }}/{{ currentIncident.Host }}/{{ currentIncident.Namespace }}/{{ currentIncident.Pod }}/{{ currentIncident.Container }}/{{ currentIncident.Process }}" }] },
      { name = "Output", mappings = [{ json_path = "$.jsonBody.output" }] },
      { name = "Tags", mappings = [{ json_path = "$.jsonBody.tags" }] },
      { name = "Source", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.source" }] },
    ]
  }
}
