variable "team_id" { type = string }

# Who is in the group is on call in the team.
resource "tocsin_group_mapping" "payments" {
  group_display_name = "Payments on-call"
  team_id            = var.team_id
  team_role          = "Member"
}

# The team is made when the identity provider brings the group.
resource "tocsin_group_mapping" "storage" {
  group_display_name = "Storage"
  organization_role  = "Member"
  create_team        = true
  team_role          = "Administrator"
}
