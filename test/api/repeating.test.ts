import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { makeKey } from '../support/keys.ts';
import { documentedOperations } from '../support/operations.ts';
import { workingRequest } from '../support/working-requests.ts';

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

it('after seven days the key is free again', async () => {
  const key = randomUUID();
  const first = await server.api.post('/team', { displayName: 'Old' }, withKey(key));
  server.clock.advance(7 * 24 * 3600);
  const second = await server.api.post('/team', { displayName: 'New' }, withKey(key));
  expect([second.status, second.body.displayName]).toEqual([200, 'New']);
  expect(second.body.id).not.toBe(first.body.id);
});

/** Their objects have no id of their own, or their answer cannot be given a second time. */
const withoutOwnId = new Map([
  ['createApiKey', 'the key is shown once: who never saw it revokes it and makes another one'],
  ['createUserIncidentNotificationSettings', 'has the id of the user'],
  ['createTeamEscalations', 'has the id of the team'],
  ['createMapping', 'has the id of the integration'],
  ['createPushSubscription', 'of a browser, which has one at a time'],
  ['createOnCallCalendar', 'one of each person and team: its address is made anew'],
  ['createIncident', 'rather a second alarm than none: its id says when it began'],
]);

it('what a creation made is known under its key, and is not made again after a crash before the answer', async () => {
  const app = await startTestApp();
  try {
    const made = await makeFixtures(app);
    Object.assign(made, await makeMoreFixtures(app, made));
    const records = app.app.world.store.connection.collection<{ _id: string }>(
      'idempotent_requests',
    );
    const operations = documentedOperations('public-v1');
    const creations = operations.filter(({ operationId, path }) =>
      operations.some(
        (other) =>
          other.operationId === operationId.replace('create', 'delete') &&
          other.path.startsWith(`${path}/{`),
      ),
    );
    expect(creations.length).toBeGreaterThan(15);
    for (const operation of creations) {
      const { operationId } = operation;
      if (withoutOwnId.has(operationId)) continue;
      const key = randomUUID();
      const { address, body } = workingRequest(operation, made);
      const path = address.replace(/^.*\/api\/public\/v1/, '');
      const before = new Set((await records.find().toArray()).map(({ _id }) => _id));
      const first = await app.api.post(path, body ?? {}, withKey(key));
      expect(first.status, `${operationId} ${first.text}`).toBe(200);
      const use = await app.api.get(`/idempotency-key/${key}`);
      expect(use.body, operationId).toMatchObject({
        operationId,
        objectId: first.body.id,
        isAnswered: true,
      });
      // As if the process had died before it stored its answer, a while ago.
      const record = (await records.find().toArray()).find(({ _id }) => !before.has(_id));
      await records.updateOne(
        { _id: String(record?._id) },
        { $set: { answer: null, claimedUntil: new Date(0) } },
      );
      const again = await app.api.post(path, body ?? {}, withKey(key));
      expect([again.status, again.body.id], `${operationId} ${again.text}`).toEqual([
        200,
        first.body.id,
      ]);
      expect(again.headers.get('idempotent-replayed')).toBeNull();
    }
    for (const path of ['/idempotency-key/never-used', '/idempotency-key/%00']) {
      expect((await app.api.get(path)).status).toBe(404);
    }
    const other = app.as(await makeKey(app));
    expect((await other.get(`/idempotency-key/${made['idempotency-key']}`)).status).toBe(404);
  } finally {
    await app.stop();
  }
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
