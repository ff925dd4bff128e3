# Honeybadger: an integration of type Honeybadger, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/Honeybadger.md, or GET /api/public/v1/inbound-integration/types/Honeybadger.

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

resource "tocsin_integration" "honeybadger" {
  display_name = "Honeybadger"
  team_id      = var.team_id
  type         = "Honeybadger"
}

resource "tocsin_integration_mapping" "honeybadger" {
  integration_id = tocsin_integration.honeybadger.id
  attributes_mapping = {
    attributes = [
      { name = "Discard", mappings = [{ json_path = "$.jsonBody.event" }, { regex = "^(?:deployed|commented|test)$" }, { static = "True" }] },
      { name = "Status", mappings = [{ json_path = "$.jsonBody.event" }, { map = "resolved->Resolved,up->Resolved,check_in_reporting->Resolved,alarm_ok->Resolved,occurred->Open,unresolved->Open,down->Open,check_in_missing->Open,alarm_alert->Open" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.event" }, { map = "occurred->Critical,unresolved->Critical,rate_exceeded->Critical,volume_spike->Critical,resolved->Critical,assigned->Critical,down->Critical,up->Critical,check_in_missing->Critical,check_in_reporting->Critical,alarm_alert->Critical,alarm_ok->Critical,cert_will_expire->Warning" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.message" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.fault.id" }, { regex = "^(.+)$", replace = "fault/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.check_in.id" }, { regex = "^(.+)$", replace = "check-in/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.alarm.id" }, { regex = "^(.+)$", replace = "alarm/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$[?(@.event == \"cert_will_expire\")].site.id" }, { regex = "^(.+)$", replace = "certificate/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.site.id" }, { regex = "^(.+)$", replace = "site/$1" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.project.id" }, { regex = "^(.+)$", replace = "project/$1" }] },
      { name = "Project", mappings = [{ json_path = "$.jsonBody.project.name" }] },
      { name = "Class", mappings = [{ json_path = "$.jsonBody.fault.klass" }] },
      { name = "Environment", mappings = [{ json_path = "$.jsonBody.fault.environment" }] },
      { name = "Component", mappings = [{ json_path = "$.jsonBody.fault.component" }] },
      { name = "Site", mappings = [{ json_path = "$.jsonBody.site.url" }] },
      { name = "Check-in", mappings = [{ json_path = "$.jsonBody.check_in.name" }] },
      { name = "Reason", mappings = [{ json_path = "$.jsonBody.outage.reason" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.event" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.fault.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.notice.url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.site.details_url" }] },
      { name = "Link", mappings = [{ json_path = "$.jsonBody.check_in.details_url" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
