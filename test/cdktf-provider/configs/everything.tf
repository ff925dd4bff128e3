# One of every resource, each referring to others, so that a first plan is full of unknown values.
# `edition` changes something in every one of them; `kind` changes what cannot change in place.

terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}

variable "edition" { default = "one" }
variable "kind" { default = "Datadog" }

resource "tocsin_team" "platform" {
  display_name = "Platform ${var.edition}"
  time_zone_id = "Europe/Berlin"
  labels       = ["prod", "eu"]
  incident_engagement_report_settings = {
    day_of_week = "mon"
    time        = "09:05"
  }
}

resource "tocsin_team" "second" {
  display_name = "Second line ${var.edition}"
  labels       = []
}

resource "tocsin_user" "alice" {
  display_name = "Alice ${var.edition}"
  email        = "Alice.Hofer@example.com"
  phone_number = "+4915112345678"
  time_zone_id = "Europe/Vienna"
  incident_notification_settings = {
    should_send_sms        = true
    delay_in_min_sms       = 0
    severities_sms         = ["Critical"]
    disabled_intents_sms   = []
    should_call_voice      = true
    delay_in_min_voice     = 5
    severities_voice       = ["Critical", "Warning"]
    disabled_intents_voice = ["Commented"]
    should_send_push       = false
    delay_in_min_push      = 0
    severities_push        = []
    disabled_intents_push  = []
    should_send_email      = true
    delay_in_min_email     = 60
    severities_email       = ["Minor"]
    disabled_intents_email = ["Created", "Updated"]
  }
}

resource "tocsin_user" "bob" {
  display_name = "Bob ${var.edition}"
  email        = "bob@example.com"
}

resource "tocsin_user_incident_notification_settings" "bob" {
  user_id            = tocsin_user.bob.id
  phone_number       = "+12035479055"
  should_send_sms    = true
  delay_in_min_sms   = var.edition == "one" ? 5 : 10
  severities_sms     = ["Critical"]
  should_call_voice  = false
  delay_in_min_voice = 0
  severities_voice   = []
  should_send_push   = true
  delay_in_min_push  = 0
  severities_push    = ["Warning", "Critical"]
  should_send_email  = false
  delay_in_min_email = 0
  severities_email   = []
}

resource "tocsin_user_notification_rules" "bob" {
  user_id = tocsin_user.bob.id
  rules = [
    {
      display_name = "At night"
      severities   = ["Critical"]
      hours        = [{ from = "22:00", until = "07:00" }]
      steps = [
        { channel = "VoiceCall", after_minutes = 0, repeats = 2, repeats_every_minutes = 5 },
        { channel = "SMS", after_minutes = var.edition == "one" ? 1 : 2 },
        { channel = "VoiceCall", contact_id = "home", after_minutes = 15 },
      ]
    },
    { severities = ["Minor"], urgencies = ["Low"], steps = [{ channel = "Email", after_minutes = 0 }] },
  ]
  otherwise = [
    { channel = "Push", after_minutes = 0 },
    { channel = "VoiceCall", after_minutes = 10 },
  ]
  contacts = [
    { id = "home", channel = "VoiceCall", target = var.edition == "one" ? "+4930123456" : "+4930123457", label = "Home" },
    { channel = "Email", target = "bob@home.example" },
  ]
  quiet_hours = {
    hours = [{ from = "22:00", until = "07:00" }]
  }
}

resource "tocsin_team_membership" "alice" {
  user_id = tocsin_user.alice.id
  team_id = tocsin_team.platform.id
  role    = var.edition == "one" ? "Member" : "Administrator"
}

resource "tocsin_organization_membership" "bob" {
  user_id = tocsin_user.bob.id
  role    = var.edition == "one" ? "Member" : "Administrator"
}

