# Splunk Observability Cloud: an integration of type SplunkObservability, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/SplunkObservability.md, or GET /api/public/v1/inbound-integration/types/SplunkObservability.

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

resource "tocsin_integration" "splunk_observability" {
  display_name = "Splunk Observability Cloud"
  team_id      = var.team_id
  type         = "SplunkObservability"
}

resource "tocsin_integration_mapping" "splunk_observability" {
  integration_id = tocsin_integration.splunk_observability.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.statusExtended" }, { map = "anomalous->Open,ok->Resolved,manually resolved->Resolved,stopped->Resolved,auto resolved->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "anomalous->Open,ok->Resolved,manually resolved->Resolved,stopped->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,Major->Critical,Minor->Warning,Warning->Warning,Info->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.messageTitle" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.detector" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.messageBody" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.incidentId" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.statusExtended" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Detector", mappings = [{ json_path = "$.jsonBody.detector" }] },
      { name = "Rule", mappings = [{ json_path = "$.jsonBody.rule" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.description" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.messageBody" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.dimensions.host" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.originatingMetric" }] },
      { name = "Tip", mappings = [{ json_path = "$.jsonBody.tip" }] },
      { name = "Runbook", mappings = [{ json_path = "$.jsonBody.runbookUrl" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.detectorUrl" }] },
      { name = "Image", is_image = true, mappings = [{ json_path = "$.jsonBody.imageUrl" }] },
      { name = "Dimensions", hide_in_previews = true, expand = true, mappings = [{ json_path = "$.jsonBody.dimensions" }] },
      { name = "Inputs", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.inputs" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
