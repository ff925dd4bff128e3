variable "service_id" { type = string }
variable "password" {
  type      = string
  ephemeral = true
}

resource "tocsin_status_page" "public" {
  display_name                = "Public"
  public_title                = "Example Inc."
  slug                        = "example"
  history_in_days             = 90
  disable_public_subscription = true
  service_groups              = [{ public_display_name = "Shop", services = [var.service_id] }]

  # Never stored in plan or state: raise the version to send it again.
  password_protection_password         = var.password
  password_protection_password_version = 1
}
