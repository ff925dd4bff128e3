variable "people" {
  description = "Who can be on call, by a short name."
  type = map(object({
    name  = string
    email = string
    phone = optional(string)
  }))
  default = {
    alice = { name = "Alice Hofer", email = "alice@example.com", phone = "+4915112345678" }
    bela  = { name = "Béla Kovács", email = "bela@example.com" }
    chloe = { name = "Chloé Martin", email = "chloe@example.com" }
  }
}

resource "tocsin_user" "person" {
  for_each     = var.people
  display_name = each.value.name
  email        = each.value.email
  phone_number = each.value.phone
  time_zone_id = "Europe/Berlin"
}
