# Email: an integration of type Email, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Email.md, or GET /api/public/v1/inbound-integration/types/Email.

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

resource "tocsin_integration" "email" {
  display_name = "Email"
  team_id      = var.team_id
  type         = "Email"
}

resource "tocsin_integration_mapping" "email" {
  integration_id = tocsin_integration.email.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.autoSubmitted" }, { regex = "(?i)^auto-replied" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)^(?:(?:re|fwd?|aw|wg)\\s*:\\s*)*[\\W_]*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up)\\b(?!\\s+(?:and|to|for)\\b)" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)\\[\\s*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up)\\b[^\\]]*\\]|[:|–-]\\s*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up)\\W*$|\\bis\\s+(?:now\\s+|back\\s+)*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up)\\b" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)^monit alert\\s*--\\s*(?:exists\\b|(?:(?!(?:failed|succeeded|matched|exceeded|error|down|up|ok|changed|match|recovered|recovery|not|doesn't)\\b)[a-z]+\\s+){1,2}(?:succeeded|ok|up|recovered|recovery|not changed|doesn't match)\\b)" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "^\\[[^\\]]+\\] \\[\\W* ?Up\\]" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)\\b(?:critical|fatal|emergency|disaster|down|unreachable|p[12])\\b" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)\\b(?:minor|info|information|low|notice|p[45])\\b" }, { static = "Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?is)^(?:\\s|(?:re|fwd?|aw|wg)\\s*:)*(?<result>\\S.*?)\\s*$" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.text" }, { regex = "\\S[^\\r\\n]{0,199}" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.text" }, { regex = "(?m)^\\s*Host:[ \\t]+(?<result>\\S+)" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?i)^monit alert\\b" }, { static = "unknown host" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.text && $.jsonBody.text != null && $.jsonBody.text != '' || $.jsonBody.subject && $.jsonBody.subject != null && $.jsonBody.subject != ''))].subject" }, { regex = "(?i)^monit alert\\s*--\\s*(?:does not exist|does exist|exists not|exists|existence (?:not )?changed)\\s+(.*?)\\s*$", replace = "monit: Existence $1 on {{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.text && $.jsonBody.text != null && $.jsonBody.text != '' || $.jsonBody.subject && $.jsonBody.subject != null && $.jsonBody.subject != ''))].subject" }, { regex = "(?i)^monit alert\\s*--\\s*timeout\\s+(?:(?:recovery|not changed|changed)\\s+)?(.*?)\\s*$", replace = "monit: Timeout $1 on {{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(($.jsonBody.text && $.jsonBody.text != null && $.jsonBody.text != '' || $.jsonBody.subject && $.jsonBody.subject != null && $.jsonBody.subject != ''))].subject" }, { regex = "(?i)^monit alert\\s*--\\s*((?:(?!(?:failed|succeeded|matched|exceeded|error|down|up|ok|changed|match|recovered|recovery|not|doesn't)\\b)[a-z]+\\s+){1,2}?)(?:failed|succeeded|matched|exceeded|error|down|up|ok|recovered|recovery|not changed|changed|doesn't match|match)\\s+(.*?)\\s*$", replace = "monit: $1$2 on {{ currentIncident.Host }}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "^\\[([^\\]]+)\\] \\[\\W* ?(?:Up|Down)\\]", replace = "uptime kuma: $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.subject" }, { regex = "(?is)^(?>(?:\\s|(?:re|fwd?|aw|wg)\\s*:|\\*+|\\[[^\\]]*\\]|resolved\\s+in\\s+[\\w\\s]{1,30}:|(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up|problem|open|opened|triggered|firing|alert|alarm|critical|warning|minor|info|down|failed|failure|error|unknown|unreachable)\\b\\s*[:|–-]?)*)(?<result>\\S.*)$" }, { regex = "(?is)^(?<result>.*?\\S)(?:\\s*(?:\\*+|[#(]\\d+\\)?|\\((?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up|problem|open|opened|triggered|firing|alert|alarm|critical|warning|minor|info|down|failed|failure|error|unknown|unreachable)\\)|[:|–-]\\s*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up|problem|open|opened|triggered|firing|alert|alarm|critical|warning|minor|info|down|failed|failure|error|unknown|unreachable)|\\bis\\s+(?:now\\s+|back\\s+)*(?:resolved|recovered|recovery|cleared|closed|restored|normal|ok|up|problem|open|opened|triggered|firing|alert|alarm|critical|warning|minor|info|down|failed|failure|error|unknown|unreachable)))*\\W*$" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.references" }, { regex = "<[^<>\\s]+>" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.inReplyTo" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.messageId" }] },
      { name = "From", mappings = [{ json_path = "$.jsonBody.from" }] },
      { name = "To", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.to" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.text" }] },
      { name = "Message Id", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.messageId" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
