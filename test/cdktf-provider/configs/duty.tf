# What `everything.tf` leaves unset of all that decides who is told, and who not.

terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}

resource "tocsin_team" "shop" {
  display_name = "Shop on duty"
  maintenance_windows = [
    {
      type                            = "muted"
      description                     = "Backups"
      start                           = "2026-01-01T00:00:00Z"
      end                             = "2036-01-01T00:00:00Z"
      recurrences                     = [{ rule = "FREQ=WEEKLY;BYDAY=SU", starts_at = "2026-03-01T02:00", minutes = 120, time_zone_id = "Europe/Berlin" }]
      notice_outbound_integration_ids = [tocsin_outbound_integration.room.id]
    },
  ]
}

resource "tocsin_user" "eve" {
  display_name           = "Eve on duty"
  email                  = "eve.on.duty@example.com"
  notices_before_minutes = [1440, 60]
}

resource "tocsin_outbound_integration" "room" {
  display_name     = "Room of duty"
  team_id          = tocsin_team.hooks.id
  type             = "Webhook"
  webhook_settings = { url = "https://example.com/hook" }
}

resource "tocsin_team" "hooks" {
  display_name = "Hooks on duty"
}

resource "tocsin_person_calendar" "holidays" {
  display_name = "Holidays on duty"
  kind         = "holidays"
  team_id      = tocsin_team.shop.id
  text         = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
}

resource "tocsin_schedule" "weekends" {
  display_name         = "Weekends on duty"
  description          = "The first weekend of each month."
  labels               = ["shop"]
  team_id              = tocsin_team.shop.id
  time_zone_id         = "Europe/Berlin"
  holiday_calendar_ids = [tocsin_person_calendar.holidays.id]
  layers = [
    {
      starts_at    = "2026-01-01T00:00:00Z"
      time_zone_id = "Europe/London"
      on_holidays  = "off"
      recurrence = {
        rule      = "FREQ=MONTHLY;BYDAY=1SA"
        starts_at = "2026-03-07T08:00"
        minutes   = 2880
        also      = ["2026-12-24T08:00"]
        except    = ["2026-05-02T08:00"]
      }
      turns       = { every = 1, unit = "months", from = "2026-03-01T08:00:00Z" }
      groups      = [{ user_ids = [tocsin_user.eve.id] }]
      first_group = 0
      group_size  = 1
    },
  ]
}

resource "tocsin_temporary_schedule" "move" {
  schedule_id = tocsin_schedule.weekends.id
  start       = "2036-12-24T09:00:00Z"
  end         = "2036-12-25T09:00:00Z"
  reason      = "The office moves."
  shifts      = [{ user_ids = [tocsin_user.eve.id], start = "2036-12-24T09:00:00Z", end = "2036-12-25T09:00:00Z" }]
}

resource "tocsin_escalation_policy" "last" {
  display_name = "Last on duty"
  team_id      = tocsin_team.shop.id
  steps        = [{ targets = [{ team_id = tocsin_team.shop.id, pick = "members" }] }]
}

resource "tocsin_escalation_policy" "first" {
  display_name = "First on duty"
  description  = "By day."
  labels       = ["shop"]
  team_id      = tocsin_team.shop.id
  is_default   = true
  steps = [
    { targets = [{ schedule_id = tocsin_schedule.weekends.id, pick = "onCall" }], urgencies = ["High"], urgency = "High" },
    { after_minutes = 5, targets = [{ outbound_integration_id = tocsin_outbound_integration.room.id }] },
    { after_minutes = 5, targets = [{ policy_id = tocsin_escalation_policy.last.id }] },
  ]
  resolves_after_minutes = 1440
  low_urgency_escalates  = false
}

resource "tocsin_user_notification_rules" "eve" {
  user_id = tocsin_user.eve.id
  rules = [
    {
      team_ids     = [tocsin_team.shop.id]
      schedule_ids = [tocsin_schedule.weekends.id]
      hours        = [{ selected_days = ["sat"], from = "22:00", until = "07:00" }]
      steps        = [{ channel = "Email", after_minutes = 0 }]
    },
  ]
  quiet_hours = {
    hours         = [{ selected_days = ["sun"], from = "22:00", until = "07:00" }]
    also_critical = true
  }
}

