#!/bin/sh
# Icinga 2: save as /etc/icinga2/scripts/notify-tocsin.sh and use it in a NotificationCommand.
# object NotificationCommand "notify-tocsin" {
#   command = [ ConfigDir + "/scripts/notify-tocsin.sh" ]
#   env = {
#     NOTIFICATION_TYPE = "$notification.type$"
#     HOST_NAME = "$host.name$"
#     HOST_DISPLAY_NAME = "$host.display_name$"
#     HOST_ADDRESS = "$address$"
#     HOST_STATE = "$host.state$"
#     HOST_OUTPUT = "$host.output$"
#     SERVICE_NAME = "$service.name$"
#     SERVICE_DISPLAY_NAME = "$service.display_name$"
#     SERVICE_STATE = "$service.state$"
#     SERVICE_OUTPUT = "$service.output$"
#     NOTIFICATION_AUTHOR = "$notification.author$"
#     NOTIFICATION_COMMENT = "$notification.comment$"
#   }
# }
# Leave the SERVICE_ lines out of the command that host notifications use.
set -eu
TOCSIN_URL="${TOCSIN_URL:-{{webhookUrl}}}"
TOCSIN_TOKEN="${TOCSIN_TOKEN:-}"
exec curl --silent --show-error --fail --max-time 10 --retry 3 \
  ${TOCSIN_TOKEN:+--header "Authorization: Bearer $TOCSIN_TOKEN"} \
  --data-urlencode "notification_type=${NOTIFICATION_TYPE:-}" \
  --data-urlencode "host_name=${HOST_NAME:-}" \
  --data-urlencode "host_display_name=${HOST_DISPLAY_NAME:-}" \
  --data-urlencode "host_address=${HOST_ADDRESS:-}" \
  --data-urlencode "host_state=${HOST_STATE:-}" \
  --data-urlencode "host_output=${HOST_OUTPUT:-}" \
  --data-urlencode "service_name=${SERVICE_NAME:-}" \
  --data-urlencode "service_display_name=${SERVICE_DISPLAY_NAME:-}" \
  --data-urlencode "service_state=${SERVICE_STATE:-}" \
  --data-urlencode "service_output=${SERVICE_OUTPUT:-}" \
  --data-urlencode "notification_author=${NOTIFICATION_AUTHOR:-}" \
  --data-urlencode "notification_comment=${NOTIFICATION_COMMENT:-}" \
  "$TOCSIN_URL"
