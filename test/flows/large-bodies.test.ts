import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PayloadDocument, payloadModel } from '../../src/ingest/index.ts';
import { say } from '../../src/sentences/index.ts';
import { patientLimits, startTestApp, type TestApp } from '../support/app.ts';
import {
  alert,
  ingestTokenOf,
  makeIntegration,
  map,
  plainMapping,
  send,
  sendTo,
  type WebhookAnswer,
} from '../support/webhook.ts';

/** Large bodies through the whole server: read in a thread, and everything else as for small ones. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ reading: { ...patientLimits, seconds: 60, heapMegabytes: 48 } });
});
afterAll(() => t.stop());

const filler = 'x'.repeat(100_000);
/** Looks everywhere for what is not there. */
const searching = [
  ...plainMapping,
  ...Array.from({ length: 180 }, (_, at) => ({
    name: `A${at}`,
    mappings: [{ jsonPath: `$..nothing${at}` }],
  })),
];
/**
 * Small for its bytes, and large in memory. The number keeps its digits, so that our own code reads the text: it stops
 * at once where V8's own does not, which is fatal to the process where a thread may have as little memory as here.
 */
const rest = `[1.10,${'{},'.repeat(900_000)}{}]`;
const greedy = `{"status":"Resolved","id":"disk","rest":${rest}}`;

async function stored({ body }: WebhookAnswer): Promise<PayloadDocument> {
  const found = await payloadModel(t.app.world.store).find().lean<PayloadDocument[]>();
  const payload = found.find(({ _id }) => _id.toHexString() === body.payloadId);
  if (!payload) throw new Error('The payload is not stored.');
  return payload;
}

test('a large body opens, updates and resolves as a small one does', async () => {
  const id = await makeIntegration(t);
  await map(t, id);
  const opened = await alert(t, id, { filler });
  expect(opened.body).toMatchObject({ outcome: 'Opened' });
  const small = await alert(t, id, { host: 'db-7' });
  expect(small.body).toEqual({ ...opened.body, outcome: 'Updated', payloadId: expect.anything() });
  const replayed = await t.api.post(
    `/inbound-integration/${id}/payloads/${opened.body.payloadId}/replay`,
  );
  expect(replayed.body).toMatchObject({ outcome: 'Updated', incidentId: opened.body.incidentId });
  const resolved = await alert(t, id, { status: 'Resolved', filler });
  expect(resolved.body).toMatchObject({
    outcome: 'Resolved',
    incidentId: opened.body.incidentId,
  });
});

test.each([
  ['whose JSON is costly to read', { n: Array.from({ length: 4000 }, (_, at) => at) }],
  ['that is costly to map', { list: Array.from({ length: 300 }, (_, id) => ({ id })) }],
])('a small body %s opens, updates and resolves as others do', async (_name, more) => {
  const id = await makeIntegration(t);
  await map(t, id, searching);
  const opened = await alert(t, id, more);
  expect(opened.body).toMatchObject({ outcome: 'Opened' });
  // What a thread has read is stored with its trace.
  expect((await stored(opened)).trace).toBeDefined();
  const small = await alert(t, id, {});
  expect(small.body).toMatchObject({ outcome: 'Updated', incidentId: opened.body.incidentId });
  expect((await stored(small)).trace).toBeUndefined();
  const replayed = await t.api.post(
    `/inbound-integration/${id}/payloads/${opened.body.payloadId}/replay`,
  );
  expect(replayed.body).toMatchObject({ outcome: 'Updated', incidentId: opened.body.incidentId });
  const resolved = await alert(t, id, { status: 'Resolved', ...more });
  expect(resolved.body).toMatchObject({
    outcome: 'Resolved',
    incidentId: opened.body.incidentId,
  });
});

test('a body that takes too much is kept and says so; others are answered meanwhile and after', async () => {
  const id = await makeIntegration(t);
  await map(t, id);
  let isDone = false;
  const sending = send(t, id, {
    headers: { 'content-type': 'application/json' },
    body: greedy,
  }).finally(() => {
    isDone = true;
  });
  const small = await alert(t, id, {});
  expect(isDone).toBe(false);
  expect(small.body).toMatchObject({ outcome: 'Opened' });
  const large = await sending;
  expect(large.status).toBe(200);
  expect(large.body).toMatchObject({ outcome: 'Failed' });
  const payload = await stored(large);
  expect(payload.reason).toEqual(say('readingTookMemory', { megabytes: 48 }));
  expect(payload.body.length()).toBe(greedy.length);
  expect(t.log).toContainEqual(
    expect.objectContaining({ msg: 'a large payload could not be read', integrationId: id }),
  );
  expect((await alert(t, id, { filler })).body).toMatchObject({ outcome: 'Updated' });
  // Nor can a replay read it, on either side: another mapping makes no difference.
  const from = new Date(t.clock.now().getTime() - 3_600_000).toISOString();
  const attributes = [...plainMapping, { name: 'Extra', mappings: [{ static: 'yes' }] }];
  const mapping = { id, attributesMapping: { attributes } };
  const change = { action: 'replace', entityType: 'InboundIntegrationMapping', id, wire: mapping };
  const begun = await t.api.post('/replay', { from, integrationIds: [id], changes: [change] });
  const isOver = async () => {
    const { body } = await t.api.get(`/replay/${begun.body.id}`);
    return body.state === 'Running' ? null : body;
  };
  const replay = await vi.waitUntil(isOver, { timeout: 60_000, interval: 50 });
  expect(replay).toMatchObject({ state: 'Done', payloads: 3, different: 0 });
});

