import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OutboundClient, OutboundError } from '../../../../src/egress/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import {
  decisionsOf,
  incidentsOf,
  makeIntegration,
  payloadsOf,
} from '../../../support/incidents.ts';
import fixture from './sns-fixture.json' with { type: 'json' };

const { certificatePem, messages } = fixture;
const topic = messages.notificationV1.TopicArn;

let server: TestApp;
let asked: string[];
let amazon: (url: string) => { status: number; body: string };
const outbound: OutboundClient = {
  async request(url) {
    asked.push(url);
    const { status, body } = amazon(url);
    return { url, status, headers: {}, body: Buffer.from(body), isTruncated: false };
  },
};

beforeAll(async () => {
  server = await startTestApp({ outbound, clock: '2027-03-01T10:01:00Z' });
});
afterAll(() => server.stop());
beforeEach(() => {
  asked = [];
  amazon = (url) => ({ status: 200, body: url.endsWith('.pem') ? certificatePem : '<xml/>' });
});

async function send(
  webhook: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const answer = await fetch(webhook, { method: 'POST', headers, body });
  const parsed = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: parsed, headers: answer.headers };
}

const verified = (secret: string | null) => ({
  signatureVerification: { enabled: true, secret },
});

describe('a signed webhook', () => {
  const body = JSON.stringify({ action: 'x', workflow_run: { conclusion: 'failure', name: 'CI' } });
  const headers = (secret: string) => ({
    'content-type': 'application/json',
    'x-github-event': 'workflow_run',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });

  test('is taken with the right signature', async () => {
    const { webhook, teamId } = await makeIntegration(server.api, 'GitHub', verified('s3cret'));
    expect(await send(webhook, body, headers('s3cret'))).toMatchObject({ status: 200 });
    expect(await incidentsOf(server, teamId)).toHaveLength(1);
  });

  test('answers 401, says why and stores nothing with a wrong or missing one', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'GitHub', verified('s3cret'));
    const wrong = await send(webhook, body, headers('guess'));
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', detail: expect.stringContaining('x-hub-signature-256') },
    });
    const missing = await send(webhook, body, { 'content-type': 'application/json' });
    expect(missing).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('is missing') },
    });
    expect(JSON.stringify([wrong.body, missing.body])).not.toContain('s3cret');
    expect(await payloadsOf(server, id)).toEqual([]);
    const metrics = await (await fetch(`${server.app.url}/metrics`)).text();
    expect(metrics).toMatch(/tocsin_webhook_seconds_count\{outcome="unauthenticated"\} [1-9]/);
  });

  test('is not asked for where the switch is off', async () => {
    const { webhook } = await makeIntegration(server.api, 'GitHub', {
      signatureVerification: { enabled: false, secret: 's3cret' },
    });
    expect(await send(webhook, body, headers('guess'))).toMatchObject({ status: 200 });
  });

  test('old and new secret are both good while one takes the place of the other', async () => {
    const { webhook } = await makeIntegration(server.api, 'GitHub', verified('new\nold'));
    expect(await send(webhook, body, headers('old'))).toMatchObject({ status: 200 });
    expect(await send(webhook, body, headers('new'))).toMatchObject({ status: 200 });
    expect(await send(webhook, body, headers(''))).toMatchObject({ status: 401 });
  });

  test('unsigned requests do not use up the limit of the genuine sender', async () => {
    const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'webhook=1/60s' } });
    const { webhook } = await makeIntegration(limited.api, 'GitHub', verified('s3cret'));
    for (let count = 0; count < 3; count += 1)
      expect((await send(webhook, body, headers('guess'))).status).toBe(401);
    expect((await send(webhook, body, headers('s3cret'))).status).toBe(200);
    expect((await send(webhook, body, headers('s3cret'))).status).toBe(429);
    await limited.stop();
  });

  test('a signature over a compressed body is over what it inflates to', async () => {
    const { webhook } = await makeIntegration(server.api, 'GitHub', verified('s3cret'));
    const { gzipSync } = await import('node:zlib');
    const answer = await fetch(webhook, {
      method: 'POST',
      headers: { ...headers('s3cret'), 'content-encoding': 'gzip' },
      body: gzipSync(body),
    });
    expect(answer.status).toBe(200);
  });
});

