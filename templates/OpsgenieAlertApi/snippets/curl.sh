curl -fsS '{{receiverUrl}}/v2/alerts' \
  -H 'Authorization: GenieKey {{key}}' \
  -H 'Content-Type: application/json' \
  -d '{"message":"Disk of db-1 is 96 % full","alias":"db-1/disk","priority":"P1"}'
