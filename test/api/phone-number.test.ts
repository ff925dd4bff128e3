import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachablePhoneOf, userKind } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { getResource } from '../../src/resources/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';

let server: TestApp;
let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: carrier.env });
});
afterAll(async () => {
  await server.stop();
  await carrier.stop();
});

const number = '+4915112345678';

async function reachable(id: string): Promise<string | null> {
  const ctx = systemContext(server.app.world, server.organizationId);
  return reachablePhoneOf(await getResource(ctx, userKind, id));
}

async function setPhone(api: ApiClient, id: string, phoneNumber: string | null) {
  const { body } = await api.get(`/user/${id}`);
  const answer = await api.put(`/user/${id}`, { ...body, phoneNumber });
  expect(answer.status, answer.text).toBe(200);
}

/** A member who set their own number. */
async function withOwnNumber(phoneNumber = number) {
  const me = await makePerson(server, { organizationRole: 'Member' });
  await setPhone(me.api, me.id, phoneNumber);
  const send = () => me.api.post(`/user/${me.id}/phone-number/send-code`);
  const confirm = (code: string) => me.api.post(`/user/${me.id}/phone-number/confirm`, { code });
  return { ...me, send, confirm };
}

function latestCode(): string {
  return /\d{6}/.exec(carrier.texts.at(-1)?.text ?? '')?.[0] ?? '';
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a phone number', () => {
  it('counts as confirmed when an administrator or code set it', async () => {
    const byKey = await server.api.make('/user', { email: 'k@example.com', phoneNumber: number });
    expect(await reachable(byKey)).toBe(number);
    const administrator = await makePerson(server, { organizationRole: 'Administrator' });
    const id = await server.api.make('/user', { email: 'a@example.com' });
    expect(await reachable(id)).toBe(null);
    await setPhone(administrator.api, id, number);
    expect(await reachable(id)).toBe(number);
  });

  it('that administrators set for themselves does not', async () => {
    const me = await makePerson(server, { organizationRole: 'Owner' });
    await setPhone(me.api, me.id, number);
    expect(await reachable(me.id)).toBe(null);
  });

  it('that a person set is confirmed by the code that is texted to it', async () => {
    const me = await withOwnNumber();
    expect(await reachable(me.id)).toBe(null);
    const sent = await me.send();
    expect(sent.body).toEqual({
      phoneNumber: number,
      isConfirmed: false,
      codeExpiresAt: new Date(server.clock.now().getTime() + 600_000).toISOString(),
    });
    expect(carrier.texts.at(-1)).toMatchObject({ to: number });
    const confirmed = await me.confirm(latestCode());
    expect(confirmed.body).toMatchObject({ isConfirmed: true, codeExpiresAt: null });
    expect(await reachable(me.id)).toBe(number);
    // Nothing more is sent, and the person's record stays as it is when they change something else.
    const before = carrier.texts.length;
    expect((await me.send()).body).toMatchObject({ isConfirmed: true });
    expect(carrier.texts).toHaveLength(before);
    await setPhone(me.api, me.id, number);
    expect(await reachable(me.id)).toBe(number);
  });

  it('stays confirmed when settings are written that repeat it or leave it out', async () => {
    const id = await server.api.make('/user', { email: 's@example.com', phoneNumber: number });
    const { body } = await server.api.get(`/user/${id}`);
    await server.api.put(`/user/${id}`, { email: body.email, displayName: 'New' });
    expect(await reachable(id)).toBe(number);
  });

  it('is not confirmed any more once the person changes it', async () => {
    const me = await withOwnNumber();
    await me.send();
    await me.confirm(latestCode());
    await setPhone(me.api, me.id, '+4915199999999');
    expect(await reachable(me.id)).toBe(null);
    await setPhone(me.api, me.id, null);
    expect((await me.send()).status).toBe(400);
  });

  it('a code for another number confirms nothing', async () => {
    const me = await withOwnNumber();
    await me.send();
    const code = latestCode();
    await setPhone(me.api, me.id, '+4915199999999');
    expect((await me.confirm(code)).status).toBe(400);
    await setPhone(me.api, me.id, number);
    expect((await me.confirm(code)).status).toBe(400);
    expect(await reachable(me.id)).toBe(null);
  });

  it('changed through the notification settings is treated alike', async () => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const path = `/user/${me.id}/incident-notification-settings`;
    const body = { phoneNumber: number, incidentNotificationSettings: null };
    expect((await me.api.put(path, body)).status).toBe(200);
    expect(await reachable(me.id)).toBe(null);
    expect((await server.api.put(path, body)).status).toBe(200);
    expect(await reachable(me.id)).toBe(number);
  });
});

