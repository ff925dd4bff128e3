import { type ClientRequest, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyBytesMax } from '../../src/bodies/limits.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { heldBytesMax } from '../../src/surfaces/webhook/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  alert,
  attribute,
  ingestTokenOf,
  makeIntegration,
  map,
  send,
  sendTo,
  webhookOf,
} from '../support/webhook.ts';

const megabytes = 1024 * 1024;
const json = { 'content-type': 'application/json' };

let t: TestApp;
let integrationId: string;
let hook: string;

beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_TRUSTED_PROXIES: '127.0.0.1' } });
  integrationId = await makeIntegration(t);
  hook = await webhookOf(t, integrationId);
  await map(t, integrationId);
});
afterAll(() => t?.stop());

async function storedCount(id = integrationId): Promise<number> {
  return payloadModel(t.app.world.store).countDocuments({ integrationId: id });
}

async function stored(payloadId: unknown, id = integrationId) {
  return (await t.api.get(`/inbound-integration/${id}/payloads/${payloadId}`)).body as {
    outcome: string;
    reason: string;
    ip: string;
    data: Record<string, unknown>;
    incidentId: string | null;
    trace: { attribute: string; reason?: string; result?: string }[];
    decisions: { step: string; result: string }[];
  };
}

describe('an accepted request', () => {
  it('answers what happened and stores payload, trace and decisions', async () => {
    const opened = await alert(t, integrationId, { id: 'a1', host: 'db-1' });
    expect(opened.status).toBe(200);
    expect(opened.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(opened.body).toSorted()).toEqual(['incidentId', 'outcome', 'payloadId']);
    expect(opened.body.outcome).toBe('Opened');
    const payload = await stored(opened.body.payloadId);
    expect(payload).toMatchObject({
      outcome: 'Opened',
      incidentId: opened.body.incidentId,
      ip: '127.0.0.1',
      data: { jsonBody: { id: 'a1', host: 'db-1' }, method: 'POST' },
    });
    expect(payload.trace).toContainEqual(
      expect.objectContaining({ attribute: 'Host', result: 'db-1' }),
    );
    expect(payload.decisions.at(-1)).toMatchObject({ step: 'correlate' });
    expect(payload.decisions.at(-1)?.result).toContain(String(opened.body.incidentId));
  });

  it('opens, updates and resolves one incident; then opens another', async () => {
    const outcomes: unknown[] = [];
    const incidents: unknown[] = [];
    for (const status of ['Open', 'Open', 'Resolved', 'Open']) {
      const { body } = await alert(t, integrationId, { id: 'b1', status });
      outcomes.push(body.outcome);
      incidents.push(body.incidentId);
    }
    expect(outcomes).toEqual(['Opened', 'Updated', 'Resolved', 'Opened']);
    expect(incidents[1]).toBe(incidents[0]);
    expect(incidents[2]).toBe(incidents[0]);
    expect(incidents[3]).not.toBe(incidents[0]);
  });

  it('resolved with nothing open is created as resolved', async () => {
    const { body } = await alert(t, integrationId, { id: 'c1', status: 'Resolved' });
    expect(body.outcome).toBe('Resolved');
    expect(body.incidentId).toEqual(expect.any(String));
  });

  it.each([
    ['CorrelationId', attribute('CorrelationId', '$.jsonBody.id')],
    ['custom attribute', attribute('Host', '$.jsonBody.host')],
    ['group', attribute('Host', '$.jsonBody.host', { isGroupingKey: true })],
  ])('that brings nothing for the %s of its mapping swallows no other alert', async (_, key) => {
    const own = await makeIntegration(t);
    const fixed = (name: string, text: string) => ({ name, mappings: [{ static: text }] });
    await map(t, own, [fixed('Status', 'Open'), fixed('Severity', 'Critical'), key]);
    const outcomes = [];
    for (const text of ['disk full on db-1', 'router down in Paris', 'disk full on db-1'])
      outcomes.push((await send(t, own, { headers: json, body: JSON.stringify({ text }) })).body);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['Opened', 'Opened', 'Updated']);
    expect(outcomes[2]?.incidentId).toBe(outcomes[0]?.incidentId);
  });

  it('that does not say its status fails, with the reason, and is kept', async () => {
    const { status, body } = await alert(t, integrationId, { status: 'On fire' });
    expect([status, body.outcome]).toEqual([200, 'Failed']);
    const payload = await stored(body.payloadId);
    expect(payload.reason).toContain('Status');
    expect(payload.trace.some((line) => line.reason === 'invalid-value')).toBe(true);
  });

  it('that the mapping discards opens nothing', async () => {
    const id = await makeIntegration(t);
    const { body } = await send(t, id, { headers: json, body: '{"discard":true,"title":"x"}' });
    expect(body).toMatchObject({ outcome: 'Discarded', incidentId: null });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE', 'REPORT', 'MKCOL'])(
    'may come by %s',
    async (method) => {
      const id = await makeIntegration(t);
      const { status, body } = await send(t, id, { method });
      expect([status, body.outcome]).toEqual([200, 'Opened']);
      expect((await stored(body.payloadId, id)).data).toMatchObject({ method });
    },
  );

  it('by HEAD has the same effect and an answer without a body', async () => {
    const id = await makeIntegration(t);
    const { status, text, headers } = await send(t, id, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(await storedCount(id)).toBe(1);
  });

  it('finds its integration in upper case and with a slash behind it', async () => {
    const token = await ingestTokenOf(t, integrationId);
    for (const path of [token.toUpperCase(), `${token}/`, `${token}/?a=1`])
      expect(
        (await sendTo(`${t.app.url}/api/webhook/${path}`, { headers: json, body: '{}' })).status,
      ).toBe(200);
  });

  it('keeps odd names in query and headers apart from operators of the database', async () => {
    const { status, body } = await send(t, `${integrationId}?$where=1&a.b=2&__proto__=3&=4&a.b=5`, {
      headers: { ...json, $gt: 'x', 'x.y': 'z' },
      body: '{"$set":{"a.b":1}}',
    });
    expect(status).toBe(200);
    const { data } = await stored(body.payloadId);
    expect(new Map(Object.entries(data.query as object))).toEqual(
      new Map<string, unknown>([
        ['$where', '1'],
        ['a.b', ['2', '5']],
        ['__proto__', '3'],
        ['', '4'],
      ]),
    );
    expect(data.headers).toMatchObject({ $gt: 'x', 'x.y': 'z' });
    expect(data.jsonBody).toEqual({ $set: { 'a.b': 1 } });
  });

  it('a multipart body that ends within a file is kept, and the server lives', async () => {
    const { status, body } = await send(t, integrationId, {
      headers: { 'content-type': 'multipart/form-data; boundary=XX' },
      body: '--XX\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nhalf',
    });
    expect([status, body.outcome]).toEqual([200, 'Failed']);
    expect((await stored(body.payloadId)).decisions[0]).toMatchObject({ step: 'read' });
    expect((await alert(t, integrationId, {})).status).toBe(200);
  });

  it('a hostile regex ends as a failed step, and others are answered meanwhile', async () => {
    const id = await makeIntegration(t);
    await map(t, id, [
      { name: 'Status', mappings: [{ jsonPath: '$.textBody' }, { regex: '^(a+)+$' }] },
      { name: 'Severity', mappings: [{ static: 'Minor' }] },
    ]);
    const [hostile, other] = await Promise.all([
      send(t, id, { headers: { 'content-type': 'text/plain' }, body: `${'a'.repeat(50_000)}!` }),
      alert(t, integrationId, { id: 'meanwhile' }),
    ]);
    expect([hostile.status, hostile.body.outcome]).toEqual([200, 'Failed']);
    expect(other.status).toBe(200);
    const { trace } = await stored(hostile.body.payloadId, id);
    expect(trace.find((line) => line.attribute === 'Status' && line.reason)?.reason).toMatch(
      /budget|no-match/,
    );
  });
});

describe('order of checks', () => {
  const withoutTrace = (text: string) => text.replace(/"traceId":"[^"]+"/, '');
  let guarded: string;

  beforeAll(async () => {
    guarded = await makeIntegration(t, {
      webhookAuthentication: {
        type: 'bearer',
        bearer: { token: 'correct-horse' },
        privateIpFilter: '203.0.113.0/24, 2001:db8::/32',
      },
    });
  });

  const from = (ip: string, token?: string) =>
    send(t, guarded, {
      headers: {
        ...json,
        'x-forwarded-for': ip,
        ...(token === undefined ? {} : { authorization: token }),
      },
      body: '{"title":"x"}',
    });

  it.each(['not-a-uuid', '', '00000000-0000-4000-8000-000000000000', '%00', '../auth/me', 'a/b'])(
    'an unknown id (%j) is 404 and says nothing else',
    async (id) => {
      const answer = await sendTo(`${t.app.url}/api/webhook/${id}`, { body: '{}' });
      expect(answer.status).toBe(404);
    },
  );

  it('a refused address is, byte for byte, an unknown id', async () => {
    const refused = await from('198.51.100.1', 'Bearer correct-horse');
    const unknown = await send(t, '00000000-0000-4000-8000-000000000000', {
      headers: json,
      body: '{"title":"x"}',
    });
    expect(refused.status).toBe(404);
    expect(withoutTrace(refused.text)).toBe(withoutTrace(unknown.text));
    const named = (headers: object) =>
      Object.keys(headers)
        .filter((name) => !['connection', 'keep-alive'].includes(name))
        .toSorted();
    expect(named(refused.headers)).toEqual(named(unknown.headers));
    expect(refused.text).not.toContain(guarded);
  });

  it('a refused address learns nothing of the token either', async () => {
    expect((await from('198.51.100.1', 'Bearer wrong')).status).toBe(404);
    expect((await from('198.51.100.1')).status).toBe(404);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'Bearer correct-horse2',
    'Bearer correct-hors',
    'Basic Y29ycmVjdC1ob3JzZQ==',
    'correct-horse',
    'Bearer correct-horse extra',
  ])('without its token (%j) it is 401 and no payload is stored', async (token) => {
    const before = await storedCount(guarded);
    const answer = await from('203.0.113.7', token);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Bearer');
    expect(answer.text).not.toContain(guarded);
    expect(await storedCount(guarded)).toBe(before);
  });

  it.each(['203.0.113.7', '2001:db8::7', '6.6.6.6, 203.0.113.7'])(
    'from %s with its token it is taken',
    async (ip) => {
      const answer = await from(ip, 'bearer correct-horse');
      expect(answer.status).toBe(200);
      expect((await stored(answer.body.payloadId, guarded)).ip).toBe(ip.split(', ').at(-1));
    },
  );

  it('the token is not among what is stored', async () => {
    const answer = await from('203.0.113.7', 'Bearer correct-horse');
    const payload = await stored(answer.body.payloadId, guarded);
    expect(JSON.stringify(payload)).not.toContain('correct-horse');
  });

  it('a new token counts at once, the old one no longer', async () => {
    const id = await makeIntegration(t, {
      webhookAuthentication: { type: 'bearer', bearer: { token: 'first-token' } },
    });
    const path = `/inbound-integration/${id}`;
    const try_ = async (token: string) =>
      (await send(t, id, { headers: { authorization: `Bearer ${token}` }, body: 'x' })).status;
    expect(await try_('first-token')).toBe(200);
    const { body } = await t.api.get(path);
    const webhookAuthentication = { type: 'bearer', bearer: { token: 'second-token' } };
    expect((await t.api.put(path, { ...body, webhookAuthentication })).status).toBe(200);
    expect(await try_('first-token')).toBe(401);
    expect(await try_('second-token')).toBe(200);
    expect((await t.api.delete(path)).status).toBe(200);
    expect(await try_('second-token')).toBe(404);
  });

  it('the body is not looked at before the checks: too large and unknown is unknown', async () => {
    const answer = await send(t, '00000000-0000-4000-8000-000000000000', {
      headers: { 'content-length': String(bodyBytesMax + 1) },
    }).catch(() => null);
    expect(answer?.status).toBe(404);
  });
});

describe('a body of', () => {
  const filler = (bytes: number) => `{"status":"Open","x":"${'y'.repeat(bytes - 24)}"}`;

  it('exactly 3 MB is taken', async () => {
    const body = filler(bodyBytesMax);
    expect(body).toHaveLength(bodyBytesMax);
    const answer = await send(t, integrationId, { headers: json, body });
    expect([answer.status, answer.body.outcome]).toEqual([200, 'Opened']);
  });

  it('3 MB inflated is taken, one byte more is not', async () => {
    for (const [bytes, status] of [
      [bodyBytesMax, 200],
      [bodyBytesMax + 1, 413],
    ] as const) {
      const body = gzipSync(filler(bytes));
      const headers = { ...json, 'content-encoding': 'gzip' };
      expect((await send(t, integrationId, { headers, body })).status).toBe(status);
    }
  });

  it('one byte more is 413 by its content-length alone, before it is sent', async () => {
    const before = await storedCount();
    const status = await announce(String(bodyBytesMax + 1));
    expect(status).toBe(413);
    expect(await storedCount()).toBe(before);
  });

  it('one byte more in chunks is 413', async () => {
    const before = await storedCount();
    const answer = await sendInChunks(bodyBytesMax + 1);
    expect(answer).toBe(413);
    expect(await storedCount()).toBe(before);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('a bomb in %s is 413', async (encoding, compress) => {
    const body = compress(Buffer.alloc(64 * megabytes));
    expect(body.length).toBeLessThan(100_000);
    const answer = await send(t, integrationId, {
      headers: { ...json, 'content-encoding': encoding },
      body,
    });
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (body: string) => Buffer.from(body)],
    ['GZIP', gzipSync],
  ] as const)('%s is read', async (encoding, compress) => {
    const answer = await send(t, integrationId, {
      headers: { ...json, 'content-encoding': encoding },
      body: compress('{"status":"Open","id":"encoded"}'),
    });
    expect([answer.status, answer.body.incidentId]).toEqual([200, expect.any(String)]);
  });

  it.each([
    ['zstd', 415],
    ['gzip, br', 415],
    ['nonsense', 415],
  ])('encoding %s is refused: %d', async (encoding, status) => {
    const answer = await send(t, integrationId, {
      headers: { ...json, 'content-encoding': encoding },
      body: '{}',
    });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain('gzip');
  });

  it.each([
    ['gzip that is none', Buffer.from('hello')],
    ['gzip that ends early', gzipSync('x'.repeat(10_000)).subarray(0, 20)],
  ])('%s is 400', async (_name, body) => {
    const answer = await send(t, integrationId, {
      headers: { ...json, 'content-encoding': 'gzip' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  it('when the bodies under way fill the memory meant for them, the next are asked to come again', async () => {
    const parked: ClientRequest[] = [];
    const part = Buffer.alloc(bodyBytesMax - 1, 32);
    const count = Math.ceil(heldBytesMax / part.length);
    // None of them ends, so none is answered until one is refused.
    const refused = await new Promise<number | undefined>((resolve) => {
      for (let n = 0; n < count; n += 1) {
        const outgoing = begin({ ...json, 'content-length': String(bodyBytesMax) });
        outgoing.on('response', (response) => resolve(response.statusCode));
        outgoing.on('error', () => undefined);
        outgoing.write(part);
        parked.push(outgoing);
      }
    });
    expect(refused).toBe(503);
    for (const outgoing of parked) outgoing.destroy();
    await expect.poll(async () => (await alert(t, integrationId, {})).status).toBe(200);
  });

  it('a caller that hangs up leaves nothing behind, and the next is served', async () => {
    const before = await storedCount();
    await new Promise<void>((resolve) => {
      const outgoing = begin({ ...json, 'content-length': '1000' });
      outgoing.on('error', () => resolve());
      outgoing.write('{"status"', () => outgoing.destroy(new Error('hang up')));
    });
    expect((await alert(t, integrationId, {})).status).toBe(200);
    expect(await storedCount()).toBe(before + 1);
  });

  function begin(headers: Record<string, string>): ClientRequest {
    return request(hook, { method: 'POST', headers });
  }

  function announce(length: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const outgoing = begin({ ...json, 'content-length': length });
      outgoing.on('response', (response) => {
        resolve(response.statusCode ?? 0);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
  }

  function sendInChunks(bytes: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const outgoing = begin({ ...json, 'transfer-encoding': 'chunked' });
      let answered = false;
      outgoing.on('response', (response) => {
        answered = true;
        resolve(response.statusCode ?? 0);
        response.resume();
      });
      outgoing.on('error', (error) => (answered ? undefined : reject(error)));
      for (let sent = 0; sent < bytes; sent += 65_536)
        outgoing.write(Buffer.alloc(Math.min(65_536, bytes - sent), 32));
      outgoing.end();
    });
  }
});
