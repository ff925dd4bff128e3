import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey } from '../support/keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const withKey = (key: string) => ({ 'idempotency-key': key });

it('a POST that is repeated under its Idempotency-Key answers the same and changes nothing', async () => {
  const key = randomUUID();
  const first = await server.api.post('/team', { displayName: 'Once' }, withKey(key));
  const second = await server.api.post('/team', { displayName: 'Once' }, withKey(key));
  expect(second.text).toBe(first.text);
  expect([
    first.headers.get('idempotent-replayed'),
    second.headers.get('idempotent-replayed'),
  ]).toEqual([null, 'true']);
  const { body } = await server.api.get('/team/search/list?DisplayName=once');
  expect((body.teams as unknown[]).length).toBe(1);
});

it('letter case and order of members do not make another request; another value does', async () => {
  const key = randomUUID();
  const first = await server.api.post('/team', { displayName: 'A', labels: [] }, withKey(key));
  const second = await server.api.post('/team', { Labels: [], DISPLAYNAME: 'A' }, withKey(key));
  expect(second.body.id).toBe(first.body.id);
  const third = await server.api.post('/team', { displayName: 'B', labels: [] }, withKey(key));
  expect([third.status, third.body.code]).toEqual([422, 'idempotency-key-reused']);
});

it('many at once make one object', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      server.api.post('/team', { displayName: 'Crowd' }, withKey(key)),
    ),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length).toBe(
    1,
  );
});

it('another API key has Idempotency-Keys of its own', async () => {
  const key = randomUUID();
  const first = await server.api.post('/team', { displayName: 'Mine' }, withKey(key));
  const other = server.as(await makeKey(server));
  expect((await other.post('/team', { displayName: 'Mine' }, withKey(key))).body.id).not.toBe(
    first.body.id,
  );
});

it('a request that failed may be tried again under its key', async () => {
  const key = randomUUID();
  const userId = randomUUID();
  const team = await server.api.make('/team', { displayName: 'T' });
  const body = { email: `${userId}@example.com`, teamId: team, role: 'Member' };
  await server.api.make('/user', { email: `${userId}@example.com` });
  const bad = await server.api.post(
    '/team-membership',
    { ...body, teamId: randomUUID() },
    withKey(key),
  );
  expect(bad.status).toBe(400);
  expect((await server.api.post('/team-membership', body, withKey(key))).status).toBe(200);
});

it('after 24 hours the key is free again', async () => {
  const key = randomUUID();
  const first = await server.api.post('/team', { displayName: 'Old' }, withKey(key));
  server.clock.advance(24 * 3600);
  const second = await server.api.post('/team', { displayName: 'New' }, withKey(key));
  expect([second.status, second.body.displayName]).toEqual([200, 'New']);
  expect(second.body.id).not.toBe(first.body.id);
});

it('a repetition does not count against the limit of the operation', async () => {
  const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'incident-create=1/60s' } });
  try {
    const team = await limited.api.make('/team', { displayName: 'T' });
    const body = { title: 'X', status: 'Open', severity: 'Minor', teamIds: [team] };
    const key = randomUUID();
    const first = await limited.api.post('/incident', body, withKey(key));
    const second = await limited.api.post('/incident', body, withKey(key));
    expect([first.status, second.status, second.body.id]).toEqual([200, 200, first.body.id]);
    expect((await limited.api.post('/incident', body)).status).toBe(429);
  } finally {
    await limited.stop();
  }
});

it('the answer that holds a new API key is stored sealed, and repeated in clear', async () => {
  const key = randomUUID();
  const body = { displayName: 'K', kind: 'organization' };
  const first = await server.api.post('/api-key', body, withKey(key));
  const second = await server.api.post('/api-key', body, withKey(key));
  expect(second.body.key).toBe(first.body.key);
  const { connection } = server.app.world.store;
  const stored = await connection.collection('idempotent_requests').find().toArray();
  expect(JSON.stringify(stored)).not.toContain(String(first.body.key));
});
