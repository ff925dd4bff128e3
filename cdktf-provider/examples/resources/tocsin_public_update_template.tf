resource "tocsin_public_update_template" "looking" {
  display_name = "We are looking into it"
  state        = "Investigating"
  messages = [
    { language = "en", message = "We are looking into a problem with {service}." },
    { language = "de", message = "Wir untersuchen ein Problem mit {service}." },
  ]
}