resource "tocsin_team_escalations" "platform" {
  team_id = tocsin_team.platform.id
  tier_settings = {
    repeats               = 2
    repeats_after_minutes = 30
    repeats_stop_mode     = "acknowledged"
  }
  escalation_tiers = [
    {
      auto_escalation_enabled       = true
      auto_escalation_after_minutes = var.edition == "one" ? 5 : 10
      auto_escalation_stop_mode     = "acknowledged"
      auto_escalation_severities    = ["Critical", "Warning"]
      auto_escalation_time_filters = [
        { selected_days = ["mon", "tue"], from = "08:00", until = "17:15" },
      ]
      schedules = [
        {
          display_name = "Around the clock"
          schedule_settings = {
            weekly_schedules = [
              { selected_days = ["mon", "fri"], from = "20:00", until = "08:00" },
            ]
            effective_from = "2026-01-01"
          }
          rotation_settings = {
            repeats               = "weekly"
            starts_on_day_of_week = "sat"
            rotation_mode         = "auto"
            auto_rotation_size    = 1
          }
          round_robin_settings = { round_robin_size = 2 }
          rotations = [
            { members = [{ team_membership_id = tocsin_team_membership.alice.id }] },
            { members = [] },
          ]
        },
      ]
    },
    {
      auto_assign_to_teams            = [tocsin_team.second.id]
      auto_assign_to_teams_severities = ["Critical"]
      repeats                         = 1
      repeats_after_minutes           = 15
      schedules                       = []
    },
  ]
}

resource "tocsin_schedule" "primary" {
  display_name = "Primary ${var.edition}"
  team_id      = tocsin_team.platform.id
  time_zone_id = "Europe/Berlin"
  on_leave     = var.edition == "one" ? "warn" : "passOn"

  notices_before_minutes = var.edition == "one" ? [1440, 60] : [60]

  layers = [
    {
      display_name = "Weeks"
      turns        = { every = var.edition == "one" ? 1 : 2, unit = "weeks", from = "2026-03-02T09:10:00+01:00" }
      groups = [
        { user_ids = [tocsin_user.alice.id] },
        { user_ids = [tocsin_user.bob.id] },
        { user_ids = [] },
      ]
    },
    {
      id       = "nights"
      level    = 10
      ends_at  = "2027-01-01T00:00:00Z"
      hours    = [{ from_day = "mon", from = "22:20", until_day = "tue", until = "06:05" }]
      turns    = { every = 1, unit = "windows", from = "2026-03-02T00:00:00Z", clock = "wall" }
      groups   = [{ user_ids = [tocsin_user.bob.id, tocsin_user.alice.id] }]
    },
  ]
}

resource "tocsin_temporary_schedule" "christmas" {
  schedule_id = tocsin_schedule.primary.id
  start       = "2026-12-24T09:00:00+01:00"
  end         = var.edition == "one" ? "2026-12-27T08:00:00Z" : "2026-12-28T08:00:00Z"
  shifts = [
    {
      user_ids = [tocsin_user.bob.id, tocsin_user.alice.id]
      start    = "2026-12-24T09:00:00+01:00"
      end      = "2026-12-25T20:00:00Z"
    },
  ]
}

resource "tocsin_on_call_override" "night" {
  user_id     = tocsin_user.bob.id
  schedule_id = tocsin_schedule.primary.id
  layer_ids   = ["nights"]
  type        = "online"
  mode        = "replace"
  start       = "2026-12-01T08:00:00Z"
  end         = var.edition == "one" ? "2026-12-02T08:00:00Z" : "2026-12-03T08:00:00Z"
}

resource "tocsin_person_calendar" "leave" {
  display_name = "Leave ${var.edition}"
  kind         = "leave"
  user_id      = tocsin_user.alice.id
  url          = "https://calendars.example.com/${var.edition}.ics"
  counts       = "titleContains"
  title        = "Vacation"
}

resource "tocsin_escalation_policy" "critical" {
  display_name = "Critical ${var.edition}"
  team_id      = tocsin_team.platform.id
  steps = [
    {
      targets               = [{ schedule_id = tocsin_schedule.primary.id, pick = "onCall" }]
      share                 = { size = 1, over = "people" }
      repeats               = var.edition == "one" ? 1 : 2
      repeats_after_minutes = 3
      if_nobody             = "wait"
    },
    {
      display_name   = "Nights"
      after_minutes  = 10
      stops_when     = "resolved"
      severities     = ["Critical"]
      hours          = [{ from_day = "mon", from = "22:20", until_day = "tue", until = "06:05" }]
      outside_hours  = "skip"
      after_payloads = { count = 3, within_minutes = 10 }
      targets = [
        { team_id = tocsin_team.platform.id, pick = "administrators" },
        { user_id = tocsin_user.bob.id },
      ]
    },
    { after_minutes = 30, assign_team_ids = [tocsin_team.second.id], resolves = false },
  ]
  loops                                = 1
  loop_after_minutes                   = 20
  loop_while                           = "resolved"
  acknowledgement_lapses_after_minutes = 60
}

