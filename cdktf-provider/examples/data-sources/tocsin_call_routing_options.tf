data "tocsin_call_routing_options" "hotline" {
  id = tocsin_integration.hotline.id
}

output "languages" {
  value = data.tocsin_call_routing_options.hotline.voice_locales[*].value
}

resource "tocsin_integration" "hotline" {
  display_name = "Payments hotline"
  team_id      = tocsin_team.payments.id
  type         = "Twilio"
  integration_settings = {
    twilio = {
      access_settings = {
        phone_number = "+4930901820"
        account_sid  = "AC00000000000000000000000000000000"
        auth_token   = var.twilio_auth_token
      }
      call_flow_config = {
        welcome_message = { type = "TextToSpeech", text = "Welcome to the payments hotline.", locale = "en-GB" }
        route           = { incident_severity = "Critical", max_users_to_try = 5 }
      }
    }
  }
}

resource "tocsin_team" "payments" {
  display_name = "Payments"
}

variable "twilio_auth_token" {
  type      = string
  sensitive = true
}

# Whether calls arrive: Set, Refused, Waiting or By hand, and why.
output "hotline_status" {
  value     = tocsin_integration.hotline.integration_settings.twilio.configuration_status.validation_status
  sensitive = true
}
