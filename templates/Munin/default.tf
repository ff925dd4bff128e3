# Munin: an integration of type Munin, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Munin.md, or GET /api/public/v1/inbound-integration/types/Munin.

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

resource "tocsin_integration" "munin" {
  display_name = "Munin"
  team_id      = var.team_id
  type         = "Munin"
}

resource "tocsin_integration_mapping" "munin" {
  integration_id = tocsin_integration.munin.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.textBody" }, { regex = "\\n[^\\s][^\\n]* :: [^\\n]+ :: " }, { static = "Open" }] },
      { name = "Status", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*(?:CRITICAL|WARNING|UNKNOWN)s:" }, { static = "Open" }] },
      { name = "Status", mappings = [{ json_path = "$.textBody" }, { regex = "^[^\\n]+ :: [^\\n]+ :: [^\\n]+\\n\\s*OKs:" }, { static = "Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*CRITICALs:" }, { static = "Critical" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "\\n[^\\s][^\\n]* :: [^\\n]+ :: " }, { static = "Several messages of Munin in one request: set contact.tocsin.max_messages to 1" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "^[^\\n]+? :: ([^\\n]+?) :: ([^\\n]+?)\\s*(?:\\n|$)", replace = "$2 on $1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.textBody" }, { regex = "(?s)^(?!.*\\n[^\\s][^\\n]* :: [^\\n]+ :: )(?<result>[^\\n]+? :: [^\\n]+? :: [^\\n]+?)\\s*(?:\\n|$)" }] },
      { name = "Group", mappings = [{ json_path = "$.textBody" }, { regex = "^(?<result>[^\\n]+?) :: [^\\n]+? :: " }] },
      { name = "Host", mappings = [{ json_path = "$.textBody" }, { regex = "^[^\\n]+? :: (?<result>[^\\n]+?) :: " }] },
      { name = "Graph", mappings = [{ json_path = "$.textBody" }, { regex = "^[^\\n]+? :: [^\\n]+? :: (?<result>[^\\n]+?)\\s*(?:\\n|$)" }] },
      { name = "Critical", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*CRITICALs:\\s*(?<result>[^\\n]+)" }] },
      { name = "Warnings", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*WARNINGs:\\s*(?<result>[^\\n]+)" }] },
      { name = "Unknown", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*UNKNOWNs:\\s*(?<result>[^\\n]+)" }] },
      { name = "OK", mappings = [{ json_path = "$.textBody" }, { regex = "\\n\\s*OKs:\\s*(?<result>[^\\n]+)" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
