curl -fsS '{{receiverUrl}}/{{key}}/api/v2/alerts' \
  -H 'Content-Type: application/json' \
  -d '[{"labels":{"alertname":"DiskAlmostFull","instance":"db-1","severity":"critical"},"annotations":{"summary":"Disk of db-1 is 96 % full"}}]'