test('a body that takes too much is not kept where only reading it could find its secret', async () => {
  const id = await makeIntegration(t, { type: 'CiscoMeraki' });
  const headers = { 'content-type': 'application/json' };
  const answer = await send(t, id, {
    headers,
    body: `{"sharedSecret":"s3cret",${greedy.slice(1)}`,
  });
  expect(answer.body).toMatchObject({ outcome: 'Failed' });
  const payload = await stored(answer);
  expect(payload.body.length()).toBe(0);
  expect(payload.decisions).toContainEqual({
    step: 'read',
    result: say('bodyNotKept'),
  });
});

test('a handshake in a large body is answered', async () => {
  const id = await makeIntegration(t, { type: 'Slack' });
  const answer = await send(t, id, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'url_verification', challenge: 'c1', filler }),
  });
  expect(answer.body).toMatchObject({ challenge: 'c1', outcome: 'Discarded' });
});

const tooMuchMemory =
  'Reading and mapping this body took more than 48 MB of memory, so it was stopped.';

describe("in another product's protocol", () => {
  interface Sender {
    type: string;
    path(id: string): string;
    headers?(id: string): Record<string, string>;
    /** Of one problem, with more in it as the last member. */
    alert(id: string, more: string): string;
    /** What it is answered. */
    accepted: object;
    /** A mistake that only its body shows, and the answer. */
    mistake: string;
    refused: number;
    /** The body itself has the key, so it is not kept unread. */
    hasKeyInBody?: true;
  }
  const senders: Sender[] = [
    {
      type: 'AlertmanagerApiV2',
      path: (id) => `alertmanager/${id}/api/v2/alerts`,
      alert: (_, more) => `[{"labels":{"alertname":"Disk"},"more":${more}}]`,
      accepted: { status: 200, text: '' },
      mistake: '{"labels":{}',
      refused: 400,
    },
    {
      type: 'PagerDutyEvents',
      path: () => 'pagerduty/v2/enqueue',
      alert: (id, more) =>
        `{"routing_key":"${id}","event_action":"trigger","dedup_key":"disk","payload":{"summary":"Disk","source":"db","severity":"error"},"more":${more}}`,
      accepted: { status: 202, body: { status: 'success', dedup_key: 'disk' } },
      mistake: '{"event_action":"resolve"',
      refused: 400,
      hasKeyInBody: true,
    },
    {
      type: 'OpsgenieAlertApi',
      path: () => 'opsgenie/v2/alerts',
      headers: (id) => ({ authorization: `GenieKey ${id}` }),
      alert: (_, more) => `{"message":"Disk","alias":"disk","more":${more}}`,
      accepted: { status: 202, body: { result: 'Request will be processed' } },
      mistake: '{"message":""',
      refused: 422,
    },
    {
      type: 'SplunkOnCallRest',
      path: (id) => `splunk-on-call/alert/${id}/team`,
      alert: (_, more) => `{"message_type":"CRITICAL","entity_id":"disk","more":${more}}`,
      accepted: { status: 200, body: { result: 'success', entity_id: 'disk' } },
      mistake: '{"message_type":""',
      refused: 400,
    },
    {
      type: 'IlertEvents',
      path: () => 'ilert/events',
      alert: (id, more) =>
        `{"integrationKey":"${id}","eventType":"ALERT","summary":"Disk","alertKey":"disk","more":${more}}`,
      accepted: { status: 202, body: { alertKey: 'disk' } },
      mistake: '{"eventType":"PARTY"',
      refused: 400,
      hasKeyInBody: true,
    },
  ];
  const payloads = (id: string) =>
    payloadModel(t.app.world.store)
      .find({ integrationId: id })
      .sort({ _id: 1 })
      .lean<PayloadDocument[]>();

  test.each(senders)('$type: as a small one', async (sender) => {
    const id = await makeIntegration(t, { type: sender.type });
    const token = await ingestTokenOf(t, id);
    const post = (body: string) =>
      sendTo(`${t.app.url}/api/receivers/${sender.path(token)}`, {
        headers: { 'content-type': 'application/json', ...sender.headers?.(token) },
        body,
      });
    const large = await post(sender.alert(token, JSON.stringify(filler)));
    expect(large).toMatchObject(sender.accepted);
    expect(await post(sender.alert(token, '1'))).toMatchObject(sender.accepted);
    const [first, second] = await payloads(id);
    expect(first).toMatchObject({ outcome: 'Opened' });
    expect(second).toMatchObject({ outcome: 'Updated', incidentId: first?.incidentId });
    expect(first?.body.toString()).toContain(filler);
    expect(first?.body.toString()).not.toContain(token);
    const key = sender.hasKeyInBody ? `,"routing_key":"${token}","integrationKey":"${token}"` : '';
    const mistaken = (more: string) => post(`${sender.mistake}${key},"more":"${more}"}`);
    const [small, big] = [await mistaken(''), await mistaken(filler)];
    expect(small.status).toBe(sender.refused);
    const words = ({ text }: WebhookAnswer) => text.replace(/"(?:took|requestId)":[^,}]*/g, '');
    expect([big.status, words(big)]).toEqual([small.status, words(small)]);
  });

  test.each(senders)('$type: one that takes too much is kept, and refused', async (sender) => {
    const id = await makeIntegration(t, { type: sender.type });
    const token = await ingestTokenOf(t, id);
    const answer = await sendTo(`${t.app.url}/api/receivers/${sender.path(token)}`, {
      headers: { 'content-type': 'application/json', ...sender.headers?.(token) },
      body: sender.alert(token, rest),
    });
    expect(answer).toMatchObject({ status: 413 });
    expect(answer.text).toContain(tooMuchMemory);
    const [payload] = await payloads(id);
    expect(payload).toMatchObject({
      outcome: 'Failed',
      reason: say('readingTookMemory', { megabytes: 48 }),
    });
    expect(payload?.body.length() === 0).toBe(sender.hasKeyInBody ?? false);
  });

  test('a change event, and a key that only stands in what an event quotes', async () => {
    const id = await makeIntegration(t, { type: 'PagerDutyEvents' });
    const quoted = await makeIntegration(t, { type: 'PagerDutyEvents' });
    const post = (path: string, body: object) =>
      sendTo(`${t.app.url}/api/receivers/pagerduty/${path}`, { body: JSON.stringify(body) });
    const event = {
      routing_key: await ingestTokenOf(t, id),
      payload: { summary: 'Deployed' },
      filler,
    };
    expect(await post('v2/change/enqueue', event)).toMatchObject({ status: 202 });
    const details = { routing_key: await ingestTokenOf(t, quoted) };
    const trigger = { ...event, event_action: 'trigger', payload: { summary: 'Disk', details } };
    expect(await post('v2/enqueue', { details, ...trigger })).toMatchObject({ status: 202 });
    expect((await payloads(id)).map(({ outcome }) => outcome)).toEqual(['Discarded', 'Opened']);
    expect(await payloads(quoted)).toEqual([]);
  });
});

