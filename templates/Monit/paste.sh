#!/bin/sh
# Monit: save as /usr/local/bin/monit-to-tocsin.sh, make it executable, and let tests of monitrc run it, for the problem and for its end:
#   if failed port 443 protocol https then exec "/usr/local/bin/monit-to-tocsin.sh"
#     else if succeeded then exec "/usr/local/bin/monit-to-tocsin.sh"
# Two words may follow: how bad it is (critical unless said, warning, minor), and a name where one check has several tests of a kind:
#   if space usage > 80% then exec "/usr/local/bin/monit-to-tocsin.sh warning space-80"
#     else if succeeded then exec "/usr/local/bin/monit-to-tocsin.sh warning space-80"
set -eu
TOCSIN_URL="${TOCSIN_URL:-{{webhookUrl}}}"
TOCSIN_TOKEN="${TOCSIN_TOKEN:-}"
exec curl --silent --show-error --fail --max-time 10 --retry 3 \
  ${TOCSIN_TOKEN:+--header "Authorization: Bearer $TOCSIN_TOKEN"} \
  --data-urlencode "host=${MONIT_HOST:-}" \
  --data-urlencode "service=${MONIT_SERVICE:-}" \
  --data-urlencode "event=${MONIT_EVENT:-}" \
  --data-urlencode "description=${MONIT_DESCRIPTION:-}" \
  --data-urlencode "date=${MONIT_DATE:-}" \
  --data-urlencode "severity=${1:-}" \
  --data-urlencode "test=${2:-}" \
  --data-urlencode "pid=${MONIT_PROCESS_PID:-}" \
  --data-urlencode "program_status=${MONIT_PROGRAM_STATUS:-}" \
  "$TOCSIN_URL"
