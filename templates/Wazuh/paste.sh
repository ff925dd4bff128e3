#!/bin/sh
# Wazuh manager: save as /var/ossec/integrations/custom-tocsin, owner root:wazuh, mode 750, and add to ossec.conf:
# <integration>
#   <name>custom-tocsin</name>
#   <hook_url>{{webhookUrl}}</hook_url>
#   <api_key>TOKEN</api_key>
#   <level>7</level>
#   <alert_format>json</alert_format>
# </integration>
# Wazuh passes the file with the alert, the api_key and the hook_url.
set -eu
exec curl --silent --show-error --fail --max-time 10 --retry 3 \
  --header 'Content-Type: application/json' \
  ${2:+--header "Authorization: Bearer $2"} \
  --data-binary "@$1" "$3"
