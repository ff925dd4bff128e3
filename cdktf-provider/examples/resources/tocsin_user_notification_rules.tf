resource "tocsin_user" "alice" {
  display_name = "Alice Hofer"
  email        = "alice@example.com"
  time_zone_id = "Europe/Berlin"
}

resource "tocsin_user_notification_rules" "alice" {
  user_id = tocsin_user.alice.id

  rules = [
    {
      display_name = "At night"
      severities   = ["Critical"]
      hours        = [{ from = "22:00", until = "07:00" }]
      steps = [
        { channel = "VoiceCall", after_minutes = 0, repeats = 2, repeats_every_minutes = 5 },
        { channel = "SMS", after_minutes = 1 },
        { channel = "VoiceCall", contact_id = "home", after_minutes = 15 },
      ]
    },
    { severities = ["Minor"], steps = [{ channel = "Email", after_minutes = 0 }] },
  ]
  otherwise = [
    { channel = "Push", after_minutes = 0 },
    { channel = "VoiceCall", after_minutes = 10 },
  ]
  contacts = [
    { id = "home", channel = "VoiceCall", target = "+4930123456", label = "Home" },
  ]
  quiet_hours = {
    hours = [{ from = "22:00", until = "07:00" }]
  }
}