describe('secrets in bodies', () => {
  const meraki = (sharedSecret: string) =>
    `{"alertId":"1","alertType":"APs went down","alertTypeId":"stopped_reporting","deviceSerial":"Q2","sharedSecret":"${sharedSecret}","alertLevel":"critical","big":12345678901234567890}`;

  test('are compared and then never stored', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'CiscoMeraki', verified('s3cret'));
    const json = { 'content-type': 'application/json' };
    expect((await send(webhook, meraki('s3cret'), json)).status).toBe(200);
    expect((await send(webhook, meraki('guess'), json)).status).toBe(401);
    const [payload, ...others] = await payloadsOf(server, id);
    expect(others).toEqual([]);
    expect(payload?.data.jsonBody).toMatchObject({ sharedSecret: '[redacted]', alertId: '1' });
    const raw = await server.api.get(`/inbound-integration/${id}/payloads/${payload?.id}`);
    expect(raw.text).toContain('12345678901234567890');
    expect(await storedText(id)).not.toContain('s3cret');
  });

  test('of large bodies are compared and taken out as well', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'CiscoMeraki', verified('s3cret'));
    const json = { 'content-type': 'application/json' };
    const large = (secret: string) => meraki(secret) + ' '.repeat(100_000);
    expect((await send(webhook, large('s3cret'), json)).status).toBe(200);
    expect((await send(webhook, large('guess'), json)).status).toBe(401);
    const [payload, ...others] = await payloadsOf(server, id);
    expect(others).toEqual([]);
    expect(payload?.data.jsonBody).toMatchObject({ sharedSecret: '[redacted]', alertId: '1' });
    expect(await storedText(id)).not.toContain('s3cret');
  });

  test('are not stored either when nobody compares them', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'CiscoMeraki');
    await send(webhook, meraki('s3cret'), { 'content-type': 'application/json' });
    await send(webhook, meraki('s3cret'), { 'content-type': 'text/plain' });
    expect(await payloadsOf(server, id)).toHaveLength(2);
    expect(await storedText(id)).not.toContain('s3cret');
  });

  test('of forms are treated alike, multipart ones too', async () => {
    const { id, webhook } = await makeIntegration(
      server.api,
      'MattermostOutgoingWebhook',
      verified('t0ken'),
    );
    const fields = { token: 't0ken', text: 'outage of + & =', user_name: 'ann', post_id: 'p1' };
    const form = new URLSearchParams(fields);
    const urlencoded = await fetch(webhook, { method: 'POST', body: form });
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    const parts = await fetch(webhook, { method: 'POST', body: multipart });
    expect([urlencoded.status, parts.status]).toEqual([200, 200]);
    const payloads = await payloadsOf(server, id);
    expect(payloads.map(({ data }) => data.formBody)).toEqual([
      { ...fields, token: '[redacted]' },
      { ...fields, token: '[redacted]' },
    ]);
    expect(await storedText(id)).not.toContain('t0ken');
  });

  test('in a broken body are cut out when they are known', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'CiscoMeraki', {
      signatureVerification: { enabled: false, secret: 's3cret' },
    });
    await send(webhook, meraki('s3cret').slice(0, -1), { 'content-type': 'application/json' });
    expect(await payloadsOf(server, id)).toHaveLength(1);
    expect(await storedText(id)).not.toContain('s3cret');
  });

  /** Everything of the payloads that is on disk. */
  async function storedText(integrationId: string): Promise<string> {
    const documents = await server.app.world.store.connection
      .collection('payloads')
      .find({ integrationId })
      .toArray();
    return documents
      .map((document) => JSON.stringify(document) + String(document.body?.buffer ?? document.body))
      .join('\n');
  }
});

