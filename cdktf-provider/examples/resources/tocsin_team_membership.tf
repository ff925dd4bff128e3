variable "team_id" { type = string }
variable "user_id" { type = string }

resource "tocsin_team_membership" "alice" {
  team_id = var.team_id
  user_id = var.user_id
  role    = "Administrator"
}

# Somebody who is not a user yet is invited.
resource "tocsin_team_membership" "invited" {
  team_id = var.team_id
  email   = "bela@example.com"
  role    = "Member"
}
