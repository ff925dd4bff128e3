# Calls of this year that nobody answered.
data "tocsin_call_sessions" "missed" {
  outcomes = ["Missed"]
  from     = "2026-01-01T00:00:00Z"
}
