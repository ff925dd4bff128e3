resource "tocsin_team" "platform" {
  display_name = "Platform"
  time_zone_id = "Europe/Berlin"
  labels       = ["infrastructure"]
  incident_engagement_report_settings = {
    day_of_week = "mon"
    time        = "09:00"
  }
}
