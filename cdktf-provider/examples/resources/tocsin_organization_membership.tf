variable "user_id" { type = string }

resource "tocsin_organization_membership" "alice" {
  user_id = var.user_id
  role    = "Administrator"
}
