variable "people" {
  description = "Who can be on call, by a short name."
  type = map(object({
    name  = string
    email = string
    phone = optional(string)
    zone  = optional(string, "Europe/Berlin")
  }))
  default = {
    alice = { name = "Alice Hofer", email = "alice@example.com", phone = "+4915112345678" }
    bela  = { name = "Béla Kovács", email = "bela@example.com" }
    chloe = { name = "Chloé Martin", email = "chloe@example.com" }
    dana  = { name = "Dana Weiss", email = "dana@example.com" }
    emre  = { name = "Emre Yıldız", email = "emre@example.com" }
    hana  = { name = "Hana Parata", email = "hana@example.com", zone = "Pacific/Auckland" }
    tane  = { name = "Tane Walker", email = "tane@example.com", zone = "Pacific/Auckland" }
  }
}

resource "tocsin_user" "person" {
  for_each     = var.people
  display_name = each.value.name
  email        = each.value.email
  phone_number = each.value.phone
  time_zone_id = each.value.zone
}
