# Platform: one person a week, handed over on Monday morning; whoever is not on call is the second
# tier, and after that the shop team is told.
resource "tocsin_team_escalations" "platform" {
  team_id = tocsin_team.platform.id
  escalation_tiers = [
    {
      auto_escalation_enabled       = true
      auto_escalation_after_minutes = provider::tocsin::minutes("10m")
      auto_escalation_stop_mode     = "acknowledged"
      schedules = [
        {
          display_name      = "Week by week"
          rotation_settings = { repeats = "weekly", starts_on_day_of_week = "mon", starts_on_time = "09:00" }
          rotations = [
            { members = [{ team_membership_id = tocsin_team_membership.member["platform/alice"].id }] },
            { members = [{ team_membership_id = tocsin_team_membership.member["platform/bela"].id }] },
          ]
        },
      ]
    },
    {
      auto_assign_to_teams            = [tocsin_team.shop.id]
      auto_assign_to_teams_severities = ["Critical"]
      schedules = [
        {
          rotations = [
            {
              members = [
                { team_membership_id = tocsin_team_membership.member["platform/alice"].id },
                { team_membership_id = tocsin_team_membership.member["platform/bela"].id },
              ]
            },
          ]
        },
      ]
    },
  ]
  tier_settings = { repeats = 3, repeats_after_minutes = 30, repeats_stop_mode = "acknowledged" }
}

# Shop: office hours only.
resource "tocsin_team_escalations" "shop" {
  team_id = tocsin_team.shop.id
  escalation_tiers = [
    {
      schedules = [
        {
          schedule_settings = {
            weekly_schedules = [
              { selected_days = ["mon", "tue", "wed", "thu", "fri"], from = "09:00", until = "18:00" },
            ]
          }
          rotations = [
            { members = [{ team_membership_id = tocsin_team_membership.member["shop/chloe"].id }] },
          ]
        },
      ]
    },
  ]
}

resource "tocsin_on_call_override" "vacation" {
  user_id              = tocsin_user.person["alice"].id
  type                 = "offline"
  start                = "2026-07-06T00:00:00Z"
  end                  = "2026-07-20T00:00:00Z"
  replacement_user_ids = [tocsin_user.person["bela"].id]
}
