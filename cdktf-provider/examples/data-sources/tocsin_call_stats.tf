data "tocsin_call_stats" "february" {
  from         = "2026-02-01T00:00:00+01:00"
  until        = "2026-03-01T00:00:00+01:00"
  interval     = "Week"
  time_zone_id = "Europe/Berlin"
}

check "hotline_is_answered" {
  assert {
    condition     = data.tocsin_call_stats.february.totals.missed < 5
    error_message = "${data.tocsin_call_stats.february.totals.missed} calls were missed in February."
  }
}
