# Netdata Agent: replace the part "custom notifications" of health_alarm_notify.conf (sudo ./edit-config health_alarm_notify.conf).
SEND_CUSTOM="YES"
DEFAULT_RECIPIENT_CUSTOM="tocsin"
TOCSIN_URL="{{webhookUrl}}"
TOCSIN_TOKEN=""
custom_sender() {
  local httpcode
  httpcode=$(docurl -X POST --max-time 10 --retry 3 \
    ${TOCSIN_TOKEN:+-H "Authorization: Bearer ${TOCSIN_TOKEN}"} \
    --data-urlencode "host=${host}" \
    --data-urlencode "name=${name}" \
    --data-urlencode "chart=${chart}" \
    --data-urlencode "context=${context}" \
    --data-urlencode "status=${status}" \
    --data-urlencode "old_status=${old_status}" \
    --data-urlencode "value=${value_string}" \
    --data-urlencode "summary=${summary}" \
    --data-urlencode "info=${info}" \
    --data-urlencode "classification=${classification}" \
    --data-urlencode "component=${component}" \
    --data-urlencode "roles=${roles}" \
    --data-urlencode "when=${when}" \
    --data-urlencode "source=${src}" \
    --data-urlencode "url=${goto_url}" \
    "${TOCSIN_URL}")
  if [ "${httpcode}" = "200" ]; then
    info "sent custom notification for: ${host} ${chart}.${name} is ${status}"
    sent=$((sent + 1))
  else
    error "failed to send custom notification for: ${host} ${chart}.${name} is ${status}, with HTTP code ${httpcode}"
  fi
}