describe('a code', () => {
  it('can be guessed 5 times', async () => {
    const me = await withOwnNumber();
    await me.send();
    const code = latestCode();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await me.confirm(otherThan(code))).body.detail).toMatch(/not the code/);
    const late = await me.confirm(code);
    expect([late.status, late.body.detail]).toEqual([400, expect.stringMatching(/too often/)]);
    await me.send();
    expect((await me.confirm(latestCode())).status).toBe(200);
  });

  it('guessed many times at once is guessed 5 times, too', async () => {
    const me = await withOwnNumber();
    await me.send();
    const code = latestCode();
    await Promise.all(Array.from({ length: 12 }, () => me.confirm(otherThan(code))));
    for (let rest = 0; rest < 5; rest += 1) await me.confirm(otherThan(code));
    expect((await me.confirm(code)).body.detail).toMatch(/too often/);
  });

  it('is valid for 10 minutes', async () => {
    const me = await withOwnNumber();
    await me.send();
    server.clock.advance(600);
    expect((await me.confirm(latestCode())).body.detail).toMatch(/ask for a new one/);
  });

  it('is sent 3 times in an hour, whatever the number', async () => {
    const me = await withOwnNumber();
    await me.send();
    server.clock.advance(60);
    await me.send();
    await setPhone(me.api, me.id, '+4915199999999');
    expect((await me.send()).status).toBe(200);
    const refused = await me.send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3540']);
    server.clock.advance(3540);
    expect((await me.send()).status).toBe(200);
  });

  it('is not stored as it is', async () => {
    const me = await withOwnNumber();
    await me.send();
    const stored = await server.app.world.store.connection.collection('users').find().toArray();
    const audit = await server.api.get('/auditlog/list?Limit=100');
    expect(JSON.stringify(stored)).not.toContain(latestCode());
    expect(audit.text).not.toContain(latestCode());
  });

  it('that the carrier refuses is told of', async () => {
    const me = await withOwnNumber();
    carrier.answerNext(carrier.refusal(400, 21614, 'not a mobile number'));
    const answer = await me.send();
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'The code was not sent: This phone number cannot receive text messages.',
    ]);
  });

  it('of somebody else is not for other members', async () => {
    const me = await withOwnNumber();
    const you = await makePerson(server, { organizationRole: 'Member' });
    for (const [path, body] of [
      ['send-code', {}],
      ['confirm', { code: '123456' }],
    ] as const) {
      const answer = await you.api.post(`/user/${me.id}/phone-number/${path}`, body);
      expect(answer.status).toBe(403);
    }
    expect((await you.api.get(`/user/${me.id}/phone-number`)).status).toBe(403);
    expect((await me.api.get(`/user/${me.id}/phone-number`)).body.isConfirmed).toBe(false);
  });
});

it('who has no role in the organization reads themselves, and nobody else', async () => {
  const team = await server.api.make('/team', { displayName: 'Team' });
  const [me, you] = [
    await makePerson(server, { teams: { [team]: 'Member' } }),
    await makePerson(server, { teams: { [team]: 'Member' } }),
  ];
  expect((await me.api.get(`/user/${me.id}`)).status).toBe(200);
  expect((await me.api.get(`/user/${you.id}`)).status).toBe(403);
});

it('without SMS, the answer names the settings', async () => {
  const bare = await startTestApp();
  try {
    const me = await makePerson(bare, { organizationRole: 'Member' });
    await setPhone(me.api, me.id, number);
    const answer = await me.api.post(`/user/${me.id}/phone-number/send-code`);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      expect.stringContaining('TOCSIN_TWILIO_ACCOUNT_SID'),
    ]);
  } finally {
    await bare.stop();
  }
});
