import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channels, createChannels, isSignedByCarrier } from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';

let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startCarrier();
});
afterAll(() => carrier.stop());

function channelsWith(env: Record<string, string> = {}): Channels {
  return createChannels({
    settings: readConfig({ ...carrier.env, ...env }),
    publicUrl: () => 'https://alerts.example.com',
    vapidKeys: () => Promise.reject(new Error('not needed')),
    outbound: createOutboundClient(),
  });
}
const text = { key: 'd1', to: '+4915112345678', text: 'Plattenplatz – 💾' };

it('texts and calls carry what the carrier needs', async () => {
  const channels = channelsWith();
  const sent = await channels.send('SMS', {
    ...text,
    statusUrl: (by) => `https://alerts.example.com/${by}?d=1`,
  });
  expect(carrier.texts.at(-1)).toEqual({
    sid: sent.outcome === 'sent' && sent.providerId,
    from: '+15550001000',
    to: text.to,
    text: text.text,
    statusUrl: 'https://alerts.example.com/twilio?d=1',
  });
  await channels.send('VoiceCall', {
    ...text,
    answerUrl: (by) => `https://a/${by}?d=1`,
    statusUrl: (by) => `https://a/${by}`,
  });
  expect(carrier.calls.at(-1)).toMatchObject({
    to: text.to,
    answerUrl: 'https://a/twilio?d=1',
    statusUrl: 'https://a/twilio',
  });
  const form = new URLSearchParams(carrier.received.at(-1)?.body.toString());
  expect(form.getAll('StatusCallbackEvent')).toEqual(['answered', 'completed']);
});

describe('refusals in plain words', () => {
  it.each([
    [400, 21610, /texting STOP/],
    [400, 21211, /no such phone number/],
    [401, 20003, /check TOCSIN_TWILIO_ACCOUNT_SID and TOCSIN_TWILIO_AUTH_TOKEN/],
    [403, 63038, /Twilio answered 403: its own words/],
  ])('%d with code %d', async (status, code, words) => {
    carrier.answerNext(carrier.refusal(status, code, 'its own words'));
    expect(await channelsWith().send('SMS', text)).toEqual({
      outcome: 'refused',
      code: String(code),
      error: expect.stringMatching(words),
      sentence: { code: expect.any(String), values: expect.any(Object) },
      // Wrong credentials fail whoever the text is for.
      ...(status === 401 ? { concernsAll: true } : {}),
    });
  });

  it('a wrong token is not repeated in them', async () => {
    const result = await channelsWith({ TOCSIN_TWILIO_AUTH_TOKEN: 'wr0ng-token' }).send(
      'SMS',
      text,
    );
    expect(result).toMatchObject({ outcome: 'refused', code: '20003' });
    expect(JSON.stringify(result)).not.toContain('wr0ng-token');
  });

  it('an answer that is no JSON is told by its status', async () => {
    carrier.answerNext({ status: 502, body: '<html>Bad Gateway</html>' });
    expect(await channelsWith().send('SMS', text)).toMatchObject({
      outcome: 'retry',
      code: '502',
      error: 'Twilio answered 502.',
    });
  });
});

/** oncall-and-calls.md 1.3: what must pass, and what must not. */
describe('signatures', () => {
  const publicUrl = 'https://alerts.example.com/base';
  const target = '/telephony/twilio/notifications/answer?d=a%20b';
  const fields = { CallSid: 'CA1', Digits: '', SpeechResult: 'ja – ä', To: '+4915112345678' };
  const sign = async (url: string, signed: Record<string, string>, token?: string) => {
    const seen: string[] = [];
    const { startScriptedHttp } = await import('../fakes/scripted-http.ts');
    const here = await startScriptedHttp(({ headers }) => {
      seen.push(String(headers['x-twilio-signature']));
      return { status: 200 };
    });
    await carrier.post(here.url, signed, {
      signedUrl: url,
      ...(token ? { authToken: token } : {}),
    });
    await here.stop();
    return seen[0] ?? null;
  };
  const authToken = () => carrier.env.TOCSIN_TWILIO_AUTH_TOKEN ?? '';
  const check = (signature: string | null, changed: Record<string, unknown> = {}) =>
    isSignedByCarrier({
      authTokens: [authToken()],
      publicUrl,
      target,
      fields,
      signature,
      ...changed,
    });

  it('of the address and all fields, empty ones included, pass', async () => {
    expect(await check(await sign(publicUrl + target, fields))).toBe(true);
  });

  it('with the standard port in the address pass', async () => {
    const withPort = publicUrl.replace('.com', '.com:443');
    expect(await check(await sign(withPort + target, fields))).toBe(true);
  });

  it('by the other one of two tokens pass', async () => {
    const signature = await sign(publicUrl + target, fields, 'new-token');
    expect(await check(signature)).toBe(false);
    expect(await check(signature, { authTokens: [authToken(), 'new-token'] })).toBe(true);
  });

  it.each([
    ['another scheme', publicUrl.replace('https', 'http') + target],
    ['another host', `https://10.0.0.1/base${target}`],
    ['no path prefix', `https://alerts.example.com${target}`],
    ['a plus for a space', publicUrl + target.replace('%20', '+')],
    ['a slash at the end', `${publicUrl}${target}/`],
  ])('of an address with %s do not', async (_what, url) => {
    expect(await check(await sign(url, fields))).toBe(false);
  });

  it.each([
    ['a changed value', { ...fields, To: '+4915112345679' }],
    ['a dropped field', { CallSid: 'CA1', Digits: '', To: fields.To }],
    ['a dropped empty field', { CallSid: 'CA1', SpeechResult: fields.SpeechResult, To: fields.To }],
    ['a further field', { ...fields, From: '+1' }],
    ['a repeated field', { ...fields, To: [fields.To, '+1'] }],
  ])('do not fit %s', async (_what, arrived) => {
    expect(await check(await sign(publicUrl + target, fields), { fields: arrived })).toBe(false);
  });

  it('are needed', async () => {
    expect(await check(null)).toBe(false);
    expect(await check('')).toBe(false);
    expect(await check('garbage')).toBe(false);
    expect(await check(await sign(publicUrl + target, fields), { authTokens: [] })).toBe(false);
  });

  it('over a hash of a body are refused', async () => {
    const hashed = `${target}&bodySHA256=00`;
    const signature = await sign(publicUrl + hashed, fields);
    expect(await check(signature, { target: hashed })).toBe(false);
  });
});
