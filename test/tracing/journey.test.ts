import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeCollector, type ReceivedSpan, startCollector } from '../fakes/collector.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { map, send } from '../support/webhook.ts';

let collector: FakeCollector;
let smtp: FakeSmtpServer;
let server: TestApp;

beforeEach(async () => {
  [collector, smtp] = await Promise.all([startCollector(), startSmtpServer()]);
});
afterEach(async () => {
  await server.stop();
  await Promise.all([collector.stop(), smtp.stop()]);
});

const personal = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+4915112345678' };

const always = (name: string) => ({
  [`delayInMin${name}`]: 0,
  [`severities${name}`]: ['Critical', 'Warning', 'Minor'],
  [`disabledIntents${name}`]: [],
});

const startApp = (env: Record<string, string>, options: TestAppOptions = {}) =>
  startTestApp({
    env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', ...env },
    ...options,
  });

/** A team that is told by mail: Ada at once, and again after five minutes. */
async function start(env: Record<string, string>): Promise<string> {
  server = await startApp(env);
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  const userId = await api.make('/user', {
    email: personal.email,
    displayName: personal.name,
    phoneNumber: personal.phone,
    timeZoneId: 'UTC',
    incidentNotificationSettings: {
      shouldSendSMS: false,
      shouldCallVoice: false,
      shouldSendPush: false,
      shouldSendEmail: true,
      ...always('SMS'),
      ...always('Voice'),
      ...always('Push'),
      ...always('Email'),
    },
  });
  const membership = await api.make('/team-membership', { userId, teamId, role: 'Member' });
  const tier = { schedules: [{ rotations: [{ members: [{ teamMembershipId: membership }] }] }] };
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: [{ ...tier, repeats: 1, repeatsAfterMinutes: 5 }],
  });
  const integrationId = await api.make('/inbound-integration', {
    displayName: 'Alarms',
    teamId,
    type: 'Webhook',
  });
  await map(server, integrationId);
  return integrationId;
}

const alarm = (id: string) =>
  JSON.stringify({ status: 'Open', severity: 'Critical', title: 'Secret title', id });

async function post(integrationId: string, id = 'disk'): Promise<Record<string, string>> {
  const { status, body } = await send(server, integrationId, { body: alarm(id) });
  expect(status).toBe(200);
  return body as Record<string, string>;
}

/** As stopping sends what is left, nobody has to wait for it. */
async function spansAfterStop(): Promise<ReceivedSpan[]> {
  await server.app.stop();
  return collector.spans();
}

const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.filter((span) => span.name === name);

describe('with a collector', () => {
  it('one trace leads from the webhook to the message, under the id of the incident, and says who waited where', async () => {
    const integrationId = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    });
    const { incidentId = '', payloadId } = await post(integrationId);
    // Nobody looks at what is due for a while.
    server.clock.advance(90);
    await server.app.jobs.runAll();
    expect(smtp.mails).toHaveLength(1);

    const spans = await spansAfterStop();
    const traceId = incidentId.replaceAll('-', '');
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    const [webhook, payload, incident, decision, message] = [
      ...['webhook', 'payload', 'incident', 'decision', 'message'].map((name) => {
        const [first, ...others] = named(spans, name);
        expect(others, name).toEqual([]);
        return first;
      }),
    ];
    expect(webhook?.parentSpanId).toBeUndefined();
    expect(payload?.parentSpanId).toBe(webhook?.spanId);
    expect(incident?.parentSpanId).toBe(payload?.spanId);
    expect(decision?.parentSpanId).toBe(incident?.spanId);
    expect(message?.parentSpanId).toBe(decision?.spanId);

    const about = {
      'tocsin.organization.id': server.organizationId,
      'tocsin.integration.id': integrationId,
    };
    expect(webhook?.attributes).toMatchObject({ ...about, 'tocsin.payload.id': payloadId });
    expect(payload?.attributes).toMatchObject({ ...about, 'tocsin.outcome': 'Opened' });
    expect(decision?.attributes).toMatchObject({ ...about, 'tocsin.late_seconds': 90 });
    expect(message?.attributes).toMatchObject({
      ...about,
      'tocsin.channel': 'Email',
      'tocsin.outcome': 'sent',
      'tocsin.attempt': 1,
      'tocsin.late_seconds': 90,
    });
    // The waiting is part of the span, and where it ended is marked.
    const seconds = (from?: string, until?: string) => (Number(until) - Number(from)) / 1e9;
    expect(seconds(decision?.startTimeUnixNano, decision?.events?.[0]?.timeUnixNano)).toBe(90);

    const [request] = collector.received;
    expect(request?.headers.authorization).toBe('Bearer abc');
    const sent = collector.received.map(({ body }) => body.toString('utf8')).join('');
    for (const text of [...Object.values(personal), 'Secret title', 'Payments', 'Alarms'])
      expect(sent).not.toContain(text);
  });

  it('what another process does later is in the same trace: an escalation after a restart, below the same payload', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const integrationId = await start(env);
    const { incidentId = '' } = await post(integrationId);
    await server.app.jobs.runAll();
    await server.app.stop();
    // What it knew is gone.
    const next = await startApp(env, { besides: server, clock: '2026-03-02T10:05:00.000Z' });
    await next.app.jobs.runAll();
    await next.stop();
    expect(smtp.mails).toHaveLength(2);

    const spans = collector.spans();
    const [first, second] = named(spans, 'decision');
    const [incident] = named(spans, 'incident');
    expect(first?.spanId).not.toBe(second?.spanId);
    for (const decision of [first, second]) {
      expect(decision?.traceId).toBe(incidentId.replaceAll('-', ''));
      expect(decision?.parentSpanId).toBe(incident?.spanId);
    }
    const messages = named(spans, 'message');
    expect(messages.map(({ parentSpanId }) => parentSpanId).toSorted()).toEqual(
      [first?.spanId, second?.spanId].toSorted(),
    );
  });

  it('that is not there, alerts come in and people are told as ever, and the log says it once', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const integrationId = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    for (const id of ['a', 'b', 'c']) await post(integrationId, id);
    await server.app.jobs.runAll();
    expect(smtp.mails.length).toBeGreaterThan(0);
    await server.app.stop();
    const lines = server.log.filter(({ msg }) => String(msg).includes('collector'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'warn' });
  });
});

it('without a collector nothing is sent', async () => {
  const integrationId = await start({});
  await post(integrationId);
  await server.app.jobs.runAll();
  expect(smtp.mails).toHaveLength(1);
  expect(await spansAfterStop()).toEqual([]);
});
