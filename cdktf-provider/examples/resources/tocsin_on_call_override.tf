variable "user_id" { type = string }
variable "replacement_id" { type = string }

resource "tocsin_on_call_override" "vacation" {
  user_id              = var.user_id
  type                 = "offline"
  start                = "2026-07-06T00:00:00Z"
  end                  = "2026-07-20T00:00:00Z"
  replacement_user_ids = [var.replacement_id]
}
