# Bird phone number: an integration of type Bird, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# Calls of Bird are not supported, because what its voice webhooks send and expect is not published. Use a number of type Twilio or Telnyx, and forward the number of Bird to it.
# How to connect it: docs/integrations/Bird.md, or GET /api/public/v1/inbound-integration/types/Bird.

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

resource "tocsin_integration" "bird" {
  display_name = "Bird phone number"
  team_id      = var.team_id
  type         = "Bird"
}

resource "tocsin_integration_mapping" "bird" {
  integration_id = tocsin_integration.bird.id
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
      { name = "Answered By", mappings = [{ json_path = "$.jsonBody.answeredBy" }] },
      { name = "Voicemail", mappings = [{ json_path = "$.jsonBody.voicemailUrl" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