describe('Amazon SNS', () => {
  const sns = (message: { Type: string }) => ({
    'content-type': 'text/plain; charset=UTF-8',
    'x-amz-sns-message-type': message.Type,
  });
  const post = (webhook: string, message: { Type: string }) =>
    send(webhook, JSON.stringify(message), sns(message));

  test('signed notifications of both versions are taken, changed ones are not', async () => {
    const { id, teamId, webhook } = await makeIntegration(
      server.api,
      'AmazonCloudWatch',
      verified(null),
    );
    expect(await post(webhook, messages.notificationV1)).toMatchObject({ status: 200 });
    expect(await post(webhook, messages.notificationV2)).toMatchObject({ status: 200 });
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'cpu-high', status: 'Open' },
    ]);
    const changed = { ...messages.notificationV2, Message: '{"AlarmName":"x"}' };
    expect(await post(webhook, changed)).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('signature of the message is wrong') },
    });
    expect(await send(webhook, '{"AlarmName":"x"}')).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('raw message delivery') },
    });
    expect(await payloadsOf(server, id)).toHaveLength(2);
    expect(asked).toEqual([messages.notificationV1.SigningCertURL]);
  });

  test('the secret names the topics that may send', async () => {
    const { webhook } = await makeIntegration(server.api, 'AmazonSns', verified(`${topic}-x`));
    expect(await post(webhook, messages.notificationV1)).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('topic') },
    });
    const right = await makeIntegration(server.api, 'AmazonSns', verified(topic));
    expect(await post(right.webhook, messages.notificationV1)).toMatchObject({ status: 200 });
  });

  test.each([
    ['with verification', verified(null)],
    ['without verification', {}],
  ])('a subscription is confirmed %s, and pages nobody', async (_name, members) => {
    const { id, teamId, webhook } = await makeIntegration(server.api, 'AmazonSns', members);
    const answer = await post(webhook, messages.confirmation);
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'Discarded' } });
    expect(asked).toContain(messages.confirmation.SubscribeURL);
    expect(await incidentsOf(server, teamId)).toEqual([]);
    expect(await decisionsOf(server, id, String(answer.body.payloadId))).toContainEqual(
      expect.objectContaining({
        step: 'set-aside',
        result: `The subscription to ${topic} was confirmed.`,
      }),
    );
  });

  test('no mapping of the user can turn a confirmation into an incident', async () => {
    const { id, teamId, webhook } = await makeIntegration(server.api, 'AmazonSns');
    const mappings = (value: string) => [{ static: value }];
    await server.api.post(`/inbound-integration/${id}/mapping`, {
      attributesMapping: {
        attributes: [
          { name: 'Status', mappings: mappings('Open') },
          { name: 'Severity', mappings: mappings('Critical') },
        ],
      },
    });
    await post(webhook, messages.confirmation);
    expect(await incidentsOf(server, teamId)).toEqual([]);
  });

  test('nobody but Amazon makes the server visit an address', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'AmazonSns');
    const forged = {
      ...messages.confirmation,
      SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Other',
    };
    const foreign = { ...messages.confirmation, SigningCertURL: 'https://evil.example/x.pem' };
    for (const message of [forged, messages.confirmationElsewhere, foreign])
      expect(await post(webhook, message)).toMatchObject({
        status: 200,
        body: { outcome: 'Discarded' },
      });
    expect(asked.filter((url) => !url.endsWith('.pem'))).toEqual([]);
    expect(
      asked.filter((url) => !url.startsWith('https://sns.eu-central-1.amazonaws.com/')),
    ).toEqual([]);
    const reasons = (await payloadsOf(server, id)).map(({ reason }) => reason);
    for (const reason of reasons) expect(reason).toMatch(/^The subscription was not confirmed/);
  });

  test('when the certificate cannot be fetched SNS is asked to send again', async () => {
    const cold = await startTestApp({
      clock: '2027-03-01T10:01:00Z',
      outbound: {
        request: async () => {
          throw new OutboundError('timeout', 'No answer.');
        },
      },
    });
    const { id, webhook } = await makeIntegration(cold.api, 'AmazonSns', verified(null));
    const answer = await post(webhook, messages.notificationV1);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await payloadsOf(cold, id)).toEqual([]);
    await cold.stop();
  });
});

test('Slack is answered the challenge by which it checks the address', async () => {
  const { id, teamId, webhook } = await makeIntegration(server.api, 'Slack');
  const answer = await send(
    webhook,
    JSON.stringify({ type: 'url_verification', challenge: 'c0ffee', token: 't0ken' }),
    { 'content-type': 'application/json' },
  );
  expect(answer).toMatchObject({
    status: 200,
    body: { challenge: 'c0ffee', outcome: 'Discarded' },
  });
  expect(await incidentsOf(server, teamId)).toEqual([]);
  const [payload] = await payloadsOf(server, id);
  expect(payload?.data.jsonBody).toMatchObject({ token: '[redacted]' });
});

test('Twilio signs the public address of the webhook', async () => {
  const { webhook } = await makeIntegration(server.api, 'TwilioIncomingSms', verified('12345'));
  const fields = { Body: 'outage', From: '+491511', MessageSid: 'SM1' };
  const sorted = Object.entries(fields).sort().flat().join('');
  const signature = createHmac('sha1', '12345')
    .update(webhook + sorted)
    .digest('base64');
  const post = (headers: Record<string, string>) =>
    fetch(webhook, { method: 'POST', headers, body: new URLSearchParams(fields) });
  expect((await post({ 'x-twilio-signature': signature })).status).toBe(200);
  expect((await post({ 'x-twilio-signature': 'x' })).status).toBe(401);
});
