import type { BootstrapResult } from './identity/index.ts';

/** The text that the first start prints: the key, once, and three lines for a shell that lead to an incident. */
export function firstSteps(
  url: string,
  { organization, ownerEmail, generatedKey = '' }: BootstrapResult,
  signInUrl: string | null = null,
): string {
  return `
Organization  ${organization.displayName}
Owner         ${ownerEmail}
API key       ${generatedKey}
              Keep it: it is not shown again.
${signInUrl === null ? '' : signInLines(signInUrl)}
${linesToPaste(url, generatedKey)}
`;
}

function signInLines(signInUrl: string): string {
  return `
Browser       ${signInUrl}
              Choose the password of the Owner there. The address works once, within 24 hours;
              npx tocsin sign-in-link prints another one.
`;
}

/** Three lines for a shell that lead to an incident, for anybody who has a key. */
export function linesToPaste(url: string, key: string): string {
  const json = `-H 'Content-Type: application/json'`;
  const create = (noun: string, body: string) => `MADE=$(api ${noun} -d '${body}')`;
  const keep = (name: string, member: string) =>
    `${name}=$(printf '%s' "$MADE" | sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/')`;
  const lines = [
    create('team', '{"displayName":"First team"}'),
    keep('TEAM', 'id'),
    create(
      'inbound-integration',
      `{"displayName":"Alertmanager","type":"PrometheusAlertmanager","teamId":"'$TEAM'"}`,
    ),
    keep('INTEGRATION', 'id'),
    keep('HOOK', 'webhookUrl'),
  ];
  return `Paste these three lines into a shell to get to an incident. Create a team with a Prometheus Alertmanager integration:

api() { curl -sS -w '\\n' -H 'X-Api-Key: ${key}' ${json} "${url}/api/public/v1/$@"; }; ${lines.join('; ')}; echo "$HOOK"

Post what Alertmanager sends when a disk fills up:

alertmanager() { curl -sS -w '\\n' "$HOOK" ${json} -d '${alertmanagerBody(`'"$1"'`)}'; }; alertmanager firing

List the incident it opened:

api incident/search/list

Then  alertmanager resolved  resolves it, and this says who was told of it, and why somebody was not, with its id:

      api "notification-log/search/list?IncidentId=INCIDENT_ID"

Browse and try every operation: ${url}/api/public/swagger-ui/index.html
`;
}

/** A body in the form of Alertmanager's webhook receiver, version 4. */
function alertmanagerBody(status: string): string {
  const labels = { alertname: 'DiskAlmostFull', instance: 'db-1:9100', severity: 'critical' };
  const annotations = { summary: 'The disk of db-1 is 96 % full' };
  return JSON.stringify({
    version: '4',
    groupKey: '{}:{alertname="DiskAlmostFull"}',
    status,
    receiver: 'tocsin',
    groupLabels: { alertname: labels.alertname },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: 'http://alertmanager:9093',
    truncatedAlerts: 0,
    alerts: [{ status, labels, annotations, startsAt: '2026-01-01T00:00:00Z' }],
  }).replaceAll(JSON.stringify(status), `"${status}"`);
}
