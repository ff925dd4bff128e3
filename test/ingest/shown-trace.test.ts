import { ObjectId } from 'bson';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PayloadDocument, payloadModel } from '../../src/ingest/index.ts';
import { revisionModel } from '../../src/ingest/model.ts';
import { removeUnusedRevisions } from '../../src/ingest/revisions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { attribute, makeIntegration, map, plainMapping, send } from '../support/webhook.ts';

/** Most traces are not stored. What is shown is the same. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());
afterEach(() => vi.restoreAllMocks());

interface Shown {
  outcome: string;
  reason: string;
  trace: { microseconds?: number }[];
  decisions: { step: string; result: string }[];
}

const json = { 'content-type': 'application/json' };

async function post(integrationId: string, body: unknown, headers = json): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await send(t, integrationId, { headers, body: text });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body.payloadId);
}

async function shown(integrationId: string, payloadId: string): Promise<Shown> {
  const address = `/inbound-integration/${integrationId}/payloads/${payloadId}`;
  const { status, body, headers } = await t.api.get(address);
  expect(status).toBe(200);
  // Whoever asks again hears that it is as it was.
  const again = await t.api.get(address, { 'if-none-match': String(headers.get('etag')) });
  expect(again.status).toBe(304);
  return body as unknown as Shown;
}

async function stored(payloadId: string): Promise<PayloadDocument> {
  const found = await payloadModel(t.app.world.store)
    .findById(new ObjectId(payloadId))
    .lean<PayloadDocument | null>();
  if (!found) throw new Error(`${payloadId} is not stored`);
  return found;
}

const revisions = () => revisionModel(t.app.world.store).collection;

/** Without what differs each time. */
function comparable({ outcome, reason, trace, decisions }: Shown): object {
  const ids = /[\da-f]{8}-[\da-f-]{27}/g;
  return {
    outcome,
    reason,
    trace: trace.map(({ microseconds: _, ...line }) => line),
    decisions: decisions.map(({ step, result }) => ({ step, result: result.replace(ids, 'id') })),
  };
}

const mapping = [
  attribute('Discard', '$.jsonBody.drop'),
  ...plainMapping,
  { name: 'All', expand: true, mappings: [{ jsonPath: '$.jsonBody' }] },
  { name: 'First', mappings: [{ jsonPath: '$.textBody' }, { regex: '(?s)^.{3}' }] },
];

const open = { status: 'Open', severity: 'Critical', title: 'Disk', id: 'disk', host: 'db-1' };
/** In the order of a problem's life. */
const bodies: [string, unknown, string][] = [
  ['opens', open, 'Opened'],
  ['updates', { ...open, host: 'db-2', long: 'x'.repeat(500) }, 'Updated'],
  ['has a wrong severity', { ...open, severity: 'odd' }, 'Updated'],
  ['resolves', { ...open, status: 'Resolved' }, 'Resolved'],
  ['is discarded', { ...open, drop: 'True' }, 'Discarded'],
  ['fails', { title: 'no status' }, 'Failed'],
  ['is no JSON', '{"status": ', 'Failed'],
  ['is large', { ...open, id: 'large', padding: 'x'.repeat(70_000) }, 'Opened'],
];

it('a trace that is made anew, and all around it, is the one that was kept', async () => {
  const [kept, anew] = [await makeIntegration(t), await makeIntegration(t)];
  for (const id of [kept, anew]) await map(t, id, mapping);
  const cannotKeep = vi
    .spyOn(revisions(), 'updateOne')
    .mockRejectedValue(new Error('no revision is kept'));
  const before: Shown[] = [];
  for (const [, body] of bodies) {
    const id = await post(kept, body);
    expect((await stored(id)).trace).toBeDefined();
    before.push(await shown(kept, id));
  }
  cannotKeep.mockRestore();
  let made = 0;
  for (const [at, [what, body, outcome]] of bodies.entries()) {
    const id = await post(anew, body);
    if ((await stored(id)).trace === undefined) made += 1;
    const after = await shown(anew, id);
    expect(after.outcome, what).toBe(outcome);
    expect(after.trace.length, what).toBeGreaterThan(0);
    expect(comparable(after), what).toEqual(comparable(before[at] as Shown));
  }
  expect(made, 'all but the large one').toBe(bodies.length - 1);
});

