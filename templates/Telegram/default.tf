# Telegram: an integration of type Telegram, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Telegram.md, or GET /api/public/v1/inbound-integration/types/Telegram.
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

resource "tocsin_integration" "telegram" {
  display_name = "Telegram"
  team_id      = var.team_id
  type         = "Telegram"
}

resource "tocsin_integration_mapping" "telegram" {
  integration_id = tocsin_integration.telegram.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody['edited_message','edited_channel_post','callback_query','my_chat_member','chat_member','inline_query','poll','message_reaction']" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.message.from.is_bot" }, { regex = "^true$" }, { static = "True" }] },
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.message.text" }, { regex = "^/start\\b" }, { static = "True" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.message.text" }, { regex = "(?i)\\b(?:critical|urgent|emergency|outage|sev-?1|p1)\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.message.text" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.message.caption" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.channel_post.text" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message.text" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message.caption" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.channel_post.text" }, { regex = "^[^\\r\\n]{1,200}" }] },
      { name = "Chat", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.message.chat.id" }] },
      { name = "Chat", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.channel_post.chat.id" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.chat.id && $.jsonBody.message.chat.id != null && $.jsonBody.message.chat.id != '' || $.jsonBody.channel_post.chat.id && $.jsonBody.channel_post.chat.id != null && $.jsonBody.channel_post.chat.id != ''))].message.reply_to_message.message_id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Chat }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.chat.id && $.jsonBody.message.chat.id != null && $.jsonBody.message.chat.id != '' || $.jsonBody.channel_post.chat.id && $.jsonBody.channel_post.chat.id != null && $.jsonBody.channel_post.chat.id != ''))].message.message_id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Chat }}/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.chat.id && $.jsonBody.message.chat.id != null && $.jsonBody.message.chat.id != '' || $.jsonBody.channel_post.chat.id && $.jsonBody.channel_post.chat.id != null && $.jsonBody.channel_post.chat.id != ''))].channel_post.message_id" }, { regex = "^(.+)$", replace = "{{ currentIncident.Chat }}/$1" }] },
      { name = "User", mappings = [{ json_path = "$.jsonBody.message.from.username" }] },
      { name = "User", mappings = [{ json_path = "$.jsonBody.message.from.first_name" }] },
      { name = "Group", mappings = [{ json_path = "$.jsonBody.message.chat.title" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.text || $.jsonBody.message.caption || $.jsonBody.channel_post.text))].message.reply_to_message.message_id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Chat }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.text || $.jsonBody.message.caption || $.jsonBody.channel_post.text))].message.message_id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Chat }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.text || $.jsonBody.message.caption || $.jsonBody.channel_post.text))].channel_post.message_id" }, { regex = "^(.+)$", replace = "incomplete: {{ currentIncident.Chat }}/$1: {{ currentIncident.Title }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.message.chat.id && $.jsonBody.message.chat.id != null && $.jsonBody.message.chat.id != '' || $.jsonBody.channel_post.chat.id && $.jsonBody.channel_post.chat.id != null && $.jsonBody.channel_post.chat.id != '') && ($.jsonBody.message.text || $.jsonBody.message.caption || $.jsonBody.channel_post.text))]" }, { static = "incomplete: {{ currentIncident.Chat }}: {{ currentIncident.Title }}" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
