resource "tocsin_routing" "platform" {
  display_name = "Platform"
  team_id      = tocsin_team.platform.id
  rules = [
    {
      display_name = "Failed builds can wait for the morning"
      conditions = {
        statuses     = ["Open"]
        integrations = [tocsin_integration.builds.id]
        schedule     = { after = "20:00", before = "08:00" }
      }
      actions = {
        add_interaction       = "Snoozed"
        snooze_until_absolute = "08:00"
        rule_flow_control     = "Skip"
      }
    },
    {
      display_name = "Critical incidents also go to the shop"
      conditions   = { severities = ["Critical"] }
      actions      = { assign_to_teams = [tocsin_team.shop.id] }
    },
  ]
}
