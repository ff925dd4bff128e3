curl -fsS '{{receiverUrl}}/integrations/generic/20131114/alert/{{key}}/tocsin' \
  -H 'Content-Type: application/json' \
  -d '{"message_type":"CRITICAL","entity_id":"db-1/disk","entity_display_name":"Disk of db-1 is 96 % full"}'
