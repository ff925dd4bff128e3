resource "tocsin_user" "alice" {
  display_name = "Alice Hofer"
  email        = "alice@example.com"
  phone_number = "+4915112345678"
  time_zone_id = "Europe/Berlin"

  # Told a day and an hour before each shift.
  notices_before_minutes = [1440, 60]
}
