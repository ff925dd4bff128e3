import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channels, createChannels } from '../../src/channels/index.ts';
import { restMilliseconds } from '../../src/channels/providers.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { addressList, systemClock } from '../../src/kernel/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeTelnyx, startTelnyx } from '../fakes/telnyx.ts';

let twilio: FakeCarrier;
let telnyx: FakeTelnyx;
let elapsed = 0;
beforeAll(async () => {
  [twilio, telnyx] = await Promise.all([startCarrier(), startTelnyx()]);
});
afterAll(() => Promise.all([twilio.stop(), telnyx.stop()]));

function channelsWith(env: Record<string, string>, timeoutMilliseconds = 10_000): Channels {
  return createChannels({
    settings: readConfig(env),
    publicUrl: () => 'https://alerts.example.com',
    vapidKeys: () => Promise.reject(new Error('not needed')),
    outbound: createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.0/8') }),
    clock: { ...systemClock, elapsed: () => elapsed },
    timeoutMilliseconds,
  });
}
const both = (more: Record<string, string> = {}, timeoutMilliseconds?: number) =>
  channelsWith({ ...twilio.env, ...telnyx.voiceEnv, ...more }, timeoutMilliseconds);
const telephony = 'https://alerts.example.com/telephony';
const call = {
  key: 'd1',
  to: '+4915112345678',
  answerUrl: (by: string) => `${telephony}/${by}/notifications/answer?t=T&d=d1&n=1`,
  statusUrl: (by: string) => `${telephony}/${by}/notifications/status?d=d1`,
};
/** How many calls each of both has taken of what is done. */
async function taken(does: () => Promise<unknown>) {
  const before = [twilio.calls.length, telnyx.calls.length] as const;
  await does();
  return [twilio.calls.length - before[0], telnyx.calls.length - before[1]];
}

it.each([
  ['both, Twilio first by default', {}, [1, 0]],
  ['the order that is set', { TOCSIN_VOICE_CARRIERS: 'telnyx,twilio' }, [0, 1]],
  ['the order of texts, which is another', { TOCSIN_SMS_CARRIERS: 'telnyx,twilio' }, [1, 0]],
  ['one alone that is named', { TOCSIN_VOICE_CARRIERS: 'telnyx' }, [0, 1]],
])('%s', async (_what, env, expected) => {
  expect(await taken(() => both(env).send('VoiceCall', call))).toEqual(expected);
});

it('Telnyx is enough, once it has what calls need', async () => {
  const channels = channelsWith(telnyx.voiceEnv);
  expect(channels.missing('VoiceCall')).toBe(null);
  expect(await taken(() => channels.send('VoiceCall', call))).toEqual([0, 1]);
  const sentence = channelsWith(telnyx.env).missing('VoiceCall');
  expect(sentence && inEnglish(sentence)).toBe(
    'Voice calls are not configured: set TOCSIN_TELNYX_ACCOUNT_ID, TOCSIN_TELNYX_APPLICATION_ID.',
  );
  const none = channelsWith({}).missing('VoiceCall');
  expect(none && inEnglish(none)).toMatch(/set TOCSIN_TWILIO_ACCOUNT_SID/);
  const other = channelsWith({ ...twilio.env, TOCSIN_VOICE_CARRIERS: 'telnyx' });
  const wanted = other.missing('VoiceCall');
  expect(wanted && inEnglish(wanted)).toMatch(/set TOCSIN_TELNYX_API_KEY/);
});

it('Telnyx has its own addresses, and the number that calls', async () => {
  const result = await channelsWith(telnyx.voiceEnv).send('VoiceCall', call);
  const placed = telnyx.calls.at(-1);
  expect(placed).toEqual({
    sid: expect.any(String),
    from: telnyx.env.TOCSIN_TELNYX_FROM,
    to: call.to,
    answerUrl: `${telephony}/telnyx/notifications/answer?t=T&d=d1&n=1`,
    statusUrl: `${telephony}/telnyx/notifications/status?d=d1`,
  });
  expect(result).toEqual({ outcome: 'sent', code: '200', providerId: placed?.sid });
});

describe('when Twilio', () => {
  it.each([
    ['refuses the account', () => twilio.refusal(401, 20003, 'Authenticate'), [0, 1]],
    ['is out of order', () => ({ status: 503 }), [0, 1]],
    ['limits the rate', () => ({ status: 429 }), [0, 1]],
    ['refuses this number', () => twilio.refusal(400, 21211, 'no number'), [0, 0]],
    ['breaks off, having perhaps called', () => 'lost' as const, [1, 0]],
  ])('%s', async (_what, answer, expected) => {
    twilio.answerNext(answer());
    expect(await taken(() => both().send('VoiceCall', call))).toEqual(expected);
  });

  it('never answers, it has perhaps called; Telnyx calls until Twilio has rested', async () => {
    const channels = both({}, 300);
    twilio.answerNext('hang');
    expect(await channels.send('VoiceCall', call)).toMatchObject({
      outcome: 'retry',
      mayHaveArrived: true,
    });
    const next = () => taken(() => channels.send('VoiceCall', call));
    expect(await next()).toEqual([0, 1]);
    elapsed += restMilliseconds;
    expect(await next()).toEqual([1, 0]);
  });
});

describe('Telnyx', () => {
  const only = () => channelsWith(telnyx.voiceEnv);
  it.each([
    ['a number', 422, '10015', '/To', { outcome: 'refused' }, /Telnyx answered 422: own words/],
    ['its sender', 422, '10015', '/From', { outcome: 'refused', concernsAll: true }, /own words/],
    ['a country', 403, 'D13', undefined, { outcome: 'refused' }, /Telnyx answered 403: own words/],
    [
      'the key',
      401,
      '10009',
      undefined,
      { outcome: 'refused', concernsAll: true },
      /check TOCSIN_TELNYX_API_KEY/,
    ],
    ['the account', 404, '10005', undefined, { outcome: 'refused', concernsAll: true }, /404/],
    ['for now', 500, '10007', undefined, { outcome: 'retry', concernsAll: true }, /own words/],
  ])('refuses %s', async (_what, status, code, pointer, result, words) => {
    telnyx.answerNext(telnyx.refusal(status, code, 'own words', pointer));
    expect(await only().send('VoiceCall', call)).toEqual({
      ...result,
      code,
      error: expect.stringMatching(words),
      sentence: { code: expect.any(String), values: expect.any(Object) },
      ...(result.outcome === 'retry' ? { retryAfterSeconds: null } : {}),
    });
  });

  it('is asked by itself whether it takes calls, for its application', async () => {
    const [first, second] = both().providers('VoiceCall');
    expect([first?.name, second?.name]).toEqual(['Twilio', 'Telnyx']);
    expect(await second?.probe()).toMatchObject({ outcome: 'sent' });
    const other = channelsWith({ ...telnyx.voiceEnv, TOCSIN_TELNYX_APPLICATION_ID: '1' });
    expect(await other.probe('VoiceCall')).toMatchObject({ outcome: 'refused', code: '10005' });
  });
});
