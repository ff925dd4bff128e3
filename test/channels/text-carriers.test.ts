import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channels, createChannels } from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeTelnyx, startTelnyx } from '../fakes/telnyx.ts';

let twilio: FakeCarrier;
let telnyx: FakeTelnyx;
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
    timeoutMilliseconds,
  });
}
const both = (more: Record<string, string> = {}, timeoutMilliseconds?: number) =>
  channelsWith({ ...twilio.env, ...telnyx.env, ...more }, timeoutMilliseconds);
const text = { key: 'd1', to: '+4915112345678', text: 'Disk full' };
/** How many texts each of both has taken of what is done. */
async function taken(does: () => Promise<unknown>) {
  const before = [twilio.texts.length, telnyx.texts.length] as const;
  await does();
  return [twilio.texts.length - before[0], telnyx.texts.length - before[1]];
}

it.each([
  ['both, Twilio first by default', {}, [1, 0]],
  ['the order that is set', { TOCSIN_SMS_CARRIERS: 'telnyx,twilio' }, [0, 1]],
  ['one alone that is named', { TOCSIN_SMS_CARRIERS: 'telnyx' }, [0, 1]],
])('%s', async (_what, env, expected) => {
  expect(await taken(() => both(env).send('SMS', text))).toEqual(expected);
});

it('Telnyx is enough for texts, not for calls', async () => {
  const channels = channelsWith(telnyx.env);
  expect(channels.missing('SMS')).toBe(null);
  expect(channels.missing('VoiceCall')).not.toBe(null);
  expect(await taken(() => channels.send('SMS', text))).toEqual([0, 1]);
  const { TOCSIN_TELNYX_PUBLIC_KEY: _, ...half } = telnyx.env;
  const sentence = channelsWith(half).missing('SMS');
  expect(sentence && inEnglish(sentence)).toMatch(/set TOCSIN_TELNYX_PUBLIC_KEY/);
});

describe('when Twilio', () => {
  it.each([
    ['refuses the account', () => twilio.refusal(401, 20003, 'Authenticate'), [0, 1]],
    ['is out of order', () => ({ status: 503 }), [0, 1]],
    ['limits the rate', () => ({ status: 429 }), [0, 1]],
    ['refuses this number', () => twilio.refusal(400, 21211, 'no number'), [0, 0]],
    ['breaks off, having perhaps sent it', () => 'lost' as const, [1, 0]],
  ])('%s', async (_what, answer, expected) => {
    twilio.answerNext(answer());
    expect(await taken(() => both().send('SMS', text))).toEqual(expected);
  });

  it('never answers, the text is perhaps sent, and the next one goes by Telnyx', async () => {
    const channels = both({}, 150);
    twilio.answerNext('hang');
    expect(await channels.send('SMS', text)).toMatchObject({
      outcome: 'retry',
      mayHaveArrived: true,
    });
    expect(await taken(() => channels.send('SMS', { ...text, key: 'd2' }))).toEqual([0, 1]);
  });
});

describe('Telnyx', () => {
  const only = () => channelsWith(telnyx.env);
  it.each([
    [400, '40310', { outcome: 'refused' }, /Telnyx answered 400: own words/],
    [403, '40300', { outcome: 'refused' }, /Telnyx answered 403: own words/],
    [401, '10009', { outcome: 'refused', concernsAll: true }, /check TOCSIN_TELNYX_API_KEY/],
    [422, '40305', { outcome: 'refused', concernsAll: true }, /own words/],
    [500, '10007', { outcome: 'retry', concernsAll: true }, /own words/],
  ])('refuses with %d and %s', async (status, code, result, words) => {
    telnyx.answerNext(telnyx.refusal(status, code, 'own words'));
    expect(await only().send('SMS', text)).toEqual({
      ...result,
      code,
      error: expect.stringMatching(words),
      sentence: { code: expect.any(String), values: expect.any(Object) },
      ...(result.outcome === 'retry' ? { retryAfterSeconds: null } : {}),
    });
  });

  it('has perhaps sent what it did not answer, and got nothing where it cannot be reached', async () => {
    telnyx.answerNext('lost');
    expect(await only().send('SMS', text)).toMatchObject({
      outcome: 'retry',
      mayHaveArrived: true,
    });
    const dead = channelsWith({ ...telnyx.env, TOCSIN_TELNYX_API_BASE: 'http://127.0.0.1:65533' });
    const result = await dead.send('SMS', text);
    expect(result).toMatchObject({ outcome: 'retry', concernsAll: true });
    expect(result).not.toHaveProperty('mayHaveArrived');
  });

  it('is asked by itself whether it takes texts', async () => {
    const [first, second] = both().providers('SMS');
    expect([first?.name, second?.name]).toEqual(['Twilio', 'Telnyx']);
    expect(await second?.probe()).toMatchObject({ outcome: 'sent' });
    telnyx.answerNext(telnyx.refusal(401, '10009', ''));
    expect(await second?.probe()).toMatchObject({ outcome: 'refused' });
  });
});
