import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { kept } from '../../src/proofs/create-proofs.ts';
import { createProofs } from '../../src/proofs/index.ts';
import { type ProofRun, proofRuns } from '../../src/proofs/proof-run-model.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';

let server: TestApp;
let organization: Awaited<ReturnType<typeof makeOrganization>>;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-02T10:00:00.000Z' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  organization = await makeOrganization(server);
  ({ api } = organization);
  const teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  await api.make('/inbound-integration', { displayName: 'Probe', teamId, type: 'Webhook' });
});

const told = {
  displayName: 'Told',
  incidents: { severities: ['Critical'] },
  told: { withinMinutes: 5 },
};
const asked = { guarantees: [told], horizonDays: 1 };

/** One of another server, which says that it goes on. */
async function going(more: Partial<ProofRun> = {}): Promise<string> {
  const { world } = server.app;
  const at = world.clock.now();
  const _id = `00000000-0000-7000-8000-${String(Math.random()).slice(2, 14).padEnd(12, '0')}`;
  await proofRuns.add(world, {
    ...{ _id, organizationId: organization.id, createdAt: at, from: at, seenAt: at },
    ...{ state: 'Running', reason: null, userId: null, key: 'Other', changes: 0, changed: [] },
    ...{ results: [], isCut: false, newIds: [], ...more },
  });
  return _id;
}

/** One that waits for another one, and what it is answered. */
async function waiting(first: string) {
  const answer = api.post('/proof', asked);
  const latest = async () => {
    const { body } = await api.get('/proof/search/list');
    const { proofs } = body as unknown as Wire['ProofRunList'];
    return proofs[0]?.id;
  };
  await expect.poll(latest).not.toBe(first);
  return { id: await latest(), answer };
}

it('a short proof is in the answer, and can be asked for and found afterwards', async () => {
  const { status, body } = await api.post('/proof', asked);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ state: 'Done', reason: null, ahead: 0, isCut: false, changes: 0 },
    results: [{ state: 'Broken', counterExample: { integration: 'Probe', peopleTold: 0 } }],
  });
  expect((await api.get(`/proof/${body.id}`)).body).toEqual(body);
  const { body: list } = await api.get('/proof/search/list');
  expect(list).toMatchObject({
    hasMore: false,
    proofs: [{ id: body.id, results: [{ displayName: 'Told', state: 'Broken' }] }],
  });
  expect(JSON.stringify(list)).not.toContain('counterExample');
  const stranger = await makeOrganization(server);
  expect((await stranger.api.get(`/proof/${body.id}`)).status).toBe(404);
  expect((await stranger.api.get('/proof/search/list')).body.proofs).toEqual([]);
});

it('is for administrators, and named after who asked for it', async () => {
  const ada = await makePerson(server, { organizationRole: 'Administrator' });
  const { body } = await ada.api.post('/proof', asked);
  expect(body).toMatchObject({
    startedBy: expect.stringContaining('@example.com'),
    userId: ada.id,
  });
  expect((await server.api.get(`/proof/${body.id}`)).status).toBe(200);
  expect((await server.api.delete(`/user/${ada.id}`)).status).toBe(200);
  await server.app.jobs.runAll();
  // What was found may name whom nobody knows any more.
  expect((await server.api.get(`/proof/${body.id}`)).status).toBe(404);
  const member = await makePerson(server, {});
  expect((await member.api.get('/proof/search/list')).status).toBe(403);
  const scoped = server.as(
    await makeKey(server, { scopes: [{ resource: 'teams', permissions: ['get'] }] }),
  );
  expect((await scoped.get('/proof/search/list')).status).toBe(403);
});