describe('what the API shows and tries out', () => {
  const dryRun = (body: object) =>
    t.api.post('/inbound-integration-mapping/evaluate', { type: 'Webhook', ...body });

  test('a dry run that takes too much says so, whichever way it is given', async () => {
    const request = { contentType: 'application/json', body: greedy };
    const payload = { jsonBody: JSON.parse(greedy) as object };
    for (const input of [{ request }, { payload }]) {
      const { status, body } = await dryRun(input);
      expect(status).toBe(200);
      expect(body).toMatchObject({ outcome: 'Failed', failure: tooMuchMemory, effect: null });
    }
  });

  test('a large dry run says what a small one says, with a mapping of its own and digits as sent', async () => {
    const attributesMapping = {
      attributes: [
        { name: 'Status', mappings: [{ static: 'Open' }] },
        { name: 'Severity', mappings: [{ static: 'Minor' }] },
        { name: 'Version', mappings: [{ jsonPath: '$.jsonBody.version' }] },
      ],
    };
    const headers = { 'content-type': 'application/json', 'x-api-key': t.key };
    const said = [];
    for (const more of ['', filler]) {
      const body = `{"attributesMapping":${JSON.stringify(attributesMapping)},"payload":{"jsonBody":{"version":1.10,"more":"${more}"}}}`;
      const url = `${t.app.url}/api/public/v1/inbound-integration-mapping/evaluate`;
      said.push((await sendTo(url, { headers, body })).body.attributes);
    }
    expect(said[0]).toMatchObject([{ name: 'Version', value: '1.10' }]);
    expect(said[1]).toEqual(said[0]);
  });

  test('where requests are answered, the payload of a large dry run is not read', async () => {
    const url = `${t.app.url}/api/public/v1/inbound-integration-mapping/evaluate`;
    const headers = { 'content-type': 'application/json', 'x-api-key': t.key };
    const payload = `{"jsonBody":{"status":"firing","list":[${'1,'.repeat(1_000_000)}1]}}`;
    const parsing = vi.spyOn(JSON, 'parse');
    const { status } = await sendTo(url, { headers, body: `{"payload":${payload}}` });
    expect(status).toBe(200);
    expect(Math.max(...parsing.mock.calls.map(([text]) => text.length))).toBeLessThan(200_000);
  });

  test('the payload of a large dry run that is no JSON is refused as a small one is', async () => {
    const url = `${t.app.url}/api/public/v1/inbound-integration-mapping/evaluate`;
    for (const more of ['', filler]) {
      const headers = { 'content-type': 'application/json', 'x-api-key': t.key };
      const body = `{"payload":{"jsonBody":{"a":]},"more":"${more}"}}`;
      const answer = await sendTo(url, { headers, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-body' } });
    }
  });

  test('a large dry run is repeated under its Idempotency-Key, and another one is not taken for it', async () => {
    const dry = (digit: number) =>
      t
        .as(t.key, { 'idempotency-key': 'large-dry-run' })
        .post('/inbound-integration-mapping/evaluate', {
          type: 'Webhook',
          payload: { jsonBody: { digit, filler } },
        });
    expect((await dry(1)).status).toBe(200);
    expect((await dry(1)).status).toBe(200);
    expect((await dry(2)).status).toBe(422);
  });

  test('payloads are shown as they were sent, large ones and those that take too much', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const headers = { 'content-type': 'application/json' };
    const ids = [];
    for (const body of [`{"v":1.10}`, `{"v":1.10,"filler":"${filler}"}`, greedy])
      ids.push((await send(t, id, { headers, body })).body.payloadId);
    const shown = [];
    for (const one of ids)
      shown.push(await t.api.get(`/inbound-integration/${id}/payloads/${one}`));
    expect(shown[0]?.text).toContain('"jsonBody":{"v":1.10}');
    expect(shown[1]?.text).toContain('"jsonBody":{"v":1.10,"filler":"xxx');
    expect(shown[2]?.body).toMatchObject({ outcome: 'Failed', data: { textBody: greedy } });
  });

  test('a page with contents ends before they are too many, and the next one goes on', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    for (const letter of ['a', 'b', 'c', 'd'])
      await alert(t, id, { id: letter, filler: letter.repeat(1_000_000) });
    const seen: string[][] = [];
    let before = '';
    for (;;) {
      const { body } = await t.api.get(
        `/inbound-integration/${id}/payloads/search/list?IncludeData=true${before}`,
      );
      const page = body as {
        payloads: { id: string; data: { jsonBody: { id: string } } }[];
        hasMore: boolean;
      };
      seen.push(page.payloads.map(({ data }) => data.jsonBody.id));
      if (!page.hasMore) break;
      before = `&IdLessThan=${page.payloads.at(-1)?.id}`;
    }
    expect(seen).toEqual([['d', 'c', 'b'], ['a']]);
  });

  test('large ones among small ones are each shown once, in order, and no page has too much', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const sizes = [10, 1_400_000, ...Array(45).fill(10), 1_400_000, 1_400_000, 10, 1_400_000, 10];
    const sent: unknown[] = [];
    for (const [n, size] of sizes.entries()) {
      const { body } = await alert(t, id, { id: String(n), filler: 'x'.repeat(size) });
      sent.push(body.payloadId);
    }
    const seen: string[] = [];
    for (let before = '', hasMore = true; hasMore; ) {
      const { body, text } = await t.api.get(
        `/inbound-integration/${id}/payloads/search/list?IncludeData=true&Limit=40${before}`,
      );
      const page = body as { payloads: { id: string }[]; hasMore: boolean };
      expect(page.payloads.length).toBeGreaterThan(0);
      expect(page.payloads.length).toBeLessThanOrEqual(40);
      expect(text.length).toBeLessThan(4_000_000);
      seen.push(...page.payloads.map((payload) => payload.id));
      before = `&IdLessThan=${seen.at(-1)}`;
      ({ hasMore } = page);
    }
    expect(seen).toEqual(sent.reverse());
  });
});
