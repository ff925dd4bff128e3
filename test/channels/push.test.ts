import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Channels,
  createChannels,
  createVapidKeys,
  type MessageOf,
} from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';
import { type FakeNtfy, startNtfy } from '../fakes/ntfy.ts';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';

let service: FakePushService;
let ntfy: FakeNtfy;
const keys = createVapidKeys();
beforeAll(async () => {
  [service, ntfy] = await Promise.all([startPushService(), startNtfy()]);
});
afterAll(() => Promise.all([service.stop(), ntfy.stop()]));

function channelsWith(env: Record<string, string> = {}, allowed = '127.0.0.0/8'): Channels {
  return createChannels({
    settings: readConfig(env),
    publicUrl: () => 'https://alerts.example.com',
    vapidKeys: () => keys,
    outbound: createOutboundClient({ allowedPrivateTargets: addressList(allowed) }),
  });
}

const message: Omit<MessageOf<'Push'>, 'to'> = {
  key: 'd1',
  title: 'Critical: Plattenplatz – 💾',
  body: 'db1 has 1 % left',
  url: 'https://alerts.example.com/incidents/1',
  urgency: 'high',
  topic: '0198c4f0-5d8c-7000-8000-000000000001',
  actions: [{ label: 'Acknowledge', url: 'https://alerts.example.com/a/t', method: 'POST' }],
};

describe('a browser', () => {
  it('reads what was sent, from a sender that proves to be this installation', async () => {
    const subscription = service.subscribe();
    await channelsWith().send('Push', { ...message, to: { kind: 'webPush', ...subscription } });
    const got = service.pushes.at(-1);
    const { urgency: _, ...payload } = message;
    expect(got?.payload).toEqual(payload);
    expect(got?.vapid).toMatchObject({
      aud: service.url,
      sub: 'https://alerts.example.com',
      publicKey: (await keys).publicKey,
    });
    expect(got?.headers).toMatchObject({ ttl: '3600', urgency: 'high' });
  });

  it('gets a topic of at most 32 characters, the same for the same incident only', async () => {
    const target = { kind: 'webPush', ...service.subscribe() } as const;
    for (const topic of [message.topic, message.topic, 'another incident', 'short'])
      await channelsWith().send('Push', { ...message, topic, to: target });
    const [first, same, other, short] = service.pushes
      .slice(-4)
      .map(({ headers }) => headers.topic);
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(short).toBe('short');
  });

  it.each(['x'.repeat(5000), '💾'.repeat(3000), '"'.repeat(4000), '\n'.repeat(4000)])(
    'a text that is too long is shortened until it fits',
    async (body) => {
      const target = { kind: 'webPush', ...service.subscribe() } as const;
      const result = await channelsWith().send('Push', { ...message, body, to: target });
      expect(result.outcome).toBe('sent');
      const shown = String(service.pushes.at(-1)?.payload.body);
      expect(shown.length).toBeGreaterThan(500);
      expect(body.startsWith(shown.slice(0, -1))).toBe(true);
      expect(shown.endsWith('…')).toBe(true);
    },
  );

  it.each([404, 410])('that answers %d has gone', async (status) => {
    service.answerNext({ status });
    const target = { kind: 'webPush', ...service.subscribe() } as const;
    expect(await channelsWith().send('Push', { ...message, to: target })).toMatchObject({
      outcome: 'refused',
      code: String(status),
      isGone: true,
    });
  });

  it.each([413, 403])('that answers %d has not', async (status) => {
    service.answerNext({ status });
    const target = { kind: 'webPush', ...service.subscribe() } as const;
    const result = await channelsWith().send('Push', { ...message, to: target });
    expect(result).toMatchObject({ outcome: 'refused' });
    expect(result).not.toHaveProperty('isGone');
  });

  it('whose keys are none is refused and gone', async () => {
    const { endpoint } = service.subscribe();
    const target = { kind: 'webPush', endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } } as const;
    expect(await channelsWith().send('Push', { ...message, to: target })).toMatchObject({
      outcome: 'refused',
      isGone: true,
    });
  });

  it('at a private address is not asked, unless the operator allows it', async () => {
    const before = service.received.length;
    const target = { kind: 'webPush', ...service.subscribe() } as const;
    expect(
      await channelsWith({}, '10.0.0.0/8').send('Push', { ...message, to: target }),
    ).toMatchObject({
      outcome: 'refused',
      code: 'blocked',
    });
    expect(service.received).toHaveLength(before);
  });

  it('is not followed elsewhere', async () => {
    service.answerNext({ status: 307, headers: { location: `${service.url}/elsewhere` } });
    const before = service.received.length;
    const target = { kind: 'webPush', ...service.subscribe() } as const;
    expect((await channelsWith().send('Push', { ...message, to: target })).outcome).toBe('refused');
    expect(service.received).toHaveLength(before + 1);
  });
});

describe('an ntfy topic', () => {
  const target = () => ({ kind: 'ntfy', topicUrl: ntfy.topicUrl('on-call') }) as const;

  it('gets everything, and a button that acknowledges', async () => {
    await channelsWith().send('Push', { ...message, to: target() });
    expect(ntfy.messages.at(-1)).toEqual({
      topic: 'on-call',
      title: message.title,
      message: message.body,
      priority: 5,
      click: message.url,
      sequence_id: expect.stringMatching(/^[\w-]{32}$/),
      actions: [
        {
          action: 'http',
          label: 'Acknowledge',
          url: 'https://alerts.example.com/a/t',
          method: 'POST',
          clear: true,
        },
      ],
    });
  });

  it('may have a user and a password', async () => {
    const topicUrl = target().topicUrl.replace('http://', 'http://ada:hush@');
    await channelsWith().send('Push', { ...message, to: { kind: 'ntfy', topicUrl } });
    expect(ntfy.received.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from('ada:hush').toString('base64')}`,
    );
  });

  it('of the server of the operator may have a private address', async () => {
    const send = (env: Record<string, string>) =>
      channelsWith(env, '10.0.0.0/8').send('Push', { ...message, to: target() });
    expect(await send({})).toMatchObject({ outcome: 'refused', code: 'blocked' });
    expect(await send({ TOCSIN_NTFY_URL: ntfy.url })).toMatchObject({ outcome: 'sent' });
  });

  it.each(['', '/', '/a/b', '/topic?up=1', '/to.pic', `/${'x'.repeat(65)}`])(
    '%j is none',
    async (path) => {
      const before = ntfy.received.length;
      const topicUrl = ntfy.url + path;
      const result = await channelsWith().send('Push', {
        ...message,
        to: { kind: 'ntfy', topicUrl },
      });
      expect(result).toMatchObject({ outcome: 'refused', code: 'url' });
      expect(ntfy.received).toHaveLength(before);
    },
  );
});
