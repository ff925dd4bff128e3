import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CarrierRequest } from '../../../src/calls/carriers/carrier.ts';
import { verify } from '../../../src/calls/carriers/twilio/verify.ts';

const accountId = 'AC0123456789abcdef0123456789abcdef';
const tokens = ['primary-token', 'secondary-token'];
const publicUrl = 'https://alerts.example.com/base';
const target = '/telephony/twilio/x1/menu?s=a%20b&g=1';
const account = { publicKeys: [], applicationId: null, apiHost: null };
const form = `AccountSid=${accountId}&CallSid=CA1&Digits=1&SpeechResult=&To=%2B4915112345678&Note=ja+%E2%80%93`;

/** As Twilio documents it: the address, then every field and its value, sorted by name. */
function sign(url: string, body: string, token = tokens[0] ?? ''): string {
  const pairs = [...new URLSearchParams(body)].toSorted(([a, x], [b, y]) =>
    a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1,
  );
  const text = url + pairs.map(([name, value]) => name + value).join('');
  return createHmac('sha1', token).update(text, 'utf8').digest('base64');
}

interface Arrived {
  target?: string;
  body?: string;
  signature?: string | null;
  account?: string;
}

function check(arrived: Arrived): Promise<boolean> {
  const { signature = sign(publicUrl + target, form) } = arrived;
  const request: CarrierRequest = {
    target: arrived.target ?? target,
    publicUrl,
    header: (name) => (name === 'x-twilio-signature' ? signature : null),
    body: Buffer.from(arrived.body ?? form),
    now: new Date(),
  };
  return verify(request, {
    ...account,
    accountId: arrived.account ?? accountId,
    authTokens: tokens,
  });
}

const doubled = `${form}&To=%2B4915100000000`;

it.each<[what: string, isGenuine: boolean, arrived: Arrived]>([
  ['the same address', true, {}],
  [
    'an explicit port 443',
    true,
    { signature: sign(publicUrl.replace('.com', '.com:443') + target, form) },
  ],
  ['http for https', false, { signature: sign(publicUrl.replace('https', 'http') + target, form) }],
  ['an internal host', false, { signature: sign(`https://10.0.0.7/base${target}`, form) }],
  [
    'no prefix of the path',
    false,
    { signature: sign(`https://alerts.example.com${target}`, form) },
  ],
  [
    'a plus that became %20',
    false,
    { signature: sign(publicUrl + target.replace('%20', '+'), form) },
  ],
  ['a %20 that became a plus, which means the same', true, { target: target.replace('%20', '+') }],
  ['a slash at the end of the path', false, { target: target.replace('menu?', 'menu/?') }],
  ['a dropped empty field', false, { body: form.replace('&SpeechResult=', '') }],
  ['a dropped key', false, { body: form.replace('&Digits=1', '') }],
  ['a changed value', false, { body: form.replace('Digits=1', 'Digits=2') }],
  [
    'a repeated field, all of whose values are signed',
    true,
    { body: doubled, signature: sign(publicUrl + target, doubled) },
  ],
  ['a field that was repeated on the way', false, { body: doubled }],
  ['another token', false, { signature: sign(publicUrl + target, form, 'other-token') }],
  ['the second token', true, { signature: sign(publicUrl + target, form, tokens[1]) }],
  ['no signature', false, { signature: null }],
  [
    'another account',
    false,
    {
      body: form.replace(accountId, 'AC1'),
      signature: sign(publicUrl + target, form.replace(accountId, 'AC1')),
    },
  ],
  [
    'a hash of a body in the address',
    false,
    {
      target: `${target}&bodySHA256=00`,
      signature: sign(`${publicUrl}${target}&bodySHA256=00`, form),
    },
  ],
])('%s: genuine %s', async (_what, isGenuine, arrived) => {
  expect(await check(arrived)).toBe(isGenuine);
});

it('nobody is genuine without a token, or without an account', async () => {
  const request: CarrierRequest = {
    target,
    publicUrl,
    header: () => sign(publicUrl + target, form),
    body: Buffer.from(form),
    now: new Date(),
  };
  expect(await verify(request, { ...account, accountId, authTokens: [] })).toBe(false);
  expect(await verify(request, { ...account, accountId: null, authTokens: tokens })).toBe(false);
});
