curl -fsS '{{receiverUrl}}/v2/enqueue' \
  -H 'Content-Type: application/json' \
  -d '{"routing_key":"{{key}}","event_action":"trigger","dedup_key":"db-1/disk","payload":{"summary":"Disk of db-1 is 96 % full","source":"db-1","severity":"critical"}}'
