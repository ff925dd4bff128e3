curl -fsS '{{receiverUrl}}/api/events' \
  -H 'Content-Type: application/json' \
  -d '{"integrationKey":"{{key}}","eventType":"ALERT","alertKey":"db-1/disk","summary":"Disk of db-1 is 96 % full"}'
