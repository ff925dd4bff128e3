import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, windowEdgeSeconds } from '../../../support/app.ts';
import {
  decisionsOf,
  incidentsOf,
  makeIntegration,
  payloadsOf,
} from '../../../support/incidents.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

async function send(
  path: string,
  body?: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${server.app.url}/api/receivers${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Of each protocol: how to raise and end a problem, how to name a key, and its words for trouble. */
interface Protocol {
  type: string;
  path(key: string): string;
  headers?(key: string): Record<string, string>;
  open(key: string, problem: string): unknown;
  resolve(key: string, problem: string): { path: string; body: unknown };
  accepted: { status: number; body: unknown };
  unknownKey: { status: number; body: unknown };
  notJson: { status: number; body: unknown };
  tooMany: unknown;
}

const text = expect.any(String);
const protocols: Record<string, Protocol> = {
  pagerduty: {
    type: 'PagerDutyEvents',
    path: () => '/pagerduty/v2/enqueue',
    open: (key, problem) => ({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: problem,
      payload: { summary: 'Disk full', source: 'db-1', severity: 'critical' },
    }),
    resolve: (key, problem) => ({
      path: '/pagerduty/v2/enqueue',
      body: { routing_key: key, event_action: 'resolve', dedup_key: problem },
    }),
    accepted: {
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: 'disk/db-1' },
    },
    unknownKey: {
      status: 400,
      body: { status: 'invalid event', message: 'Event object is invalid', errors: [text] },
    },
    notJson: {
      status: 400,
      body: { status: 'invalid event', message: 'Event object is invalid', errors: [text] },
    },
    tooMany: { status: 'throttle exceeded', message: text },
  },
  opsgenie: {
    type: 'OpsgenieAlertApi',
    path: () => '/opsgenie/v2/alerts',
    headers: (key) => ({ authorization: `GenieKey ${key}` }),
    open: (_key, problem) => ({ message: 'Disk full', alias: problem, priority: 'P1' }),
    resolve: (_key, problem) => ({
      path: `/opsgenie/v2/alerts/${encodeURIComponent(problem)}/close?identifierType=alias`,
      body: { source: 'test' },
    }),
    accepted: {
      status: 202,
      body: {
        result: 'Request will be processed',
        took: expect.any(Number),
        requestId: expect.stringMatching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/),
      },
    },
    unknownKey: {
      status: 401,
      body: { message: text, took: expect.any(Number), requestId: text },
    },
    notJson: { status: 400, body: { message: text, took: expect.any(Number), requestId: text } },
    tooMany: { message: text, took: expect.any(Number), requestId: text },
  },
  'splunk-on-call': {
    type: 'SplunkOnCallRest',
    path: (key) => `/splunk-on-call/alert/${key}/database`,
    open: (_key, problem) => ({
      message_type: 'CRITICAL',
      entity_id: problem,
      entity_display_name: 'Disk full',
    }),
    resolve: (key, problem) => ({
      path: `/splunk-on-call/integrations/generic/20131114/alert/${key}/database`,
      body: { message_type: 'RECOVERY', entity_id: problem },
    }),
    accepted: { status: 200, body: { result: 'success', entity_id: 'disk/db-1' } },
    unknownKey: { status: 401, body: { result: 'failure', message: text } },
    notJson: { status: 400, body: { result: 'failure', message: text } },
    tooMany: { result: 'failure', message: text },
  },
  ilert: {
    type: 'IlertEvents',
    path: () => '/ilert/api/events',
    open: (key, problem) => ({
      integrationKey: key,
      eventType: 'ALERT',
      summary: 'Disk full',
      alertKey: problem,
      priority: 'HIGH',
    }),
    resolve: (key, problem) => ({
      path: '/ilert/events',
      body: { apiKey: key, eventType: 'RESOLVE', alertKey: problem },
    }),
    accepted: { status: 202, body: { alertKey: 'disk/db-1' } },
    unknownKey: { status: 401, body: { status: 401, message: text, code: 'UNAUTHENTICATED' } },
    notJson: { status: 400, body: { status: 400, message: text, code: 'MALFORMED_BODY' } },
    tooMany: { status: 429, message: text, code: 'RATE_LIMITED' },
  },
  alertmanager: {
    type: 'AlertmanagerApiV2',
    path: (key) => `/alertmanager/${key}/api/v2/alerts`,
    open: (_key, problem) => [
      {
        labels: { alertname: problem, severity: 'critical' },
        annotations: { summary: 'Disk full' },
        startsAt: '2026-03-02T09:00:00Z',
        endsAt: '2026-03-02T10:04:00Z',
      },
    ],
    resolve: (key, problem) => ({
      path: `/alertmanager/${key}/api/v2/alerts`,
      body: [
        {
          labels: { alertname: problem, severity: 'critical' },
          startsAt: '2026-03-02T09:00:00Z',
          endsAt: '2026-03-02T09:59:00Z',
        },
      ],
    }),
    accepted: { status: 200, body: undefined },
    unknownKey: { status: 401, body: { code: 401, message: text } },
    notJson: { status: 400, body: text },
    tooMany: { code: 429, message: text },
  },
};

