# Telnyx phone number: an integration of type Telnyx, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# Untested: No call of a live account of Telnyx was tried; everything goes by its public documentation. Call the number before you rely on it.
# How to connect it: docs/integrations/Telnyx.md, or GET /api/public/v1/inbound-integration/types/Telnyx.

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

resource "tocsin_integration" "telnyx" {
  display_name = "Telnyx phone number"
  team_id      = var.team_id
  type         = "Telnyx"
}

resource "tocsin_integration_mapping" "telnyx" {
  integration_id = tocsin_integration.telnyx.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "Open->Open,Resolved->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.severity" }, { map = "Critical->Critical,Warning->Warning,Minor->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.callSessionId" }] },
      { name = "Caller", mappings = [{ json_path = "$.jsonBody.callerNumber" }] },
      { name = "Outcome", mappings = [{ json_path = "$.jsonBody.outcome" }] },
      { name = "Route", mappings = [{ json_path = "$.jsonBody.route" }] },
      { name = "Menu Key", mappings = [{ json_path = "$.jsonBody.menuKey" }] },
      { name = "Duration In Seconds", mappings = [{ json_path = "$.jsonBody.durationSeconds" }] },
      { name = "Answered By", mappings = [{ json_path = "$.jsonBody.answeredBy" }] },
      { name = "Voicemail", mappings = [{ json_path = "$.jsonBody.voicemailUrl" }] },
      { name = "Transcript", mappings = [{ json_path = "$.jsonBody.transcript" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
