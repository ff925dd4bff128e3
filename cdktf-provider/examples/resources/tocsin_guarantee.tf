resource "tocsin_guarantee" "payments" {
  display_name = "Critical payments wake somebody within five minutes"
  incidents = {
    severities  = ["Critical"]
    team_labels = ["payments"]
  }
  told = {
    within_minutes = 5
    channels       = ["VoiceCall", "Push"]
    people         = 1
  }
  even_if      = [{ fault = "CarrierDown" }, { fault = "PeopleAway", count = 1 }]
  excuses      = ["Silence", "MaintenanceWindow"]
  horizon_days = 90
}
