import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadModel } from '../../src/ingest/index.ts';
import { startTestApp, type TestApp, windowEdgeSeconds } from '../support/app.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'public-api=off' } });
});
afterAll(() => t?.stop());

async function fresh(): Promise<string> {
  const id = await makeIntegration(t);
  await map(t, id);
  return id;
}

/** How many of `count` new problems in one moment are taken. */
async function taken(id: string, count: number, name = 'n'): Promise<number> {
  let accepted = 0;
  for (let n = 0; n < count; n += 1)
    if ((await alert(t, id, { id: `${name}${n}` })).status === 200) accepted += 1;
  return accepted;
}

describe('20 payloads in 3 s, 50 in 20 s, 180 in 300 s per integration (spec 8)', () => {
  it('each window lets exactly so many through', async () => {
    const id = await fresh();
    expect(await taken(id, 25)).toBe(20);
    t.clock.advance(3 + windowEdgeSeconds);
    expect(await taken(id, 25)).toBe(20);
    t.clock.advance(3 + windowEdgeSeconds);
    expect(await taken(id, 25)).toBe(10);
    let sum = 50;
    for (let n = 0; n < 6; n += 1) {
      t.clock.advance(20 + windowEdgeSeconds);
      sum += await taken(id, 20);
    }
    expect(sum).toBe(170);
    t.clock.advance(20 + windowEdgeSeconds);
    expect(await taken(id, 20)).toBe(10);
  });

  it('429 says when to come again, and then it is taken; nothing of it is stored', async () => {
    const id = await fresh();
    await taken(id, 20);
    const stored = () => payloadModel(t.app.world.store).countDocuments({ integrationId: id });
    const refused = await alert(t, id, { id: 'late' });
    expect(refused.status).toBe(429);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.headers['retry-after']).toBe(String(3 + windowEdgeSeconds));
    expect(refused.headers['ratelimit-policy']).toBe('20;w=3, 50;w=20, 180;w=300');
    expect(refused.text).not.toContain(id);
    expect(await stored()).toBe(20);
    t.clock.advance(Number(refused.headers['retry-after']));
    expect((await alert(t, id, { id: 'late' })).status).toBe(200);
    expect(await stored()).toBe(21);
  });

  it('another integration has its own', async () => {
    const [one, other] = [await fresh(), await fresh()];
    await taken(one, 21);
    expect((await alert(t, other, {})).status).toBe(200);
  });

  it('what resolves an open incident is never refused; what resolves nothing is', async () => {
    const id = await fresh();
    await taken(id, 20);
    for (let n = 0; n < 20; n += 1) {
      const { status, body } = await alert(t, id, { id: `n${n}`, status: 'Resolved' });
      expect([status, body.outcome]).toEqual([200, 'Resolved']);
    }
    expect((await alert(t, id, { id: 'n0', status: 'Resolved' })).status).toBe(429);
    expect((await alert(t, id, { id: 'unheard of', status: 'Resolved' })).status).toBe(429);
    expect((await alert(t, id, { id: 'n0' })).status).toBe(429);
  });

  it('the same for a resolved subincident of a group', async () => {
    const id = await makeIntegration(t);
    await map(t, id, [
      { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }] },
      { name: 'Severity', mappings: [{ static: 'Minor' }] },
      { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.id' }] },
      { name: 'Rack', isGroupingKey: true, mappings: [{ static: 'r1' }] },
    ]);
    await taken(id, 20);
    expect((await alert(t, id, { id: 'n3', status: 'Resolved' })).status).toBe(200);
    expect((await alert(t, id, { id: 'n3', status: 'Resolved' })).status).toBe(429);
  });

  it('a payload whose token is wrong uses nothing up', async () => {
    const id = await makeIntegration(t, {
      webhookAuthentication: { type: 'bearer', bearer: { token: 'right-token' } },
    });
    for (let n = 0; n < 30; n += 1) expect((await send(t, id, { body: 'x' })).status).toBe(401);
    const headers = { authorization: 'Bearer right-token' };
    expect((await send(t, id, { headers, body: 'x' })).status).toBe(200);
  });
});