resource "tocsin_support_hours" "office" {
  display_name         = "Office on duty"
  team_id              = tocsin_team.shop.id
  time_zone_id         = "Europe/Berlin"
  hours                = [{ selected_days = ["mon"], from = "09:00", until = "18:00" }]
  holiday_calendar_ids = [tocsin_person_calendar.holidays.id]
}

resource "tocsin_integration" "flapping" {
  display_name         = "Flapping on duty"
  team_id              = tocsin_team.shop.id
  type                 = "Datadog"
  hold_settings        = { pause_minutes = 5 }
  urgency_settings     = { type = "bySeverity", low = ["Minor"] }
  escalation_policy_id = tocsin_escalation_policy.first.id
}

resource "tocsin_integration" "calm" {
  display_name     = "Calm on duty"
  team_id          = tocsin_team.shop.id
  type             = "Datadog"
  urgency_settings = { type = "constant", urgency = "Low" }
}

resource "tocsin_integration_maintenance_window" "nightly" {
  integration_id = tocsin_integration.calm.id
  type           = "muted"
  end            = "2036-01-01T00:00:00Z"
  recurrences    = [{ rule = "FREQ=DAILY", starts_at = "2026-03-01T02:00", minutes = 60, time_zone_id = "UTC" }]
}

resource "tocsin_service" "database" {
  display_name         = "Database on duty"
  public_title         = "Database"
  urgency_settings     = { type = "constant", urgency = "Low" }
  escalation_policy_id = tocsin_escalation_policy.first.id
}

resource "tocsin_service" "cache" {
  display_name     = "Cache on duty"
  public_title     = "Cache"
  urgency_settings = { type = "bySeverity", low = ["Minor"] }
}

resource "tocsin_service" "shop" {
  display_name           = "Shop on duty"
  public_title           = "Shop"
  depends_on_service_ids = [tocsin_service.database.id]
  suppression            = "mute"
  suppress_up_to         = "Critical"
  grace_minutes          = 10
  urgency_settings = {
    type             = "supportHours"
    support_hours_id = tocsin_support_hours.office.id
    during           = "High"
    outside          = "Low"
    raises_at_start  = true
  }
}

resource "tocsin_suppression_rule" "all" {
  display_name = "All on duty"
  team_id      = tocsin_team.shop.id
  source = {
    statuses              = ["Open"]
    integrations          = [tocsin_integration.calm.id]
    services              = [tocsin_service.database.id]
    labels                = ["shop"]
    labels_match_type     = "any"
    attributes            = [{ name = "Alert", operator = "=", value = "Down", ignore_case = true }]
    attributes_match_type = "any"
    date_restriction      = { from = "2026-01-01T00:00:00Z", until = "2036-01-01T00:00:00Z" }
    schedule              = { after = "22:00", before = "06:00", days_of_week = ["sat"] }
  }
  target = {
    statuses              = ["Open"]
    integrations          = [tocsin_integration.flapping.id]
    services              = [tocsin_service.shop.id]
    labels                = ["shop"]
    labels_match_type     = "all"
    attributes            = [{ name = "Alert", operator = "!=", value = "Down", ignore_case = false }]
    attributes_match_type = "all"
    date_restriction      = { from = "2026-01-01T00:00:00Z", until = "2036-01-01T00:00:00Z" }
    schedule              = { after = "20:00", before = "08:00", days_of_week = ["sun"] }
  }
}

resource "tocsin_silence" "nights" {
  display_name                    = "Nights on duty"
  team_id                         = tocsin_team.shop.id
  integration_ids                 = [tocsin_integration.calm.id]
  effect                          = "openNothing"
  inverted                        = true
  start                           = "2026-01-01T00:00:00Z"
  end                             = "2036-01-01T00:00:00Z"
  recurrences                     = [{ rule = "FREQ=DAILY", starts_at = "2026-03-01T08:00", minutes = 600, time_zone_id = "Europe/Berlin" }]
  notice_outbound_integration_ids = [tocsin_outbound_integration.room.id]
}

resource "tocsin_routing" "shop" {
  display_name = "Shop on duty"
  team_id      = tocsin_team.shop.id
  rules = [
    {
      conditions = { severities = ["Minor"] }
      actions = {
        use_escalation_policy_id = tocsin_escalation_policy.last.id
        hold                     = { threshold = { payloads = 3, within_minutes = 10, below = "forget" } }
      }
    },
  ]
}
