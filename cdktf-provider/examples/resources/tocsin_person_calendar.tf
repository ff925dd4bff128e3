variable "ada_id" { type = string }
variable "ada_calendar" {
  type      = string
  sensitive = true
}

# What Outlook marks as out of office.
resource "tocsin_person_calendar" "ada" {
  display_name = "Leave in Outlook"
  kind         = "leave"
  user_id      = var.ada_id
  url          = var.ada_calendar
  counts       = "outOfOffice"
}

# Holidays of the site.
resource "tocsin_person_calendar" "holidays" {
  display_name = "Holidays in Berlin"
  kind         = "holidays"
  url          = "https://calendars.example.com/berlin.ics"
}
