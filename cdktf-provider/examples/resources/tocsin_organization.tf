resource "tocsin_organization" "subsidiary" {
  display_name = "Subsidiary"

  lifecycle {
    prevent_destroy = true
  }
}
