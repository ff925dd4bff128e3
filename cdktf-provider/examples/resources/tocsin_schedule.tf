variable "team_id" { type = string }
variable "ada_id" { type = string }
variable "bo_id" { type = string }
variable "kim_id" { type = string }

resource "tocsin_person_calendar" "holidays" {
  display_name = "Holidays in Berlin"
  kind         = "holidays"
  url          = "https://calendars.example.com/berlin.ics"
}

resource "tocsin_schedule" "payments" {
  display_name = "Payments primary"
  team_id      = var.team_id
  time_zone_id = "Europe/Berlin"

  notices_before_minutes = [1440]

  layers = [
    {
      display_name = "Weeks"
      turns        = { every = 1, unit = "weeks", from = "2026-03-02T09:10:00+01:00" }
      groups       = [{ user_ids = [var.ada_id] }, { user_ids = [var.bo_id] }]
    },
    {
      display_name = "Night to Tuesday"
      level        = 10
      hours        = [{ from_day = "mon", from = "22:20", until_day = "tue", until = "06:05" }]
      groups       = [{ user_ids = [var.kim_id] }]
    },
    {
      display_name = "Sundays and holidays"
      level        = 20
      hours        = [{ from_day = "sun", from = "08:00", until_day = "sun", until = "20:00" }]
      on_holidays  = "asSunday"
      groups       = [{ user_ids = [var.kim_id] }]
    },
    {
      # The first weekend of each month, in turns; not at Easter.
      display_name = "First weekends"
      level        = 30
      recurrence = {
        rule      = "FREQ=MONTHLY;BYDAY=1SA"
        starts_at = "2026-03-07T08:00"
        minutes   = 2880
        except    = ["2026-04-04T08:00"]
      }
      turns  = { every = 1, unit = "windows", from = "2026-03-01T00:00:00+01:00" }
      groups = [{ user_ids = [var.ada_id] }, { user_ids = [var.bo_id] }]
    },
  ]
  holiday_calendar_ids = [tocsin_person_calendar.holidays.id]
  on_leave             = "passOn"
}
