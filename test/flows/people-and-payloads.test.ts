import { beforeAll, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, makeIntegration, map, plainMapping } from '../support/webhook.ts';

let t: TestApp;

beforeAll(async () => {
  t = await sharedTestApp();
});

async function fresh(more: object[] = []): Promise<string> {
  const id = await makeIntegration(t);
  await map(t, id, [...plainMapping, ...more]);
  return id;
}

async function act(incidentId: unknown, intent: string): Promise<number> {
  const operations = { appendIntent: { intent } };
  return (await t.api.patch(`/incident/${incidentId}`, { operations })).status;
}

/** That of the newest event, which comes first. */
async function statusOf(incidentId: unknown): Promise<unknown> {
  const { body } = await t.api.get(`/incident/search/${incidentId}`);
  return (body as components['schemas']['Incident']).events[0]?.status;
}

it('an incident resolved by a person takes no more payloads; the next one opens another', async () => {
  const id = await fresh();
  const first = (await alert(t, id, {})).body.incidentId;
  expect(await act(first, 'Resolved')).toBe(200);
  const next = await alert(t, id, {});
  expect(next.body.outcome).toBe('Opened');
  expect(next.body.incidentId).not.toBe(first);
});

it('it cannot be reopened beside the new one of its problem, and can when that is over', async () => {
  const id = await fresh();
  const first = (await alert(t, id, {})).body.incidentId;
  await act(first, 'Resolved');
  await alert(t, id, {});
  expect(await act(first, 'Unresolved')).toBe(409);
  expect(await statusOf(first)).toBe('Resolved');
  await alert(t, id, { status: 'Resolved' });
  expect(await act(first, 'Unresolved')).toBe(200);
  expect((await alert(t, id, { status: 'Resolved' })).body.incidentId, 'it correlates again').toBe(
    first,
  );
});

it('a group reopened beside a newer one keeps its own problems and leaves new ones to the newer', async () => {
  const id = await fresh([{ name: 'Rack', isGroupingKey: true, mappings: [{ static: 'r1' }] }]);
  const older = (await alert(t, id, { id: 'a' })).body.incidentId;
  await act(older, 'Resolved');
  const newer = (await alert(t, id, { id: 'b' })).body.incidentId;
  expect(newer).not.toBe(older);
  expect(await act(older, 'Unresolved')).toBe(200);
  expect((await alert(t, id, { id: 'a' })).body.incidentId).toBe(older);
  expect((await alert(t, id, { id: 'c' })).body.incidentId).toBe(newer);
});

it('deleting an archived open incident frees its problem', async () => {
  const id = await fresh();
  const first = (await alert(t, id, {})).body.incidentId;
  expect((await t.api.delete(`/incident/${first}`)).status).toBe(400);
  await act(first, 'Archived');
  expect((await t.api.delete(`/incident/${first}`)).status).toBe(200);
  expect((await alert(t, id, {})).body.outcome).toBe('Opened');
});

it.each(['disk-42', 'a/b', '100%', '(x)', 'a.b', 'C:\\temp', '[1]', 'ä^$'])(
  'the search takes %s for text',
  async (host) => {
    const id = await fresh();
    const { body } = await alert(t, id, { id: host, host: `at ${host}!` });
    await alert(t, id, { id: 'other', host: 'something else' });
    const found = await t.api.get(
      `/incident/search/list?IntegrationIds=${id}&SearchTerm=${encodeURIComponent(host)}`,
    );
    expect(found.status).toBe(200);
    const incidents = found.body.incidents as { id: string }[];
    expect(incidents.map((incident) => incident.id)).toEqual([body.incidentId]);
  },
);
