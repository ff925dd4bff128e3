import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';

export interface SeenIncident {
  id: string;
  title: string;
  status: string;
  severity: string;
  attributes: { name: string; value: string }[];
}

/** A team with one integration of the type; further members of the integration as on the wire. */
export async function makeIntegration(
  api: ApiClient,
  type: string,
  members: object = {},
): Promise<{ id: string; teamId: string; webhook: string }> {
  const teamId = await api.make('/team', { displayName: `Team of ${type}` });
  const made = await api.post('/inbound-integration', {
    displayName: `${type} integration`,
    teamId,
    type,
    ...members,
  });
  if (made.status !== 200) throw new Error(`${made.status} ${made.text}`);
  return { id: String(made.body.id), teamId, webhook: String(made.body.webhookUrl) };
}

/** What people would see of the team, oldest first. */
export async function incidentsOf({ api }: TestApp, teamId: string): Promise<SeenIncident[]> {
  const answer = await api.get(`/incident/search/list?TeamIds=${teamId}&PageSize=100`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.body.incidents as SeenIncident[]).toReversed();
}

export async function payloadsOf({ api }: TestApp, integrationId: string) {
  const answer = await api.get(`/inbound-integration/${integrationId}/payloads`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}
