#!/bin/bash
# Tocsin
# Checkmk: save as ~/local/share/check_mk/notifications/tocsin in the site, make it executable and choose it as the
# notification method of a rule. First parameter: the webhook URL; second, optional: the bearer token.
set -eu
TOCSIN_URL="${NOTIFY_PARAMETER_1:?first parameter of the rule is the webhook URL}"
TOCSIN_TOKEN="${NOTIFY_PARAMETER_2:-}"
exec curl --silent --show-error --fail --max-time 10 --retry 3 \
  ${TOCSIN_TOKEN:+--header "Authorization: Bearer $TOCSIN_TOKEN"} \
  --data-urlencode "WHAT=${NOTIFY_WHAT:-}" \
  --data-urlencode "NOTIFICATIONTYPE=${NOTIFY_NOTIFICATIONTYPE:-}" \
  --data-urlencode "HOSTNAME=${NOTIFY_HOSTNAME:-}" \
  --data-urlencode "HOSTADDRESS=${NOTIFY_HOSTADDRESS:-}" \
  --data-urlencode "HOSTSTATE=${NOTIFY_HOSTSTATE:-}" \
  --data-urlencode "HOSTOUTPUT=${NOTIFY_HOSTOUTPUT:-}" \
  --data-urlencode "SERVICEDESC=${NOTIFY_SERVICEDESC:-}" \
  --data-urlencode "SERVICESTATE=${NOTIFY_SERVICESTATE:-}" \
  --data-urlencode "SERVICEOUTPUT=${NOTIFY_SERVICEOUTPUT:-}" \
  --data-urlencode "NOTIFICATIONAUTHOR=${NOTIFY_NOTIFICATIONAUTHOR:-}" \
  --data-urlencode "NOTIFICATIONCOMMENT=${NOTIFY_NOTIFICATIONCOMMENT:-}" \
  --data-urlencode "OMD_SITE=${OMD_SITE:-}" \
  --data-urlencode "HOSTURL=${NOTIFY_HOSTURL:-}" \
  --data-urlencode "SERVICEURL=${NOTIFY_SERVICEURL:-}" \
  "$TOCSIN_URL"
