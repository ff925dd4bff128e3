# The languages that messages of the number can be spoken in.
data "tocsin_call_routing_options" "hotline" {
  id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"
}
