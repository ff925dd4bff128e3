import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue, type Payload } from '../../../../src/catalogue/index.ts';
import type { SignedRequest } from '../../../../src/surfaces/webhook/signatures/signed-request.ts';
import { schemes } from '../../../../src/surfaces/webhook/signatures/verify-sender.ts';

const { types } = await loadCatalogue(join(import.meta.dirname, '../../../../templates'));

interface Given {
  headers?: Record<string, string>;
  body?: string;
  payload?: Payload;
  target?: string;
  secrets?: string[];
  now?: string;
  header?: string;
  field?: string;
  publicUrl?: string;
}

function objection(scheme: keyof typeof schemes, given: Given): string | null {
  const request: SignedRequest = {
    target: given.target ?? '/api/webhook/x',
    headers: given.headers ?? {},
    body: Buffer.from(given.body ?? ''),
    payload: given.payload ?? {},
  };
  return schemes[scheme](request, {
    secrets: given.secrets ?? [],
    now: new Date(given.now ?? '2026-03-01T10:00:00Z'),
    publicUrl: given.publicUrl ?? 'https://tocsin.example',
    type: { verificationHeader: given.header ?? null, verificationField: given.field ?? null },
  });
}

/** RFC 4231 test case 2 and RFC 2202 test case 2. */
const rfc = {
  body: 'what do ya want for nothing?',
  secrets: ['Jefe'],
  sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  sha512:
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  sha1: '7/zfauXrL6LSdBbV8YTfnCWafHk=',
};

/** A genuine request of every scheme, from vendors' documentation where they print one. */
const genuine: [keyof typeof schemes, string, Given][] = [
  [
    'github-hmac',
    'the vector of the GitHub documentation',
    {
      headers: {
        'x-hub-signature-256':
          'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      body: 'Hello, World!',
      secrets: ["It's a Secret to Everybody"],
    },
  ],
  ['sentry-hmac', 'RFC 4231', { ...rfc, headers: { 'sentry-hook-signature': rfc.sha256 } }],
  [
    'hmac-sha256-hex',
    'RFC 4231 without prefix',
    { ...rfc, header: 'OhDear-Signature', headers: { 'ohdear-signature': rfc.sha256 } },
  ],
  [
    'hmac-sha256-hex',
    'RFC 4231 with prefix',
    { ...rfc, header: 'x-signature', headers: { 'x-signature': `sha256=${rfc.sha256}` } },
  ],
  [
    'hmac-sha512-hex',
    'RFC 4231',
    { ...rfc, header: 'x-hook-signature', headers: { 'x-hook-signature': rfc.sha512 } },
  ],
  [
    'hmac-sha1-base64',
    'RFC 2202',
    { ...rfc, header: 'X-MMS-Signature', headers: { 'x-mms-signature': rfc.sha1 } },
  ],
  [
    'pagerduty-hmac',
    'a right value among those of other secrets',
    {
      ...rfc,
      headers: { 'x-pagerduty-signature': `v0=zz,v1=${'0'.repeat(64)},v1=${rfc.sha256}` },
    },
  ],
  [
    'slack-hmac',
    'the vector of the Slack documentation',
    {
      headers: {
        'x-slack-request-timestamp': '1531420618',
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      },
      body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
      secrets: ['8f742231b10e8888abcd99yyyzzz85a5'],
      now: '2018-07-12T18:36:58Z',
    },
  ],
  [
    'grafana-hmac',
    'RFC 4231 without a time stamp',
    { ...rfc, headers: { 'x-grafana-alerting-signature': rfc.sha256 } },
  ],
  [
    'grafana-hmac',
    'a time stamp signed with the body',
    {
      ...rfc,
      headers: {
        'x-grafana-alerting-timestamp': '1772359200',
        'x-grafana-alerting-signature':
          '38ef6837d412d565cc468592e0a46e660875f18efcaeacceb14e93fdf8db577c',
      },
    },
  ],
  ['gitlab-token', 'the token', { headers: { 'x-gitlab-token': 's3cret' }, secrets: ['s3cret'] }],
  [
    'shared-secret-header',
    'the secret in the header of the type',
    { header: 'cf-webhook-auth', headers: { 'cf-webhook-auth': 's3cret' }, secrets: ['s3cret'] },
  ],
  [
    'body-secret',
    'the secret in the field of the type',
    {
      field: 'jsonBody.sharedSecret',
      payload: { jsonBody: { sharedSecret: 's3cret' } },
      secrets: ['s3cret'],
    },
  ],
  [
    'twilio',
    'the vector of the Twilio documentation',
    {
      publicUrl: 'https://mycompany.com',
      target: '/myapp.php?foo=1&bar=2',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
      },
      body: 'To=%2B18005551212&From=%2B12349013030&Digits=1234&Caller=%2B12349013030&CallSid=CA1234567890ABCDE',
      secrets: ['12345'],
    },
  ],
];

