#!/bin/sh
# Nagios Core and XI: save as /usr/local/bin/notify-tocsin.sh and define two notification commands.
# Host command:
#   /usr/local/bin/notify-tocsin.sh '$NOTIFICATIONTYPE$' '$HOSTNAME$' '$HOSTADDRESS$' '$HOSTSTATE$' '$HOSTOUTPUT$' '' '' '' '$NOTIFICATIONAUTHOR$' '$NOTIFICATIONCOMMENT$' '$LONGDATETIME$'
# Service command:
#   /usr/local/bin/notify-tocsin.sh '$NOTIFICATIONTYPE$' '$HOSTNAME$' '$HOSTADDRESS$' '$HOSTSTATE$' '$HOSTOUTPUT$' '$SERVICEDESC$' '$SERVICESTATE$' '$SERVICEOUTPUT$' '$NOTIFICATIONAUTHOR$' '$NOTIFICATIONCOMMENT$' '$LONGDATETIME$'
set -eu
TOCSIN_URL="${TOCSIN_URL:-{{webhookUrl}}}"
TOCSIN_TOKEN="${TOCSIN_TOKEN:-}"
exec curl --silent --show-error --fail --max-time 10 --retry 3 \
  ${TOCSIN_TOKEN:+--header "Authorization: Bearer $TOCSIN_TOKEN"} \
  --data-urlencode "NOTIFICATIONTYPE=${1:-}" \
  --data-urlencode "HOSTNAME=${2:-}" \
  --data-urlencode "HOSTADDRESS=${3:-}" \
  --data-urlencode "HOSTSTATE=${4:-}" \
  --data-urlencode "HOSTOUTPUT=${5:-}" \
  --data-urlencode "SERVICEDESC=${6:-}" \
  --data-urlencode "SERVICESTATE=${7:-}" \
  --data-urlencode "SERVICEOUTPUT=${8:-}" \
  --data-urlencode "NOTIFICATIONAUTHOR=${9:-}" \
  --data-urlencode "NOTIFICATIONCOMMENT=${10:-}" \
  --data-urlencode "LONGDATETIME=${11:-}" \
  "$TOCSIN_URL"
