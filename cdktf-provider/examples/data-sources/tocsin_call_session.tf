data "tocsin_call_session" "night" {
  id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"
}