describe.each(Object.entries(protocols))('%s', (_name, protocol) => {
  const { type, path, open, resolve } = protocol;
  const headersFor = (key: string) => protocol.headers?.(key) ?? {};

  test('opens an incident and resolves it, answering as the original does', async () => {
    const { id, key, teamId } = await makeIntegration(server.api, type);
    const opened = await send(path(key), open(key, 'disk/db-1'), { headers: headersFor(key) });
    expect(opened).toMatchObject({ status: protocol.accepted.status });
    expect(opened.body).toEqual(protocol.accepted.body);
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Open', severity: 'Critical' },
    ]);

    const ending = resolve(key, 'disk/db-1');
    const resolved = await send(ending.path, ending.body, { headers: headersFor(key) });
    expect(resolved.status).toBe(protocol.accepted.status);
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Resolved', severity: 'Critical' },
    ]);
    const payloads = await payloadsOf(server, id);
    expect(payloads.map(({ outcome }) => outcome)).toEqual(['Opened', 'Resolved']);
    // The key is a credential: nobody who may see payloads learns it.
    expect(JSON.stringify(payloads.map(({ data }) => data))).not.toContain(key);
  });

  test('takes the key without dashes as well, and compressed bodies', async () => {
    const { key, teamId } = await makeIntegration(server.api, type);
    const short = key.replaceAll('-', '');
    const response = await fetch(`${server.app.url}/api/receivers${path(short)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        ...headersFor(short),
      },
      body: gzipSync(JSON.stringify(open(short, 'p'))),
    });
    expect(response.status).toBe(protocol.accepted.status);
    expect(await incidentsOf(server, teamId)).toHaveLength(1);
  });

  test('takes the key that its sender had before, in any case, and keeps it out of payloads', async () => {
    const former = `R0${randomUUID().replaceAll('-', '').toUpperCase()}`;
    const { id, teamId } = await makeIntegration(server.api, type, {
      acceptedKeys: [{ displayName: 'before', key: former }],
    });
    for (const key of [former, former.toLowerCase()]) {
      const answer = await send(path(key), open(key, 'p'), { headers: headersFor(key) });
      expect(answer.status).toBe(protocol.accepted.status);
    }
    const ending = resolve(former, 'p');
    await send(ending.path, ending.body, { headers: headersFor(former) });
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
    const payloads = await payloadsOf(server, id);
    expect(payloads.map(({ outcome }) => outcome)).toEqual(['Opened', 'Updated', 'Resolved']);
    expect(JSON.stringify(payloads.map(({ data }) => data)).toUpperCase()).not.toContain(former);
  });

  test('unknown keys, ids, integrations of other types and refused addresses are one and the same', async () => {
    const other = await makeIntegration(server.api, 'Webhook');
    const elsewhere = await makeIntegration(server.api, type, {
      webhookAuthentication: { privateIpFilter: '10.9.8.7' },
    });
    const answers = [];
    const { id } = await makeIntegration(server.api, type);
    const unknown = '11111111-2222-4333-8444-555555555555';
    for (const key of [unknown, id, other.key, elsewhere.key, 'nonsense'])
      answers.push(await send(path(key), open(key, 'x'), { headers: headersFor(key) }));
    for (const answer of answers) {
      expect(answer.status).toBe(protocol.unknownKey.status);
      expect(answer.body).toEqual(protocol.unknownKey.body);
      expect(answer.text.replace(/"requestId":"[^"]+"/, '')).toBe(
        answers[0]?.text.replace(/"requestId":"[^"]+"/, ''),
      );
    }
    expect(await payloadsOf(server, other.id)).toEqual([]);
    expect(await payloadsOf(server, elsewhere.id)).toEqual([]);
  });

  test('a body that is no JSON, or nested without end, stores nothing', async () => {
    const { id, key } = await makeIntegration(server.api, type);
    for (const body of ['{"a":', 'null', '"x"', '[[]', '['.repeat(10_000)]) {
      const answer = await send(path(key), body, { headers: headersFor(key) });
      expect(answer.status, body.slice(0, 10)).toBe(protocol.notJson.status);
      expect(answer.body).toEqual(protocol.notJson.body);
    }
    expect(await payloadsOf(server, id)).toEqual([]);
  });

  test('a body over 3 MB is refused in the shape of the protocol', async () => {
    const { key } = await makeIntegration(server.api, type);
    const body = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    const answer = await send(path(key), body, { headers: headersFor(key) });
    expect(answer.status).toBe(413);
    expect(typeof answer.body).toBe('object');
  });

  test('wrong methods and wrong addresses are told apart', async () => {
    const { key } = await makeIntegration(server.api, type);
    const wrongMethod = await send(path(key), undefined, { method: 'PATCH' });
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    const base = path(key).split('/')[1];
    const wrongAddress = await send(`/${base}/nothing/here/at/all/x`, {});
    expect(wrongAddress.status).toBe(404);
  });

  test('digits that a double would change stay as they were sent', async () => {
    const { id, key } = await makeIntegration(server.api, type);
    const body = JSON.stringify(open(key, 'p')).replace('Disk full"', 'Disk full","big":"@"');
    await send(path(key), body.replace('"@"', '12345678901234567890'), {
      headers: headersFor(key),
    });
    const [payload] = await payloadsOf(server, id);
    const raw = await server.api.get(`/inbound-integration/${id}/payloads/${payload?.id}`);
    expect(raw.text).toContain('12345678901234567890');
  });
});

test('limits hold: the answer says when to come back, and an end is always taken', async () => {
  const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'webhook=1/60s' } });
  const previous = server;
  server = limited;
  try {
    for (const { type, path, open, resolve, tooMany, headers } of Object.values(protocols)) {
      const { id, key } = await makeIntegration(limited.api, type);
      const given = { headers: headers?.(key) ?? {} };
      expect((await send(path(key), open(key, 'a'), given)).status).toBeLessThan(300);
      const refused = await send(path(key), open(key, 'b'), given);
      expect(refused.status, type).toBe(429);
      expect(refused.body).toEqual(tooMany);
      expect(refused.headers.get('retry-after')).toBe(String(60 + windowEdgeSeconds));
      const end = resolve(key, 'a');
      expect((await send(end.path, end.body, given)).status).toBeLessThan(300);
      const payloads = await payloadsOf(limited, id);
      expect(payloads.map(({ outcome }) => outcome)).toEqual(['Opened', 'Resolved']);
    }
  } finally {
    server = previous;
    await limited.stop();
  }
});

test('a bearer token is demanded where the integration demands one', async () => {
  const members = { webhookAuthentication: { type: 'bearer', bearer: { token: 't0ken' } } };
  for (const { type, path, open, headers, unknownKey } of Object.values(protocols)) {
    const { id, key } = await makeIntegration(server.api, type, members);
    const without = await send(path(key), open(key, 'a'), { headers: headers?.(key) ?? {} });
    expect(without.status, type).toBe(unknownKey.status);
    const authorization = headers ? `GenieKey ${key}:t0ken` : 'Bearer t0ken';
    const withToken = await send(path(key), open(key, 'a'), { headers: { authorization } });
    expect(withToken.status, type).toBeLessThan(300);
    expect(await payloadsOf(server, id)).toHaveLength(1);
  }
});

/** Of each protocol that has them: a message that somebody looks after the problem. */
const acknowledgements: Record<string, (key: string, problem: string) => [string, unknown]> = {
  pagerduty: (key, problem) => [
    '/pagerduty/v2/enqueue',
    { routing_key: key, event_action: 'acknowledge', dedup_key: problem },
  ],
  opsgenie: (_key, problem) => [`/opsgenie/v2/alerts/${problem}/acknowledge`, { user: 'ann' }],
  'splunk-on-call': (key, problem) => [
    `/splunk-on-call/alert/${key}`,
    { message_type: 'ACKNOWLEDGEMENT', entity_id: problem, ack_author: 'ann' },
  ],
  ilert: (key, problem) => [
    '/ilert/events',
    { apiKey: key, eventType: 'ACCEPT', alertKey: problem, summary: 'seen' },
  ],
};

describe.each(Object.entries(acknowledgements))('acknowledging by %s', (name, acknowledge) => {
  const { type, path, open, headers, accepted } = protocols[name] as Protocol;

  test('keeps severity and title of the incident, and says who looks after it', async () => {
    const { key, teamId } = await makeIntegration(server.api, type);
    const given = { headers: headers?.(key) ?? {} };
    await send(path(key), open(key, 'p'), given);
    const [address, body] = acknowledge(key, 'p');
    expect((await send(address, body, given)).status).toBe(accepted.status);
    const [incident, ...others] = await incidentsOf(server, teamId);
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ title: 'Disk full', status: 'Open', severity: 'Critical' });
    const state = incident?.attributes.find((attribute) => attribute.name === 'SourceState');
    expect(state?.value).toMatch(/^acc?(?:knowledge|ept)/i);
  });

  test('a problem that is not open opens nothing, and the payload says so', async () => {
    const { id, key, teamId } = await makeIntegration(server.api, type);
    const [address, body] = acknowledge(key, 'unknown');
    const answer = await send(address, body, { headers: headers?.(key) ?? {} });
    expect(answer.status).toBe(accepted.status);
    expect(await incidentsOf(server, teamId)).toEqual([]);
    const [payload] = await payloadsOf(server, id);
    expect(payload).toMatchObject({ outcome: 'Discarded', incidentId: null });
    expect(await decisionsOf(server, id, payload?.id ?? '')).toContainEqual(
      expect.objectContaining({
        step: 'set-aside',
        result: 'It refers to a problem for which no incident is open.',
      }),
    );
  });
});

describe('PagerDuty events', () => {
  test('an event without a key for the problem is given one, which resolves it', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'PagerDutyEvents');
    const event = { routing_key: key, event_action: 'trigger', payload: { summary: 'Fire' } };
    const opened = await send('/pagerduty/v2/enqueue', event);
    const { dedup_key } = opened.body as { dedup_key: string };
    expect(dedup_key).toMatch(/^[\da-f]{32}$/);
    await send('/pagerduty/v2/enqueue', { routing_key: key, event_action: 'resolve', dedup_key });
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });

  test('the key may stand in a header instead, and is not stored from there either', async () => {
    const { id, key } = await makeIntegration(server.api, 'PagerDutyEvents');
    const event = { event_action: 'trigger', payload: { summary: 'Fire' } };
    const headers = { 'x-routing-key': key };
    expect((await send('/pagerduty/v2/enqueue', event, { headers })).status).toBe(202);
    const [payload] = await payloadsOf(server, id);
    expect(JSON.stringify(payload?.data)).not.toContain(key);
  });

  test('every mistake in an event is named', async () => {
    const answer = await send('/pagerduty/v2/enqueue', { event_action: 'trigger', payload: {} });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: 'invalid event',
        errors: ["'routing_key' is missing or blank", "'payload.summary' is missing or blank"],
      },
    });
    const other = await send('/pagerduty/v2/enqueue', {
      routing_key: 'x',
      event_action: 'explode',
    });
    expect((other.body as { errors: string[] }).errors).toHaveLength(2);
  });

  test('an unknown severity does not lose the alarm', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'PagerDutyEvents');
    const payload = { summary: 'Fire', severity: 'apocalyptic' };
    const event = { routing_key: key, event_action: 'trigger', payload };
    expect((await send('/pagerduty/v2/enqueue', event)).status).toBe(202);
    expect(await incidentsOf(server, teamId)).toMatchObject([{ severity: 'Warning' }]);
  });

  test('a severity in an acknowledgement is a change of severity', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'PagerDutyEvents');
    const event = {
      routing_key: key,
      dedup_key: 'x',
      payload: { summary: 'Fire', severity: 'critical' },
    };
    await send('/pagerduty/v2/enqueue', { ...event, event_action: 'trigger' });
    const payload = { severity: 'info' };
    await send('/pagerduty/v2/enqueue', { ...event, event_action: 'acknowledge', payload });
    expect(await incidentsOf(server, teamId)).toMatchObject([{ severity: 'Minor' }]);
  });

  test('change events are kept and page nobody', async () => {
    const { id, key, teamId } = await makeIntegration(server.api, 'PagerDutyEvents');
    const event = { routing_key: key, payload: { summary: 'Deployed v2' } };
    expect(await send('/pagerduty/v2/change/enqueue', event)).toMatchObject({
      status: 202,
      body: { status: 'success' },
    });
    expect(await incidentsOf(server, teamId)).toEqual([]);
    expect(await payloadsOf(server, id)).toMatchObject([{ outcome: 'Discarded' }]);
    const [stored] = await payloadsOf(server, id);
    const replayed = await server.api.post(
      `/inbound-integration/${id}/payloads/${stored?.id}/replay`,
    );
    expect(replayed.body).toMatchObject({ outcome: 'Discarded' });
  });
});

describe('Opsgenie alerts', () => {
  const as = (key: string, method = 'POST') => ({
    method,
    headers: { authorization: `GenieKey ${key}` },
  });

  test('an alert without an alias is known by the id that its request tells', async () => {
    const { id, key, teamId } = await makeIntegration(server.api, 'OpsgenieAlertApi');
    const created = await send('/opsgenie/v2/alerts', { message: 'Fire' }, as(key));
    const { requestId } = created.body as { requestId: string };
    const state = await send(
      `/opsgenie/v2/alerts/requests/${requestId}`,
      undefined,
      as(key, 'GET'),
    );
    expect(state).toMatchObject({
      status: 200,
      body: {
        requestId,
        data: { success: true, isSuccess: true, action: 'Create', integrationId: id },
      },
    });
    const { alertId } = (state.body as { data: { alertId: string } }).data;
    await send(`/opsgenie/v2/alerts/${alertId}/close?identifierType=id`, {}, as(key));
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Fire', status: 'Resolved' },
    ]);
  });

  test('requests of other integrations and made-up ones are not there', async () => {
    const one = await makeIntegration(server.api, 'OpsgenieAlertApi');
    const two = await makeIntegration(server.api, 'OpsgenieAlertApi');
    const created = await send('/opsgenie/v2/alerts', { message: 'Fire' }, as(one.key));
    const { requestId } = created.body as { requestId: string };
    for (const asked of [requestId, '11111111-2222-4333-8444-555555555555', 'x'])
      expect(
        (await send(`/opsgenie/v2/alerts/requests/${asked}`, undefined, as(two.key, 'GET'))).status,
      ).toBe(404);
  });

  test('a message is required, in the words of the original', async () => {
    const { key } = await makeIntegration(server.api, 'OpsgenieAlertApi');
    expect(await send('/opsgenie/v2/alerts', { alias: 'x' }, as(key))).toMatchObject({
      status: 422,
      body: { errors: { message: expect.stringContaining('empty') } },
    });
  });

  test('what a client that writes slashes behind everything asks works', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'OpsgenieAlertApi');
    await send('/opsgenie/v2/alerts/', { message: 'Fire', alias: 'disk/db 1' }, as(key));
    await send('/opsgenie/v2/alerts/disk/db%201/close/?identifierType=alias', null, as(key));
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });

  test('deleting ends the problem; a new priority changes the severity; a note keeps it', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'OpsgenieAlertApi');
    await send('/opsgenie/v2/alerts', { message: 'Fire', alias: 'x', priority: 'P3' }, as(key));
    await send('/opsgenie/v2/alerts/x/priority', { priority: 'P1' }, as(key, 'PUT'));
    await send('/opsgenie/v2/alerts/x/notes', { note: 'on it' }, as(key));
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { severity: 'Critical', status: 'Open' },
    ]);
    await send('/opsgenie/v2/alerts/x?user=ann', undefined, as(key, 'DELETE'));
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });

  test('an operation that is not supported says which are', async () => {
    const { key } = await makeIntegration(server.api, 'OpsgenieAlertApi');
    const answer = await send('/opsgenie/v2/alerts/x/actions/restart', {}, as(key));
    expect(answer.status).toBe(403);
    expect((answer.body as { message: string }).message).toContain('acknowledge');
  });
});

describe('Splunk On-Call', () => {
  test('an alert without an entity is given one, and the routing key is kept', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'SplunkOnCallRest');
    const answer = await send(`/splunk-on-call/alert/${key}/data%20base`, { message_type: 'INFO' });
    const { entity_id } = answer.body as { entity_id: string };
    expect(entity_id).toMatch(/./);
    const [incident] = await incidentsOf(server, teamId);
    expect(incident).toMatchObject({ severity: 'Minor' });
    expect(incident?.attributes).toContainEqual(
      expect.objectContaining({ name: 'Routing Key', value: 'data base' }),
    );
  });

  test('a message without a type is refused', async () => {
    const { key } = await makeIntegration(server.api, 'SplunkOnCallRest');
    expect(await send(`/splunk-on-call/alert/${key}/x`, { entity_id: 'x' })).toMatchObject({
      status: 400,
      body: { result: 'failure', message: expect.stringContaining('message_type') },
    });
  });
});

describe('ilert events', () => {
  test('the first version of the address answers as its clients expect', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'IlertEvents');
    const event = { apiKey: key, summary: 'Fire', incidentKey: 'x', priority: 'LOW' };
    expect(await send('/ilert/api/v1/events', { ...event, eventType: 'ALERT' })).toMatchObject({
      status: 200,
      body: { incidentKey: 'x' },
    });
    await send(`/ilert/v1/events/${key}`, { eventType: 'RESOLVE', incidentKey: 'x' });
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { status: 'Resolved', severity: 'Minor' },
    ]);
  });

  test('what an event must have is said', async () => {
    for (const [event, field] of [
      [{ eventType: 'BOOM' }, 'eventType'],
      [{ eventType: 'ALERT' }, 'summary'],
      [{ eventType: 'RESOLVE', summary: 'x' }, 'alertKey'],
    ] as const)
      expect(await send('/ilert/events', { apiKey: 'x', ...event })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(field) },
      });
  });
});

describe('Alertmanager API', () => {
  const alert = (alertname: string, more: object = {}) => ({
    labels: { alertname, severity: 'warning' },
    annotations: { summary: `${alertname} is wrong` },
    ...more,
  });

  test('each alert of a request is an incident of its own, and ends on its own', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'AlertmanagerApiV2');
    const path = `/alertmanager/${key}/api/v2/alerts`;
    const past = { endsAt: '2026-03-02T09:00:00Z' };
    await send(path, [alert('A'), alert('B'), alert('C', { endsAt: '0001-01-01T00:00:00Z' })]);
    await send(path, [alert('A'), alert('B', past)]);
    const incidents = await incidentsOf(server, teamId);
    expect(incidents.map(({ title, status }) => [title, status])).toEqual([
      ['A is wrong', 'Open'],
      ['B is wrong', 'Resolved'],
      ['C is wrong', 'Open'],
    ]);
  });

  test('an alert ends when the clock passes the end that it came with', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'AlertmanagerApiV2');
    const path = `/alertmanager/${key}/api/v2/alerts`;
    const ends = new Date(server.clock.now().getTime() + 240_000).toISOString();
    await send(path, [alert('A', { endsAt: ends })]);
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Open' }]);
    server.clock.advance(240);
    await send(path, [alert('A', { endsAt: ends })]);
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });

  test('alerts without labels do not take the others with them', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'AlertmanagerApiV2');
    const path = `/alertmanager/${key}/api/v2/alerts`;
    const answer = await send(path, [alert('A'), { annotations: {} }, 'x']);
    expect(answer).toMatchObject({ status: 400, body: '2 of 3 alerts have no labels.' });
    expect(await incidentsOf(server, teamId)).toMatchObject([{ title: 'A is wrong' }]);
  });

  test('an empty list opens nothing', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'AlertmanagerApiV2');
    expect((await send(`/alertmanager/${key}/api/v2/alerts`, [])).status).toBe(200);
    expect(await incidentsOf(server, teamId)).toEqual([]);
  });

  test('clients that ask for the status are told it', async () => {
    const { key } = await makeIntegration(server.api, 'AlertmanagerApiV2');
    const path = `/alertmanager/${key}/api/v2/status`;
    expect(await send(path, undefined, { method: 'GET' })).toMatchObject({
      status: 200,
      body: { cluster: { status: 'disabled' }, versionInfo: { version: 'tocsin' } },
    });
    const unknown = '/alertmanager/11111111-2222-4333-8444-555555555555/api/v2/status';
    expect((await send(unknown, undefined, { method: 'GET' })).status).toBe(401);
  });
});

test('an address of no receiver is not found', async () => {
  expect(await send('/pagertree/x', {})).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  });
});