resource "tocsin_on_call_override" "holiday" {
  user_id              = tocsin_user.alice.id
  team_id              = tocsin_team.platform.id
  type                 = "offline"
  start                = "2026-07-01T00:00:00Z"
  end                  = var.edition == "one" ? "2026-07-15T00:00:00Z" : "2026-07-22T00:00:00+02:00"
  replacement_user_ids = [tocsin_user.bob.id]
}

resource "tocsin_support_hours" "office" {
  display_name = "Office ${var.edition}"
  team_id      = tocsin_team.platform.id
  time_zone_id = var.edition == "one" ? "Europe/Berlin" : "UTC"
  labels       = ["prod"]
  hours        = [{ selected_days = ["mon", "fri"], from = "09:00", until = "18:00" }]
}

resource "tocsin_shadow_run" "leaving" {
  display_name = "Leaving ${var.edition}"
  product      = "PagerDuty"
  url          = "https://api.eu.pagerduty.com"
  api_key      = "a-key-that-reads-${var.edition}"
  team_ids     = [tocsin_team.platform.id]
  state        = "Paused"
  poll_seconds = 120
  until        = "2026-01-01T00:00:00Z"
  match_by     = ["Key"]
  ignores      = [{ kind = "Late", title_contains = "Nightly", reason = "It waits for the morning." }]
}

resource "tocsin_suppression_rule" "cluster" {
  display_name = "Clusters ${var.edition}"
  team_id      = tocsin_team.platform.id
  team_ids     = [tocsin_team.platform.id]
  source = {
    severities = ["Critical"]
    attributes = [{ name = "Alert", operator = "=", value = "ClusterDown" }]
  }
  target        = { severities = ["Warning", "Minor"] }
  equal         = ["Cluster", "Region"]
  wait_seconds  = var.edition == "one" ? 30 : 60
  grace_minutes = 10
}

resource "tocsin_guarantee" "critical" {
  display_name = "Critical wakes somebody ${var.edition}"
  incidents = {
    severities      = ["Critical"]
    team_ids        = [tocsin_team.platform.id]
    integration_ids = [tocsin_integration.monitoring.id]
    team_labels     = ["prod"]
    attributes      = [{ name = "Service", operator = "!=", value = "test" }]
  }
  told         = { within_minutes = 5, channels = ["VoiceCall", "Push"], people = 2 }
  even_if      = [{ fault = "PeopleAway", count = 1 }, { fault = "ChannelDown", channel = "Push" }]
  excuses      = ["Silence"]
  horizon_days = var.edition == "one" ? 30 : 60
  alarm        = { days_before = var.edition == "one" ? [14, 3] : [7] }
}

resource "tocsin_integration" "monitoring" {
  display_name = "Monitoring ${var.edition}"
  team_id      = tocsin_team.platform.id
  type         = var.kind
  labels       = ["prod"]
  reopen_within_seconds = 300
  hold_settings         = { threshold = { payloads = 3, within_minutes = 10, below = "alert" } }
  urgency_settings = {
    type             = "supportHours"
    support_hours_id = tocsin_support_hours.office.id
    during           = "High"
    outside          = "Low"
    raises_at_start  = true
  }
  snooze_settings = {
    snooze_window_in_minutes = 10
    filters = [
      { selected_days = ["sat", "sun"], snooze_until_absolute = "07:00", snooze_until_weekday_absolute = "mon" },
    ]
  }
  webhook_authentication = {
    type   = "bearer"
    bearer = { token = "chosen-by-the-user" }
  }
}

