variable "schedule_id" { type = string }
variable "ada_id" { type = string }
variable "bo_id" { type = string }

resource "tocsin_temporary_schedule" "christmas" {
  schedule_id = var.schedule_id
  start       = "2026-12-24T09:00:00+01:00"
  end         = "2026-12-27T09:00:00+01:00"
  reason      = "Christmas, as agreed in November"
  shifts = [
    {
      user_ids = [var.ada_id]
      start    = "2026-12-24T09:00:00+01:00"
      end      = "2026-12-25T21:00:00+01:00"
    },
    {
      user_ids = [var.bo_id]
      start    = "2026-12-25T21:00:00+01:00"
      end      = "2026-12-27T09:00:00+01:00"
    },
  ]
}
