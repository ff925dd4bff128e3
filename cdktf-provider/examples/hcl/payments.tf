# Payments: Berlin by day, Auckland while Berlin sleeps, weekends and holidays in turns of everybody.
locals {
  person       = { for name, user in tocsin_user.person : name => user.id }
  working_days = ["mon", "tue", "wed", "thu", "fri"]
}

# Kept in the repository here; an address that calendar programs publish (url) is read every 15 minutes.
resource "tocsin_person_calendar" "holidays" {
  display_name = "Holidays of both offices"
  kind         = "holidays"
  team_id      = tocsin_team.payments.id
  text         = <<-EOT
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    UID:christmas
    DTSTART;VALUE=DATE:20251225
    DTEND;VALUE=DATE:20251227
    RRULE:FREQ=YEARLY
    END:VEVENT
    BEGIN:VEVENT
    UID:new-year
    DTSTART;VALUE=DATE:20260101
    DTEND;VALUE=DATE:20260102
    RRULE:FREQ=YEARLY
    END:VEVENT
    END:VCALENDAR
  EOT
}

resource "tocsin_person_calendar" "dana" {
  display_name = "Leave of Dana"
  kind         = "leave"
  user_id      = local.person["dana"]
  text         = <<-EOT
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    UID:december
    DTSTART;VALUE=DATE:20261209
    DTEND;VALUE=DATE:20261212
    END:VEVENT
    END:VCALENDAR
  EOT
}

resource "tocsin_schedule" "payments" {
  display_name           = "Payments, around the clock"
  team_id                = tocsin_team.payments.id
  time_zone_id           = "Europe/Berlin"
  holiday_calendar_ids   = [tocsin_person_calendar.holidays.id]
  on_leave               = "passOn"
  notices_before_minutes = [provider::tocsin::minutes("24h")]

  layers = [
    {
      display_name = "Auckland, while Berlin sleeps"
      turns        = { every = 1, unit = "weeks", from = "2026-03-02T08:00:00+01:00" }
      groups       = [{ user_ids = [local.person["hana"]] }, { user_ids = [local.person["tane"]] }]
    },
    {
      # Hands over to Auckland at eight in the evening, whatever clocks change where.
      display_name = "Berlin by day"
      level        = 10
      hours        = [for day in local.working_days : { from_day = day, from = "08:00", until_day = day, until = "20:00" }]
      turns        = { every = 1, unit = "weeks", from = "2026-03-02T08:00:00+01:00" }
      groups       = [{ user_ids = [local.person["dana"]] }, { user_ids = [local.person["emre"]] }]
    },
    {
      # Everybody has every fourth weekend; holidays use up no turn of their own.
      display_name = "Weekends and holidays"
      level        = 20
      hours        = [{ from_day = "sat", from = "08:00", until_day = "mon", until = "08:00" }]
      on_holidays  = "allDay"
      turns        = { every = 1, unit = "weeks", from = "2026-03-02T08:00:00+01:00" }
      groups       = [for name in ["tane", "dana", "hana", "emre"] : { user_ids = [local.person[name]] }]
    },
  ]
}

# One evening, agreed between the two.
resource "tocsin_on_call_override" "concert" {
  schedule_id          = tocsin_schedule.payments.id
  user_id              = local.person["emre"]
  type                 = "offline"
  start                = "2026-12-03T16:00:00+01:00"
  end                  = "2026-12-03T20:00:00+01:00"
  replacement_user_ids = [local.person["dana"]]
}

resource "tocsin_support_hours" "office" {
  display_name = "Office hours in Berlin"
  team_id      = tocsin_team.payments.id
  time_zone_id = "Europe/Berlin"
  hours        = [{ selected_days = local.working_days, from = "09:00", until = "18:00" }]
}

# What is urgent goes on to the next in turn and to the administrators; what is not stays with whoever is on call.
resource "tocsin_escalation_policy" "payments" {
  display_name = "Payments"
  team_id      = tocsin_team.payments.id
  is_default   = true
  steps = [
    {
      targets               = [{ schedule_id = tocsin_schedule.payments.id, pick = "onCall" }]
      repeats               = 2
      repeats_after_minutes = 3
    },
    {
      after_minutes = provider::tocsin::minutes("10m")
      targets       = [{ schedule_id = tocsin_schedule.payments.id, pick = "next" }]
    },
    {
      after_minutes = provider::tocsin::minutes("15m")
      stops_when    = "resolved"
      severities    = ["Critical"]
      targets       = [{ team_id = tocsin_team.payments.id, pick = "administrators" }]
    },
  ]
  loops                                = 1
  low_urgency_escalates                = false
  acknowledgement_lapses_after_minutes = provider::tocsin::minutes("1h")
}

# Outside of office hours a late settlement can wait; what is open in the morning is urgent then.
resource "tocsin_integration" "settlement" {
  display_name = "Settlement"
  team_id      = tocsin_team.payments.id
  type         = "Webhook"
  urgency_settings = {
    type             = "supportHours"
    support_hours_id = tocsin_support_hours.office.id
    during           = "High"
    outside          = "Low"
    raises_at_start  = true
  }
}