resource "tocsin_integration" "website" {
  display_name = "Website ${var.edition}"
  team_id      = tocsin_team.platform.id
  type         = "HttpMonitoring"
  integration_settings = {
    http_monitoring = {
      url                            = "https://example.com/health"
      method                         = "GET"
      timeout_in_milliseconds        = 5000
      interval_in_seconds            = 60
      headers                        = { Accept = "text/html" }
      override_accepted_status_codes = [200, 301]
      severity_down                  = "Critical"
    }
  }
}

resource "tocsin_integration_mapping" "monitoring" {
  integration_id = tocsin_integration.monitoring.id
  attributes_mapping = {
    grouping_window_in_seconds = 300
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.state" }, { map = "ok->Resolved,->Open" }] },
      { name = "Severity", mappings = [{ static = var.edition == "one" ? "Critical" : "Warning" }] },
      { name = "Title", mappings = [{ xpath = "//title" }, { regex = "(\\d+)", replace = "No. $1 <&> \"quoted\"" }] },
      { name = "Graph", is_image = true, hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.graph" }] },
      { name = "Host", is_grouping_key = true, expand = false, mappings = [{ regex = "h" }] },
    ]
  }
}

resource "tocsin_integration_maintenance_window" "upgrade" {
  integration_id = tocsin_integration.monitoring.id
  type           = var.edition == "one" ? "maintenance" : "muted"
  start          = "2026-03-01T08:00:00Z"
  description    = "Database upgrade"

  notice_outbound_integration_ids = var.edition == "one" ? [tocsin_outbound_integration.chat.id] : null
}

resource "tocsin_outbound_integration" "chat" {
  display_name = "Chat ${var.edition}"
  team_id      = tocsin_team.platform.id
  type         = "Slack"
  team_connection_settings = {
    team_connection_mode = "SelectedTeams"
    team_ids             = [tocsin_team.platform.id, tocsin_team.second.id]
  }
  slack_settings = {
    severity_based_channel_settings = {
      selected_channel_ids_minor    = []
      selected_channel_ids_warning  = ["C1"]
      selected_channel_ids_critical = ["C1", "C2"]
    }
    on_call_reminder_schedule_settings = { run_time = "09:00", days_of_week = ["mon"] }
    tag_on_call_members                = true
  }
}

resource "tocsin_routing" "platform" {
  display_name             = "Platform ${var.edition}"
  team_id                  = tocsin_team.platform.id
  team_connection_settings = { team_connection_mode = "OrganizationTeams" }
  rules = [
    {
      display_name = "Nights"
      conditions = {
        statuses              = ["Open"]
        severities            = ["Minor"]
        integrations          = [tocsin_integration.monitoring.id]
        labels                = ["prod"]
        labels_match_type     = "any"
        attributes            = [{ name = "Service", operator = ">=", value = "5" }]
        attributes_match_type = "all"
        schedule              = { after = "22:00", before = "06:00", days_of_week = ["sat"] }
      }
      actions = {
        add_interaction       = "Snoozed"
        snooze_until_absolute = "07:00"
        rule_flow_control     = "Skip"
        set_attributes        = [{ name = "Night", value = "yes" }]
        hold                  = { pause_minutes = 5 }
      }
    },
    {
      conditions = { date_restriction = { from = "2026-01-01T00:00:00Z" } }
      channels = {
        outbound_integrations       = [tocsin_outbound_integration.chat.id]
        outbound_integrations_muted = true
        notification_channels       = ["VoiceCall", "SMS"]
      }
    },
  ]
}

resource "tocsin_outbound_integration" "hook" {
  display_name = "Hook ${var.edition}"
  team_id      = tocsin_team.platform.id
  type         = "Webhook"
  webhook_settings = {
    url      = "https://hooks.example.com/"
    template = "{\"id\":\"{{id}}\"}"
  }
}

resource "tocsin_service" "checkout" {
  display_name       = "Checkout ${var.edition}"
  public_title       = "Checkout"
  public_description = "Carts and payments."
  templates = [
    { display_name = "Investigating", message = "We are looking into it." },
    { display_name = "Solved", message = "It works again." },
  ]
  integrations = [
    { integration_id = tocsin_integration.monitoring.id, severities = ["Critical"] },
  ]
}

