resource "tocsin_team" "platform" {
  display_name = "Platform"
  time_zone_id = "Europe/Berlin"
  labels       = ["infrastructure"]
  incident_engagement_report_settings = {
    day_of_week = "mon"
    time        = "09:00"
  }
}

resource "tocsin_team" "shop" {
  display_name = "Shop"
  time_zone_id = "Europe/Berlin"
}

resource "tocsin_team" "payments" {
  display_name = "Payments"
  time_zone_id = "Europe/Berlin"
}

locals {
  members = {
    platform = {
      team   = tocsin_team.platform.id
      people = { alice = "Administrator", bela = "Member" }
    }
    shop = {
      team   = tocsin_team.shop.id
      people = { chloe = "Administrator", alice = "Member" }
    }
    payments = {
      team   = tocsin_team.payments.id
      people = { dana = "Administrator", emre = "Member", hana = "Administrator", tane = "Member" }
    }
  }
  memberships = merge([
    for name, team in local.members : {
      for person, role in team.people : "${name}/${person}" => { team = team.team, person = person, role = role }
    }
  ]...)
}

resource "tocsin_team_membership" "member" {
  for_each = local.memberships
  team_id  = each.value.team
  user_id  = tocsin_user.person[each.value.person].id
  role     = each.value.role
}
