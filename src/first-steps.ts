import type { BootstrapResult } from './identity/index.ts';

/** What the first start prints: the key, once, and three lines that lead to an incident. */
export function firstSteps(url: string, { organization, ownerEmail, generatedKey }: BootstrapResult): string {
  const api = `${url}/api/public/v1`;
  const json = `-H 'X-Api-Key: ${generatedKey}' -H 'Content-Type: application/json'`;
  return `
Organization  ${organization.displayName}
Owner         ${ownerEmail}
API key       ${generatedKey}
              (shown only now; it is not stored)

Paste these three lines to see an incident:

1. HOOK=$(T=$(curl -s ${api}/team ${json} -d '{"displayName":"First team"}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/') && curl -s ${api}/inbound-integration ${json} -d "{\\"displayName\\":\\"Alertmanager\\",\\"teamId\\":\\"$T\\",\\"type\\":\\"PrometheusAlertmanager\\"}" | sed 's/.*"webhookUrl":"\\([^"]*\\)".*/\\1/')
2. curl -s "$HOOK" -H 'Content-Type: application/json' -d '{"version":"4","status":"firing","groupKey":"{}:{alertname=\\"DiskFull\\"}","commonLabels":{"alertname":"DiskFull","severity":"critical","instance":"db-1"},"commonAnnotations":{"summary":"Disk of db-1 is full"},"alerts":[{"status":"firing","labels":{"alertname":"DiskFull","severity":"critical","instance":"db-1"},"annotations":{"summary":"Disk of db-1 is full"}}]}'
3. curl -s ${api}/incident/search/list -H 'X-Api-Key: ${generatedKey}'

Post line 2 again with "status":"resolved" and the incident is resolved. API: ${url}/api/public/swagger-ui/index.html

`;
}
