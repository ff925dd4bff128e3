import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numberSetUpModel } from '../../src/calls/number-set-up.ts';
import { type ScriptedHttp, startScriptedHttp } from '../fakes/scripted-http.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { divertedTo } from './carriers/both.ts';

const publicUrl = 'https://tocsin.example.com';
const accountSid = `AC${'0'.repeat(32)}`;

/** Plays the part of the API that knows numbers: each that was given, in this account, with these credentials. */
let far: ScriptedHttp;
let server: TestApp;
let teamId: string;
let taken = 0;
/** Where the carrier sends calls of a number. */
const pointedTo = new Map<string, string | null>();
let isDown = false;
let takesWrites = true;
/** What Twilio is told behind an address. */
const retried = '#rc=3&rp=ct,5xx';
beforeAll(async () => {
  far = await startScriptedHttp(({ path, method, headers, body }) => {
    if (isDown || (method === 'POST' && !takesWrites)) return { status: 503, body: '{}' };
    const expected = `Basic ${Buffer.from(`${accountSid}:token`).toString('base64')}`;
    if (headers.authorization !== expected) return { status: 401, body: '{}' };
    const fields = new URLSearchParams(
      method === 'GET' ? new URL(path, 'http://carrier').search : body.toString(),
    );
    const number = fields.get('PhoneNumber') ?? '+0';
    const found = {
      sid: `PN${number.slice(1)}`,
      phone_number: number,
      voice_url: pointedTo.get(number),
    };
    if (method === 'POST') pointedTo.set(`+${path.match(/PN(\d+)/)?.[1]}`, fields.get('VoiceUrl'));
    return {
      status: 200,
      body: JSON.stringify(method === 'GET' ? { incoming_phone_numbers: [found] } : found),
    };
  });
  server = await startTestApp({
    env: { TOCSIN_PUBLIC_URL: publicUrl },
    outbound: divertedTo(far.url).outbound,
  });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(async () => {
  await server.stop();
  await far.stop();
});
beforeEach(() => {
  far.received.length = 0;
});

const look = () => server.app.jobs.runAll((task) => task === 'connect-numbers');

type Json = Record<string, unknown>;

/** Another number each time, unless one is given. */
function numberWith(access: Json = {}, more: Json = {}): Json {
  taken += 1;
  const accessSettings = {
    phoneNumber: `+4930${1_000_000 + taken}`,
    accountSid,
    authToken: 'token',
    ...access,
  };
  return {
    displayName: 'Hotline',
    teamId,
    type: 'Twilio',
    integrationSettings: { twilio: { accessSettings } },
    ...more,
  };
}

const make = (body: Json) => server.api.post('/inbound-integration', body);
const get = (id: unknown) => server.api.get(`/inbound-integration/${id}`);
const replace = (id: unknown, body: Json) => server.api.put(`/inbound-integration/${id}`, body);
const writes = () => far.received.filter(({ method }) => method === 'POST');

interface Shown {
  providerWebhookId: string | null;
  configurationStatus: {
    lastUpdated: string | null;
    validationStatus: string;
    resolvedPhoneNumber: string | null;
  };
}

function shown({ body, text }: ApiAnswer, member = 'twilio'): Shown {
  const settings = body.integrationSettings as Record<string, Shown> | undefined;
  const found = settings?.[member];
  if (!found) throw new Error(text);
  return found;
}

const statusOf = (answer: ApiAnswer) => shown(answer).configurationStatus.validationStatus;

describe('a number with credentials', () => {
  test('is pointed here, and the answer says so', async () => {
    const body = numberWith({ phoneNumber: '+4930555001' });
    const made = await make(body);
    expect(made.status, made.text).toBe(200);
    expect(shown(made)).toMatchObject({
      providerWebhookId: 'PN4930555001',
      configurationStatus: {
        lastUpdated: server.clock.now().toISOString(),
        validationStatus: expect.stringMatching(/^Set: /),
        resolvedPhoneNumber: '+4930555001',
      },
    });
    const base = `${publicUrl}/telephony/twilio/${made.body.id}`;
    expect(Object.fromEntries(new URLSearchParams(writes()[0]?.body.toString()))).toMatchObject({
      VoiceUrl: `${base}/voice#rc=3&rp=ct,5xx`,
      VoiceFallbackUrl: `${base}/voice-fallback#rc=3&rp=ct,5xx`,
      StatusCallback: `${base}/status#rc=3&rp=ct,5xx`,
    });
    expect(shown(await get(made.body.id))).toEqual(shown(made));
    const { body: list } = await server.api.get('/inbound-integration/search/list?Type=Twilio');
    expect(JSON.stringify(list)).toContain('PN4930555001');
  });

  test('is not asked about again by an edit of anything else, nor by the task', async () => {
    const body = numberWith();
    const made = await make(body);
    far.received.length = 0;
    server.clock.advance(60);
    const { twilio } = body.integrationSettings as { twilio: Json };
    const callFlowConfig = { route: { maxUsersToTry: 5 } };
    const edited = await replace(made.body.id, {
      ...body,
      displayName: 'Another name',
      integrationSettings: { twilio: { ...twilio, callFlowConfig } },
    });
    await look();
    expect(far.received).toEqual([]);
    // Not even the time moves: a plan of Terraform stays empty.
    expect(shown(edited)).toMatchObject({
      configurationStatus: shown(made).configurationStatus,
      providerWebhookId: shown(made).providerWebhookId,
    });
  });

  test.each([
    ['the number', { phoneNumber: '+4930555777' }],
    ['the token', { authToken: 'token\nold' }],
    ['the id of the number', { phoneNumberSid: null, apiBaseDomain: 'api.twilio.com' }],
  ])('is pointed here again when %s changes', async (_what, change) => {
    const body = numberWith({ phoneNumber: '+4930555002' });
    const { id } = (await make(body)).body;
    far.received.length = 0;
    const edited = await replace(id, numberWith({ phoneNumber: '+4930555002', ...change }));
    expect(statusOf(edited)).toMatch(/^Set: /);
    expect(writes()).toHaveLength(1);
    await server.api.delete(`/inbound-integration/${id}`);
  });

  test('whose calls somebody at the carrier sends elsewhere is noticed within a day, not overruled, and led here again by a save', async () => {
    const body = numberWith();
    const made = await make(body);
    const nextDay = async () => {
      far.received.length = 0;
      server.clock.advance(86_400);
      await look();
      expect(writes()).toEqual([]);
      return get(made.body.id);
    };
    expect(shown(await nextDay())).toEqual(shown(made));
    expect(far.received.length).toBeGreaterThan(0);
    pointedTo.set(phoneOf(body), 'https://elsewhere.example.com/voice');
    expect(statusOf(await nextDay())).toMatch(
      /^Changed: .* go to https:\/\/elsewhere\.example\.com\/voice now; save /,
    );
    const { body: coverage } = await server.api.get('/coverage');
    expect(JSON.stringify(coverage)).toContain('Changed: at the carrier');
    expect(statusOf(await replace(made.body.id, body))).toMatch(/^Set: /);
    expect(writes()).toHaveLength(1);
    pointedTo.set(phoneOf(body), '');
    expect(statusOf(await nextDay())).toMatch(/^Changed: .* go nowhere now/);
    // Somebody at the carrier took it back.
    pointedTo.set(phoneOf(body), `${publicUrl}/telephony/twilio/${made.body.id}/voice${retried}`);
    expect(statusOf(await nextDay())).toMatch(/^Set: /);
  });

  test('whose address at the carrier does not ask for retries is set up again within a day, and says when', async () => {
    const body = numberWith();
    const made = await make(body);
    const address = `${publicUrl}/telephony/twilio/${made.body.id}/voice`;
    // As it was set up before addresses said so, or pasted there by hand.
    pointedTo.set(phoneOf(body), address);
    server.clock.advance(86_400);
    await look();
    expect(pointedTo.get(phoneOf(body))).toBe(address + retried);
    const again = shown(await get(made.body.id)).configurationStatus;
    expect(again).toMatchObject({
      lastUpdated: server.clock.now().toISOString(),
      validationStatus: expect.stringMatching(/^Set: /),
    });
    far.received.length = 0;
    server.clock.advance(86_400);
    await look();
    expect(writes()).toEqual([]);
    expect(shown(await get(made.body.id)).configurationStatus).toEqual(again);
  });

  test('that cannot be set up again now stays as it is, and is tried again in an hour', async () => {
    const body = numberWith();
    const made = await make(body);
    const address = `${publicUrl}/telephony/twilio/${made.body.id}/voice`;
    pointedTo.set(phoneOf(body), address);
    takesWrites = false;
    server.clock.advance(86_400);
    await look();
    takesWrites = true;
    expect(shown(await get(made.body.id))).toEqual(shown(made));
    server.clock.advance(3600);
    await look();
    expect(pointedTo.get(phoneOf(body))).toBe(address + retried);
  });

  test('keeps what is known of it while the carrier does not answer, and is looked at again in an hour', async () => {
    const body = numberWith();
    const made = await make(body);
    server.clock.advance(86_400);
    // Other numbers of this account are looked at as well.
    isDown = true;
    await look();
    expect(statusOf(await get(made.body.id))).toMatch(/^Set: /);
    isDown = false;
    pointedTo.set(phoneOf(body), 'https://elsewhere.example.com/voice');
    server.clock.advance(3600);
    await look();
    expect(statusOf(await get(made.body.id))).toMatch(/^Changed: /);
  });

  test('with wrong credentials is refused in clear words, and tried again later by itself', async () => {
    const body = numberWith({ authToken: 'wrong' });
    const made = await make(body);
    expect(made.status).toBe(200);
    expect(statusOf(made)).toMatch(/^Refused: .*credentials.*authToken/);
    expect(shown(made).providerWebhookId).toBeNull();
    far.received.length = 0;
    await look();
    expect(far.received).toEqual([]);
    server.clock.advance(3600);
    await look();
    expect(far.received.length).toBeGreaterThan(0);
    const fixed = await replace(made.body.id, numberWith({ phoneNumber: phoneOf(body) }));
    expect(statusOf(fixed)).toMatch(/^Set: /);
  });

  test('of a carrier that is down is connected as soon as it is back', async () => {
    far.answerNext({ status: 503, body: '{}' });
    const made = await make(numberWith());
    expect(statusOf(made)).toMatch(/^Waiting: .*503.*tried again/);
    await look();
    expect(statusOf(await get(made.body.id))).toMatch(/^Waiting: /);
    server.clock.advance(60);
    await look();
    expect(statusOf(await get(made.body.id))).toMatch(/^Set: /);
  });

  test('that a crash left unconnected is found by the task', async () => {
    const made = await make(numberWith());
    const { store } = server.app.world;
    await numberSetUpModel(store).deleteOne({ _id: String(made.body.id) });
    expect(shown(await get(made.body.id)).configurationStatus).toBeNull();
    server.clock.advance(1);
    await look();
    expect(statusOf(await get(made.body.id))).toMatch(/^Set: /);
  });

  test('whose process died while it asked is asked about again', async () => {
    const made = await make(numberWith());
    const { store, clock } = server.app.world;
    await numberSetUpModel(store).updateOne(
      { _id: String(made.body.id) },
      { $set: { state: 'waiting', nextAt: new Date(clock.now().getTime() + 120_000) } },
    );
    far.received.length = 0;
    await look();
    expect(far.received).toEqual([]);
    server.clock.advance(121);
    await look();
    expect(writes()).toHaveLength(1);
    expect(statusOf(await get(made.body.id))).toMatch(/^Set: /);
  });

  test('that has a copy keeps its calls, until it goes', async () => {
    const body = numberWith();
    const made = await make(body);
    far.received.length = 0;
    const copy = await server.api.post(`/inbound-integration/${made.body.id}/duplicate`, {});
    expect(statusOf(copy)).toMatch(new RegExp(`^Waiting: .*Hotline.*${made.body.id}`));
    expect(far.received).toEqual([]);
    await server.api.delete(`/inbound-integration/${made.body.id}`);
    server.clock.advance(60);
    await look();
    expect(statusOf(await get(copy.body.id))).toMatch(/^Set: /);
  });
});

describe('without credentials', () => {
  test('it says what to enter where, and asks nobody', async () => {
    const made = await make(numberWith({ accountSid: null, authToken: null }));
    const base = `${publicUrl}/telephony/twilio/${made.body.id}`;
    expect(shown(made)).toMatchObject({
      providerWebhookId: null,
      configurationStatus: { lastUpdated: null, resolvedPhoneNumber: null },
    });
    for (const path of ['voice', 'voice-fallback', 'status'])
      expect(statusOf(made)).toContain(`${base}/${path}`);
    expect(statusOf(made)).toMatch(/^By hand: /);
    expect(far.received).toEqual([]);
    const steps = await server.api.get(
      `/inbound-integration/types/Twilio?integrationId=${made.body.id}`,
    );
    for (const path of ['voice ', 'voice-fallback ', 'status '])
      expect(steps.text).toContain(`${base}/${path}`);
  });
});

describe('of another carrier', () => {
  test('the steps and the outcome are those of that carrier', async () => {
    const settings = { accessSettings: { phoneNumber: '+4930555900' } };
    const made = await make(
      numberWith({}, { type: 'Telnyx', integrationSettings: { telnyx: settings } }),
    );
    const base = `${publicUrl}/telephony/telnyx/${made.body.id}`;
    expect(shown(made, 'telnyx').configurationStatus.validationStatus).toContain(`${base}/voice`);
    const steps = await server.api.get(
      `/inbound-integration/types/Telnyx?integrationId=${made.body.id}`,
    );
    expect(steps.text).toContain(`${base}/voice-fallback`);
    expect(steps.text).not.toContain('{{');
  });

  test('it is connected by its own API', async () => {
    const reply = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
    far.answerNext(
      reply({ data: [{ id: '77', phone_number: '+4930555901', connection_id: '12' }] }),
      reply({ data: { id: '12' } }),
      reply({ data: { id: '12' } }),
      reply({ data: { id: '77' } }),
    );
    const accessSettings = { phoneNumber: '+4930555901', apiKey: 'KEY', connectionId: '12' };
    const made = await make(
      numberWith({}, { type: 'Telnyx', integrationSettings: { telnyx: { accessSettings } } }),
    );
    expect(shown(made, 'telnyx').configurationStatus.validationStatus).toMatch(/^(Set|Refused): /);
    expect(far.received[0]?.headers.authorization).toBe('Bearer KEY');
    expect(far.received[0]?.path).toContain('4930555901');
  });
});

describe('what is shown is the outcome and not the input', () => {
  test('whatever a client sends there', async () => {
    const body = numberWith({ accountSid: null, authToken: null });
    const { twilio } = body.integrationSettings as { twilio: Json };
    const made = await make({
      ...body,
      integrationSettings: {
        twilio: {
          ...twilio,
          providerWebhookId: 'mine',
          configurationStatus: { validationStatus: 'Set: trust me.' },
        },
      },
    });
    expect(made.status, made.text).toBe(200);
    expect(shown(made).providerWebhookId).toBeNull();
    expect(statusOf(made)).toMatch(/^By hand: /);
  });
});

test('a server that only its own machine reaches points no number to itself', async () => {
  const local = await startTestApp({ outbound: divertedTo(far.url).outbound });
  try {
    const team = await local.api.make('/team', { displayName: 'Payments' });
    const made = await local.api.post('/inbound-integration', { ...numberWith(), teamId: team });
    expect(statusOf(made)).toMatch(/^Waiting: .*TOCSIN_PUBLIC_URL/);
    expect(far.received).toEqual([]);
  } finally {
    await local.stop();
  }
});

function phoneOf(body: Json): string {
  const { twilio } = body.integrationSettings as { twilio: { accessSettings: Json } };
  return String(twilio.accessSettings.phoneNumber);
}
