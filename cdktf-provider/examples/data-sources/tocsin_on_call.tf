data "tocsin_schedule" "primary" {
  display_name = "Payments primary"
}

data "tocsin_on_call" "primary" {
  id = data.tocsin_schedule.primary.id
}

output "on_call" {
  value = data.tocsin_on_call.primary.people[*].user.display_name
}
