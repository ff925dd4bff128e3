resource "tocsin_user" "alice" {
  display_name = "Alice Hofer"
  email        = "alice@example.com"
}

resource "tocsin_user_incident_notification_settings" "alice" {
  user_id      = tocsin_user.alice.id
  phone_number = "+4915112345678"

  should_send_push   = true
  delay_in_min_push  = 0
  severities_push    = ["Minor", "Warning", "Critical"]
  should_call_voice  = true
  delay_in_min_voice = 5
  severities_voice   = ["Critical"]
  should_send_sms    = false
  delay_in_min_sms   = 0
  severities_sms     = []
  should_send_email  = true
  delay_in_min_email = 0
  severities_email   = ["Minor"]

  disabled_intents_email = ["Commented"]
}
