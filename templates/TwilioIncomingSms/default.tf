# Twilio incoming message: an integration of type TwilioIncomingSms, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/TwilioIncomingSms.md, or GET /api/public/v1/inbound-integration/types/TwilioIncomingSms.
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

resource "tocsin_integration" "twilio_incoming_sms" {
  display_name = "Twilio incoming message"
  team_id      = var.team_id
  type         = "TwilioIncomingSms"
}

resource "tocsin_integration_mapping" "twilio_incoming_sms" {
  integration_id = tocsin_integration.twilio_incoming_sms.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.formBody.Body" }, { regex = "(?i)\\b(?:critical|urgent|emergency|outage|sev-?1|p1)\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Text", mappings = [{ json_path = "$.formBody.Body" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.Body" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "From", mappings = [{ json_path = "$.formBody.From" }] },
      { name = "Title", mappings = [{ json_path = "$.formBody.From" }, { regex = "^(.+)$", replace = "Message from $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.MessageSid" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.formBody.SmsSid" }] },
      { name = "To", mappings = [{ json_path = "$.formBody.To" }] },
      { name = "City", hide_in_previews = true, mappings = [{ json_path = "$.formBody.FromCity" }] },
      { name = "Country", hide_in_previews = true, mappings = [{ json_path = "$.formBody.FromCountry" }] },
      { name = "Picture", is_image = true, mappings = [{ json_path = "$.formBody.MediaUrl0" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