it('waits for that of another server, says for which, and begins when that one says no more that it runs', async () => {
  const first = await going();
  const { id, answer } = await waiting(first);
  expect((await api.get(`/proof/${id}`)).body).toMatchObject({
    ...{ state: 'Waiting', ahead: 1, aheadStartedBy: 'Other', results: [] },
  });
  await proofRuns.note(server.app.world, first, { state: 'Done' });
  expect((await answer).body).toMatchObject({ id, state: 'Done', results: [{ state: 'Broken' }] });
});

it('beyond ten that wait answers 429, and those of servers that are gone count no more', async () => {
  for (let count = 0; count < 11; count += 1) await going({ state: count ? 'Waiting' : 'Running' });
  const refused = await api.post('/proof', asked);
  expect(refused.status).toBe(429);
  expect(refused.body.detail).toContain('list of proofs');
  server.clock.advance(61);
  const { body } = await api.get('/proof/search/list?Limit=100');
  const found = body.proofs as { state: string; reasonSentence: { code: string } | null }[];
  expect(found.map(({ state, reasonSentence }) => [state, reasonSentence?.code])).toEqual(
    found.map(() => ['Stopped', 'runServerEnded']),
  );
  expect((await api.post('/proof', asked)).body.state).toBe('Done');
});

it('whose server stops has decided nothing', async () => {
  await going();
  const { world } = server.app;
  const proofs = createProofs(world, { missing: () => null, providers: () => [] });
  const ctx = systemContext(world, organization.id);
  const request = { guaranteeIds: null, guarantees: [], horizonDays: null, changes: [] };
  const begun = proofs.create(ctx, request);
  await expect.poll(async () => (await proofRuns.going(world, organization.id)).length).toBe(2);
  await proofs.stop();
  expect(await begun).toMatchObject({
    ...{ state: 'Stopped', results: [], reason: { code: 'runServerEnded' } },
  });
});

it('is cancelled while it waits or goes on, by administrators of its organization, and decides nothing', async () => {
  const first = await going();
  const { id, answer } = await waiting(first);
  const stranger = await makeOrganization(server);
  expect((await stranger.api.post(`/proof/${id}/cancel`, {})).status).toBe(404);
  expect((await api.post(`/proof/${id}/cancel`, {})).status).toBe(200);
  expect((await answer).body).toMatchObject({ id, state: 'Cancelled', reason: null, results: [] });
  // That of another server sees it when it says next that it goes on.
  expect((await api.post(`/proof/${first}/cancel`, {})).body.state).toBe('Running');
  const { world } = server.app;
  expect(await proofRuns.note(world, first, {})).toMatchObject({ isCancelled: true });
  await proofRuns.note(world, first, { state: 'Cancelled' });
  const { body: done } = await api.post('/proof', asked);
  expect((await api.post(`/proof/${done.id}/cancel`, {})).body).toEqual(done);
  const member = await makePerson(server, {});
  expect((await member.api.post(`/proof/${done.id}/cancel`, {})).status).toBe(403);
});

it('keeps a megabyte at most: every state, and what breaks the first ones', async () => {
  const { body } = await api.post('/proof', asked);
  const [found] = (body as unknown as Wire['ProofRun']).results;
  const times = { from: '2026-03-02T10:00:00Z', until: '2026-03-03T10:00:00Z' };
  const example = { ...found?.counterExample, title: 'x'.repeat(1500) };
  // as: of the members that are looked at.
  const result = {
    ...{ ...found, counterExample: example, holes: Array(100).fill(times), excused: [] },
  } as unknown as Parameters<typeof kept>[0][number];
  const { results, isCut } = kept(Array(1000).fill(result));
  expect(isCut).toBe(true);
  expect(JSON.stringify(results).length).toBeLessThanOrEqual(1_000_000);
  const whole = results.filter(({ counterExample }) => counterExample !== null);
  expect(whole.length).toBeGreaterThan(10);
  expect(whole).toEqual(results.slice(0, whole.length));
  expect(whole.map(({ holes }) => holes.length)).toEqual(whole.map(() => 50));
  expect(kept([result]).isCut).toBe(false);
});