resource "tocsin_status_page" "public" {
  display_name                         = "Status ${var.edition}"
  public_title                         = "Status"
  slug                                 = "status-everything"
  history_in_days                      = 90
  disable_public_subscription          = false
  banner_background_color              = "#1a2B3c"
  decimal_places                       = 2
  time_zone_id                         = "Europe/Berlin"
  password_protection_password         = "only-the-server-knows"
  password_protection_password_version = 1
  service_groups = [
    { public_display_name = "Shop", services = [tocsin_service.checkout.id] },
  ]
}

resource "tocsin_group_mapping" "on_call" {
  group_display_name = "Platform on-call"
  organization_role  = var.edition == "one" ? "Member" : "Administrator"
  team_id            = tocsin_team.platform.id
  team_role          = "Member"
}

resource "tocsin_oidc_connection" "sso" {
  display_name              = var.edition == "one" ? "SSO" : "Single sign-on"
  issuer                    = "https://sso.example.com/realms/main"
  client_id                 = "tocsin"
  client_secret             = "sealed-on-the-server"
  domains                   = ["example.com"]
  groups_claim              = "groups"
  just_in_time_provisioning = true
}

resource "tocsin_organization_settings" "own" {
  organization_id               = tocsin_oidc_connection.sso.organization_id
  audit_retention_days          = var.edition == "one" ? 730 : 365
  code_only                     = false
  skip_quiet_engagement_reports = true
  language                      = var.edition == "one" ? "de" : "en"

  disable_weekly_incident_engagement_report = false

  # The connection may be made anew; its organization stays the same.
  lifecycle {
    ignore_changes = [organization_id]
  }
}

resource "tocsin_silence" "migration" {
  display_name    = "Migration"
  reason          = var.edition == "one" ? "The disks are replaced." : "The disks were replaced."
  team_id         = tocsin_team.platform.id
  integration_ids = [tocsin_integration.monitoring.id]
  start           = "2026-07-06T20:00:00Z"
  end             = var.edition == "one" ? "2026-07-07T04:00:00Z" : "2026-07-07T06:00:00Z"
  matchers = [
    { name = "Host", operator = "=", value = "db-1", ignore_case = true },
  ]
}

resource "tocsin_service_maintenance" "database" {
  display_name       = "Database ${var.edition}"
  public_description = "The shop is read-only."
  service_ids        = [tocsin_service.checkout.id]
  time_zone_id       = "Europe/Berlin"
  start              = "2036-07-06T20:00:00Z"
  end                = "2036-07-06T22:00:00Z"
}

resource "tocsin_organization" "subsidiary" {
  display_name = "Subsidiary ${var.edition}"
}

data "tocsin_team" "found" {
  display_name = tocsin_team.platform.display_name
}

data "tocsin_users" "found" {
  email      = "@example.com"
  depends_on = [tocsin_user.alice, tocsin_user.bob]
}

data "tocsin_integration_types" "all" {}
data "tocsin_outbound_integration_types" "all" {}
data "tocsin_time_zones" "all" {}

output "found" {
  value = {
    team           = data.tocsin_team.found.id
    users          = sort(data.tocsin_users.found.users[*].email)
    types          = contains(data.tocsin_integration_types.all.types[*].id, "Datadog")
    outbound_types = contains(data.tocsin_outbound_integration_types.all.types[*].id, "Slack")
    zones          = contains(data.tocsin_time_zones.all.time_zones[*].id, "UTC")
    window         = provider::tocsin::minutes("1h30m")
    map            = provider::tocsin::value_map({ ok = "Resolved" }, "Open")
  }
}

resource "tocsin_integration" "hotline" {
  display_name = "Payments hotline ${var.edition}"
  team_id      = tocsin_team.platform.id
  type         = "Twilio"
  integration_settings = {
    twilio = {
      access_settings = {
        phone_number = "+4930901820"
      }
      call_flow_config = {
        welcome_message   = { type = "TextToSpeech", text = "For payments press one, for everything else two.", locale = "en-GB" }
        caller_blocklist  = ["+881"]
        call_display_mode = "CallerNumber"
        menu = {
          menu_max_attempts = 2
          options = [
            { key = "1", route = { team_id = tocsin_team.second.id, incident_severity = "Critical", max_users_to_try = 5 } },
            { key = "2", route = { direct_voicemail = true } },
          ]
        }
      }
    }
  }
}