describe.each(genuine)('%s: %s', (scheme, _name, given) => {
  test('is accepted', () => {
    expect(objection(scheme, given)).toBeNull();
  });

  test('is accepted while secrets are changed', () => {
    expect(objection(scheme, { ...given, secrets: ['new', ...(given.secrets ?? [])] })).toBeNull();
  });

  test('is refused with another secret', () => {
    expect(objection(scheme, { ...given, secrets: ['another'] })).toMatch(/not|secret/);
  });

  test('is refused without its header or field', () => {
    expect(objection(scheme, { ...given, headers: {}, payload: {} })).toMatch(/is missing/);
  });

  test('is refused with a changed body, where the body is signed', () => {
    const isSigned = !['gitlab-token', 'shared-secret-header', 'body-secret'].includes(scheme);
    const changed = objection(scheme, { ...given, body: `${given.body}&x=1` });
    if (isSigned) expect(changed).toMatch(/does not fit/);
    else expect(changed).toBeNull();
  });

  test('every prefix and every extension of the signature is refused', () => {
    const [name, value] = Object.entries(given.headers ?? {}).at(-1) ?? [];
    if (name === undefined || value === undefined) return;
    for (const wrong of [value.slice(0, -5), `${value}0`, '', 'v1=', 'sha256='])
      expect(
        objection(scheme, { ...given, headers: { ...given.headers, [name]: wrong } }),
      ).not.toBeNull();
  });
});

describe('time stamps', () => {
  const slack = genuine.find(([scheme]) => scheme === 'slack-hmac')?.[2] ?? {};
  const grafana = genuine.findLast(([scheme]) => scheme === 'grafana-hmac')?.[2] ?? {};

  test.each([
    ['slack-hmac', slack, '2018-07-12T18:41:58Z', null],
    ['slack-hmac', slack, '2018-07-12T18:41:59Z', /301 s old/],
    ['slack-hmac', slack, '2018-07-12T18:31:58Z', null],
    ['slack-hmac', slack, '2018-07-12T18:31:57Z', /301 s ahead/],
    ['grafana-hmac', grafana, '2026-03-01T10:05:00Z', null],
    ['grafana-hmac', grafana, '2026-03-01T10:05:01Z', /301 s old/],
  ] as const)('%s at %#', (scheme, given, now, expected) => {
    const result = objection(scheme, { ...given, now });
    if (expected === null) expect(result).toBeNull();
    else expect(result).toMatch(expected);
  });

  test('a time stamp that is none is refused', () => {
    for (const stamp of ['soon', '-1', '1e99', '', '99999999999999999999'])
      expect(
        objection('slack-hmac', {
          ...slack,
          headers: { ...slack.headers, 'x-slack-request-timestamp': stamp },
        }),
      ).toMatch(/cannot be read/);
  });

  test('a signature over time and body does not hold for the body alone', () => {
    const { 'x-grafana-alerting-timestamp': _, ...headers } = grafana.headers ?? {};
    expect(objection('grafana-hmac', { ...grafana, headers })).toMatch(/does not fit/);
  });
});

describe('twilio', () => {
  const body = '{"event":"x"}';
  const hash = createHash('sha256').update(body).digest('hex');
  const target = `/myapp.php?bodySHA256=${hash}`;
  /** HMAC-SHA1 of the address with key 12345, made with another library. */
  const json: Given = {
    publicUrl: 'https://mycompany.com',
    target,
    body,
    secrets: ['12345'],
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': 'CP8OxjkxEJOHLxVUpCOVJXRb7Zg=',
    },
  };

  test('a JSON body is checked by its hash in the signed address', () => {
    expect(objection('twilio', json)).toBeNull();
    expect(objection('twilio', { ...json, body: '{"event":"y"}' })).toMatch(/hash/);
    expect(
      objection('twilio', { ...json, target: target.replace(hash, hash.replace(/^./, '_')) }),
    ).toMatch(/hash/);
  });

  test('a form of too many fields does not pass with the signature of an empty one', () => {
    const signature = createHmac('sha1', '12345')
      .update('https://mycompany.com/a')
      .digest('base64');
    const empty: Given = {
      publicUrl: 'https://mycompany.com',
      target: '/a',
      body: '',
      secrets: ['12345'],
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      },
    };
    expect(objection('twilio', empty)).toBeNull();
    expect(objection('twilio', { ...empty, body: 'a=1&'.repeat(10_001) })).toMatch(/more fields/);
  });

  test('addresses are signed with or without the standard port, and below a path', () => {
    const withPort = { ...json.headers, 'x-twilio-signature': 'akVL7ED4ZniJ46fkUogFUOMkfCY=' };
    expect(objection('twilio', { ...json, headers: withPort })).toBeNull();
    const below = { ...json.headers, 'x-twilio-signature': 'p6nTn9gyThuqqPvu/l8uHwoGOvs=' };
    expect(
      objection('twilio', { ...json, headers: below, publicUrl: 'https://mycompany.com/tocsin/' }),
    ).toBeNull();
  });
});

test('every type of the catalogue that verifies has a scheme and what the scheme needs', () => {
  const verifying = types.filter(({ verification }) => verification !== null);
  expect(verifying.length).toBeGreaterThan(20);
  for (const { id, verification, verificationHeader, verificationField } of verifying) {
    if (verification === null || verification === 'sns') continue;
    const said = schemes[verification](
      { target: '/', headers: {}, body: Buffer.from(''), payload: {} },
      {
        secrets: ['x'],
        now: new Date(0),
        publicUrl: 'https://tocsin.example',
        type: { verificationHeader, verificationField },
      },
    );
    expect(said, id).toMatch(/is missing/);
  }
});
