import type { TestApp } from '../support/app.ts';
import { makeIntegration, map, send as sendTo } from '../support/webhook.ts';

/** A service, and an integration whose incidents affect it. */
export interface Shop {
  serviceId: string;
  integrationId: string;
}

export async function makeShop(
  server: TestApp,
  title: string,
  severities: string[] | null = null,
  more: object = {},
): Promise<Shop> {
  const integrationId = await makeIntegration(server);
  await map(server, integrationId);
  const serviceId = await server.api.make('/service', {
    displayName: `${title} (internal name)`,
    publicTitle: title,
    integrations: [{ integrationId, severities }],
    ...more,
  });
  return { serviceId, integrationId };
}

export const pageOf = (slug: string, serviceIds: string[], more: object = {}) => ({
  displayName: `Page ${slug}`,
  publicTitle: 'Acme status',
  slug,
  historyInDays: 7,
  disablePublicSubscription: false,
  serviceIds,
  publicShowIncidentTitles: true,
  ...more,
});

/** Opens or changes the incident with this title by a webhook. */
export async function send(
  server: TestApp,
  { integrationId }: Shop,
  title: string,
  status: 'Open' | 'Resolved',
  severity = 'Critical',
): Promise<string> {
  const answer = await sendTo(server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status, severity, title, id: title }),
  });
  return String(answer.body.incidentId);
}

export async function say(
  server: TestApp,
  incidentId: string,
  intent: string,
  more: object = {},
): Promise<void> {
  const answer = await server.api.patch(`/incident/${incidentId}`, {
    operations: { appendIntent: { intent, ...more } },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

export interface ServiceSaid {
  id: string;
  status: { state: string; text: string };
  uptimePercent: string | null;
  days: { date: string; state: string | null; downSeconds: number }[] | null;
}

export interface IncidentSaid {
  id: string;
  incidents: { id: string; title: string | null }[];
  status: { state: string };
  start: string;
  end: string | null;
  services: { publicTitle: string }[];
  messages: { message: string; state: string | null }[];
}

export interface MaintenanceSaid {
  id: string;
  maintenanceId: string;
  displayName: string;
  start: string;
  end: string;
}

export interface StatusSaid {
  overallStatus: { state: string; text: string };
  groups: { publicDisplayName: string | null; services: ServiceSaid[] }[];
  openIncidents: IncidentSaid[];
  pastIncidents: IncidentSaid[];
  maintenances: MaintenanceSaid[];
  pastMaintenances: MaintenanceSaid[];
}

/** What the page says, by the Public API. */
export async function statusOf(server: TestApp, pageId: string): Promise<StatusSaid> {
  const answer = await server.api.get(`/status-page/status/${pageId}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as object as StatusSaid;
}
