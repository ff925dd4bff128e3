import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushTargetsOf } from '../../src/contacts/index.ts';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let service: FakePushService;
beforeAll(async () => {
  [server, service] = await Promise.all([sharedTestApp(), startPushService()]);
});
afterAll(() => service.stop());

const topic = (name: string) => `https://ntfy.example.com/${name}`;
const person = () => makePerson(server, { organizationRole: 'Member' });

describe('push subscriptions', () => {
  it('are of a person, and say where they go without saying more', async () => {
    const me = await person();
    const webPush = service.subscribe();
    const made = await me.api.post('/push-subscription', {
      userId: me.id,
      displayName: 'Laptop',
      webPush,
    });
    expect(made.body).toEqual({
      id: expect.any(String),
      userId: me.id,
      displayName: 'Laptop',
      target: `${service.url}/********`,
    });
    const withPassword = 'https://ada:hush@ntfy.example.com/alerts-8f3k2';
    await me.api.make('/push-subscription', { userId: me.id, ntfyTopicUrl: withPassword });
    const read = [
      (await me.api.get(`/push-subscription/${String(made.body.id)}`)).text,
      (await me.api.get('/push-subscription/search/list')).text,
      (await server.api.get(`/push-subscription/search/list?UserId=${me.id}`)).text,
      (await server.api.get('/auditlog/list?Limit=100')).text,
      JSON.stringify(
        await server.app.world.store.connection.collection('push_subscriptions').find().toArray(),
      ),
    ].join('\n');
    for (const secret of [
      webPush.endpoint,
      webPush.keys.auth,
      webPush.keys.p256dh,
      'hush',
      '8f3k2',
    ])
      expect(read).not.toContain(secret);
    const targets = await pushTargetsOf(server.app.world, server.organizationId, me.id);
    expect(targets.map(({ target }) => target)).toEqual([
      { kind: 'webPush', ...webPush },
      { kind: 'ntfy', topicUrl: withPassword },
    ]);
  });

  it('at the same receiver are one, however often it registers', async () => {
    const me = await person();
    const webPush = service.subscribe();
    const ids = new Set<string>();
    for (const displayName of ['Phone', 'Phone of Ada'])
      ids.add(await me.api.make('/push-subscription', { userId: me.id, webPush, displayName }));
    expect(ids.size).toBe(1);
    const { body } = await me.api.get('/push-subscription/search/list');
    expect(body.pushSubscriptions).toMatchObject([{ displayName: 'Phone of Ada' }]);
    // Another person at the same receiver is somebody else.
    const you = await person();
    ids.add(await you.api.make('/push-subscription', { userId: you.id, webPush }));
    expect(ids.size).toBe(2);
  });

  it('of others are for administrators only', async () => {
    const [me, you] = await Promise.all([person(), person()]);
    const administrator = await makePerson(server, { organizationRole: 'Administrator' });
    const body = { userId: me.id, ntfyTopicUrl: topic('mine') };
    const id = await administrator.api.make('/push-subscription', body);
    expect((await administrator.api.get(`/push-subscription/${id}`)).status).toBe(200);
    expect((await me.api.get(`/push-subscription/${id}`)).status).toBe(200);
    for (const refused of [
      await you.api.get(`/push-subscription/${id}`),
      await you.api.delete(`/push-subscription/${id}`),
      await you.api.post('/push-subscription', body),
      await you.api.get(`/push-subscription/search/list?UserId=${me.id}`),
    ])
      expect(refused.status).toBe(403);
    expect((await you.api.get('/push-subscription/search/list')).body.pushSubscriptions).toEqual(
      [],
    );
    expect((await me.api.delete(`/push-subscription/${id}`)).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['two receivers', { ntfyTopicUrl: topic('a'), webPush: 'SUBSCRIPTION' }],
    ['no topic', { ntfyTopicUrl: 'https://ntfy.example.com/' }],
    ['another scheme', { ntfyTopicUrl: 'ftp://ntfy.example.com/a' }],
    [
      'keys that are none',
      { webPush: { endpoint: 'https://a/b', keys: { p256dh: 'a', auth: 'b' } } },
    ],
    ['an endpoint that is none', { webPush: 'BAD ENDPOINT' }],
    ['a user of nobody', { userId: crypto.randomUUID(), ntfyTopicUrl: topic('a') }],
  ])('of %s are refused', async (_what, given) => {
    const me = await person();
    const webPush = service.subscribe();
    const body = {
      userId: me.id,
      ...given,
      ...('webPush' in given && typeof given.webPush === 'string'
        ? { webPush: given.webPush === 'SUBSCRIPTION' ? webPush : { ...webPush, endpoint: 'x:y' } }
        : {}),
    };
    expect((await server.api.post('/push-subscription', body)).status).toBe(400);
  });

  it('go with the person', async () => {
    const me = await person();
    const id = await me.api.make('/push-subscription', { userId: me.id, ntfyTopicUrl: topic('x') });
    await server.api.delete(`/user/${me.id}`);
    expect((await server.api.get(`/push-subscription/${id}`)).status).toBe(404);
    const left = await server.app.world.store.connection
      .collection('push_subscriptions')
      .countDocuments({ 'lookup.userId': me.id });
    expect(left).toBe(0);
  });

  it('cannot be made for people of another organization', async () => {
    const me = await person();
    const other = await makeOrganization(server);
    const body = { userId: me.id, ntfyTopicUrl: topic('x') };
    expect((await other.api.post('/push-subscription', body)).status).toBe(400);
  });
});

it('the public key is one for all, and the private key is stored sealed', async () => {
  const me = await person();
  const { body } = await me.api.get('/push/public-key');
  expect(Buffer.from(String(body.publicKey), 'base64url')).toHaveLength(65);
  expect((await server.api.get('/push/public-key')).body).toEqual(body);
  const stored = await server.app.world.store.connection.collection('installation').findOne({});
  expect(JSON.stringify(stored)).not.toContain('privateKey');
});
