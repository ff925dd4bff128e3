# Auvik: an integration of type Auvik, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Auvik.md, or GET /api/public/v1/inbound-integration/types/Auvik.

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

resource "tocsin_integration" "auvik" {
  display_name = "Auvik"
  team_id      = var.team_id
  type         = "Auvik"
}

resource "tocsin_integration_mapping" "auvik" {
  integration_id = tocsin_integration.auvik.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertStatus" }, { map = "0->Open,1->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.alertStatusString" }, { map = "Triggered->Open,Cleared->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alertSeverity" }, { map = "1->Critical,2->Critical,3->Warning,4->Minor" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.alertSeverityString" }, { map = "Emergency->Critical,Critical->Critical,Warning->Warning,Info->Minor,Informational->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.alertName" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.subject" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.correlationId" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alertId" }] },
      { name = "Entity", mappings = [{ json_path = "$.jsonBody.entityName" }] },
      { name = "Entity type", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.entityType" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.companyName" }] },
      { name = "Description", mappings = [{ json_path = "$.jsonBody.alertDescription" }] },
      { name = "Time", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.date" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.alertStatusString" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.link" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
