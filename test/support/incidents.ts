import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';

export interface SeenIncident {
  id: string;
  title: string;
  status: string;
  severity: string;
  attributes: { name: string; value: string }[];
}

/**
 * A team with one integration of the type; further members of the integration as on the wire. `key` is its ingest
 * token.
 */
export async function makeIntegration(
  api: ApiClient,
  type: string,
  members: object = {},
): Promise<{ id: string; key: string; teamId: string; webhook: string }> {
  const teamId = await api.make('/team', { displayName: `Team of ${type}` });
  const made = await api.post('/inbound-integration', {
    displayName: `${type} integration`,
    teamId,
    type,
    ...members,
  });
  if (made.status !== 200) throw new Error(`${made.status} ${made.text}`);
  const webhook = String(made.body.webhookUrl);
  return { id: String(made.body.id), key: webhook.split('/').at(-1) ?? '', teamId, webhook };
}

/** What people would see of the team, oldest first. */
export async function incidentsOf({ api }: TestApp, teamId: string): Promise<SeenIncident[]> {
  const answer = await api.get(`/incident/search/list?TeamIds=${teamId}&Limit=100`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  const incidents = answer.body.incidents as WireIncident[];
  return incidents.toReversed().map(({ id, title, attributes, events: [latest] }) => ({
    id,
    title,
    attributes,
    status: latest?.status ?? '',
    severity: latest?.severity ?? '',
  }));
}

/** The state of an incident is that of its latest event, which comes first. */
interface WireIncident extends Pick<SeenIncident, 'id' | 'title' | 'attributes'> {
  events: { status: string; severity: string }[];
}

export interface SeenPayload {
  id: string;
  outcome: string;
  reason: string;
  incidentId: string | null;
  data: Record<string, unknown> & { jsonBody?: Record<string, unknown> };
}

/** What is stored for the integration, oldest first. */
export async function payloadsOf({ api }: TestApp, integrationId: string): Promise<SeenPayload[]> {
  const path = `/inbound-integration/${integrationId}/payloads/search/list`;
  const answer = await api.get(`${path}?IncludeData=true&Limit=100`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.body.payloads as SeenPayload[]).toReversed();
}

/** Steps and results of how the payload was decided. */
export async function decisionsOf(
  { api }: TestApp,
  integrationId: string,
  payloadId: string,
): Promise<{ step: string; result: string }[]> {
  const answer = await api.get(`/inbound-integration/${integrationId}/payloads/${payloadId}`);
  return answer.body.decisions as { step: string; result: string }[];
}
