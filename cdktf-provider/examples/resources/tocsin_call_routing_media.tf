variable "team_id" { type = string }

variable "welcome" {
  description = "Path of an mp3 or wav file."
  type        = string
}

# A number of its own holds the files, so that the one that plays them can name them.
resource "tocsin_integration" "prompts" {
  display_name = "Prompts"
  team_id      = var.team_id
  type         = "Twilio"
}

resource "tocsin_call_routing_media" "welcome" {
  integration_id = tocsin_integration.prompts.id
  purpose        = "welcome"
  source         = var.welcome
  source_hash    = filesha256(var.welcome)
}

resource "tocsin_integration" "hotline" {
  display_name = "Payments hotline"
  team_id      = var.team_id
  type         = "Twilio"
  integration_settings = {
    twilio = {
      access_settings = { phone_number = "+4930901820" }
      call_flow_config = {
        welcome_message = {
          type       = "AudioFile"
          text       = "Welcome to the payments hotline."
          audio_file = { object_key = tocsin_call_routing_media.welcome.object_key }
        }
      }
    }
  }
}