it('of several alerts, the trace of each is made anew', async () => {
  const integration = await makeIntegration(t, {
    type: 'PrometheusAlertmanager',
    splitAlerts: true,
  });
  const alerts = ['a', 'b', 'c'].map((name) => ({
    status: 'firing',
    fingerprint: name,
    labels: { alertname: name },
  }));
  const id = await post(integration, { version: '4', status: 'firing', groupKey: 'g', alerts });
  expect((await stored(id)).trace).toBeUndefined();
  const results = (await shown(integration, id)).trace.filter(
    (line) => 'evaluation' in line && line.evaluation === 'correlation',
  );
  expect(results).toHaveLength(3);
});

describe('a payload shows the steps of the mapping that evaluated it', () => {
  it('after the mapping was changed, removed, and made again', async () => {
    const id = await makeIntegration(t);
    await map(t, id, mapping);
    const payloadId = await post(id, open);
    const before = comparable(await shown(id, payloadId));
    const other = [...plainMapping, attribute('Other', '$.jsonBody.title')];
    const path = `/inbound-integration/${id}/mapping`;
    const changed = await t.api.put(path, { attributesMapping: { attributes: other } });
    expect(changed.status, changed.text).toBe(200);
    const later = await post(id, open);
    expect(comparable(await shown(id, payloadId))).toEqual(before);
    expect(JSON.stringify((await shown(id, later)).trace)).toContain('Other');
    expect((await t.api.delete(path)).status).toBe(200);
    expect(comparable(await shown(id, payloadId))).toEqual(before);
    expect(JSON.stringify((await shown(id, later)).trace)).toContain('Other');
  });

  it('and says so when its revision is gone, or when this server evaluates it differently', async () => {
    const id = await makeIntegration(t);
    await map(t, id, mapping);
    const payloadId = await post(id, open);
    const { _id, revision = '' } = await stored(payloadId);
    const { collection } = payloadModel(t.app.world.store);
    // As if a version in between had given another result.
    const $set = { revision: `${revision.slice(0, -8)}00000000` };
    await collection.updateOne({ _id: _id as never }, { $set });
    const differs = await shown(id, payloadId);
    expect(differs.trace.length).toBeGreaterThan(0);
    expect(differs.decisions.at(-1)?.result).toContain('evaluates it differently');
    await revisions().deleteMany({ integrationId: id });
    const gone = await shown(id, payloadId);
    expect(gone.trace).toEqual([]);
    expect(gone.decisions.at(-1)?.result).toContain('not kept any more');
  });
});

it('a trace is kept where it depended on more than the payload', async () => {
  const before = { name: 'Before', mappings: [{ static: '{{previousIncident.Host}}' }] };
  const looksBack = await makeIntegration(t);
  await map(t, looksBack, [...plainMapping, before]);
  await post(looksBack, open);
  const second = await post(looksBack, { ...open, host: 'db-9' });
  expect((await stored(second)).trace).toContain('db-1');
  const costly = await makeIntegration(t);
  const many = { name: 'Many', expand: true, mappings: [{ jsonPath: '$.jsonBody.many' }] };
  await map(t, costly, [...plainMapping, many]);
  const large = await post(costly, { ...open, many: Array.from({ length: 5000 }, () => 1) });
  expect((await stored(large)).trace).toContain('too-large');
});

describe('revisions', () => {
  const of = (integrationId: string) => revisions().countDocuments({ integrationId });

  it('are stored once for many payloads, and leave with their integration', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    for (let n = 0; n < 5; n += 1) await post(id, { ...open, id: `n${n}` });
    expect(await of(id)).toBe(1);
    expect((await t.api.delete(`/inbound-integration/${id}`)).status).toBe(200);
    await t.app.jobs.runAll();
    t.clock.advance(61);
    await t.app.jobs.runAll();
    expect(await of(id)).toBe(0);
  });

  it('go when no payload refers to them any more', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const first = await post(id, open);
    const attributes = [...plainMapping, attribute('Other', '$.jsonBody.title')];
    await t.api.put(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
    await post(id, open);
    expect(await of(id)).toBe(2);
    const { world } = t.app;
    const remove = () => removeUnusedRevisions(world, new AbortController().signal);
    const { revision = '' } = await stored(first);
    // Used for the last time long ago.
    const usedAt = new Date(world.clock.now().getTime() - 10 * 86_400_000);
    await revisions().updateOne({ _id: revision.slice(0, -8) as never }, { $set: { usedAt } });
    const { collection } = payloadModel(world.store);
    const _id = new ObjectId(first) as never;
    await collection.updateOne({ _id }, { $set: { createdAt: usedAt } });
    await remove();
    expect(await of(id), 'a payload of that time is there').toBe(2);
    await collection.deleteOne({ _id });
    await remove();
    expect(await of(id)).toBe(1);
  });
});
