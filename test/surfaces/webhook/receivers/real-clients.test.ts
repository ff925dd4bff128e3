/** Client libraries as their users have them, with nothing changed but base URL and key. */
import { Agent, createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { change, event } from '@pagerduty/pdjs';
import { CloudEvent, emitterFor, HTTP, httpTransport, Mode } from 'cloudevents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPluginCertificate } from '../../../../cdktf-provider/runtime/certificate.ts';
import type { TestApp } from '../../../support/app.ts';
import { incidentsOf, makeIntegration, payloadsOf } from '../../../support/incidents.ts';
import { sharedTestApp } from '../../../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

describe('@pagerduty/pdjs', () => {
  let proxy: Server;
  let base: { server: string; agent: Agent };

  /** The library speaks https only, so TLS ends in front of the server, as it does in production. */
  beforeAll(async () => {
    const { keyPem, certificatePem } = createPluginCertificate();
    const target = Number(new URL(server.app.url).port);
    proxy = createTlsServer({ key: keyPem, cert: certificatePem });
    proxy.on('secureConnection', (socket) => {
      const inner = connect(target, '127.0.0.1');
      socket.pipe(inner).pipe(socket);
      socket.on('error', () => inner.destroy());
      inner.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    base = {
      server: `localhost:${port}/api/receivers/pagerduty`,
      agent: new Agent({ ca: certificatePem }),
    };
  });
  afterAll(() => {
    base.agent.destroy();
    proxy.close();
  });

  const details = { summary: 'Disk full', source: 'db-1', severity: 'critical' as const };

  test('triggers, acknowledges and resolves', async () => {
    const { key, teamId } = await makeIntegration(server.api, 'PagerDutyEvents');
    const triggered = await event({
      ...base,
      data: { routing_key: key, event_action: 'trigger', payload: details },
    });
    expect(triggered.response.status).toBe(202);
    expect(triggered.data).toMatchObject({ status: 'success', message: 'Event processed' });
    const dedup_key = triggered.data.dedup_key;
    const follow = (event_action: 'acknowledge' | 'resolve') =>
      event({ ...base, data: { routing_key: key, dedup_key, event_action, payload: details } });
    await follow('acknowledge');
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Open', severity: 'Critical' },
    ]);
    await follow('resolve');
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
    const changed = await change({
      ...base,
      data: { routing_key: key, event_action: 'trigger', payload: details },
    });
    expect(changed.response.status).toBe(202);
  });

  test('is told of a wrong key', async () => {
    const answer = await event({
      ...base,
      data: { routing_key: 'x'.repeat(32), event_action: 'trigger', payload: details },
    });
    expect(answer.response.status).toBe(400);
    expect(answer.data).toMatchObject({ status: 'invalid event' });
  });
});

describe('cloudevents', () => {
  const ends = { type: 'com.example.disk.resolved', source: '/db-1', subject: 'disk', data: {} };
  const opens = {
    ...ends,
    type: 'com.example.disk.full',
    data: { title: 'Disk full', severity: 'critical', used: 99.5 },
  };

  test.each([Mode.BINARY, Mode.STRUCTURED])('%s mode opens and resolves', async (mode) => {
    const { teamId, webhook } = await makeIntegration(server.api, 'CloudEvents');
    const emit = emitterFor(httpTransport(webhook), { mode });
    await emit(new CloudEvent(opens));
    expect(await incidentsOf(server, teamId)).toMatchObject([
      { title: 'Disk full', status: 'Open', severity: 'Critical' },
    ]);
    await emit(new CloudEvent(ends));
    expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });

  test('a batch is several events', async () => {
    const { id, teamId, webhook } = await makeIntegration(server.api, 'CloudEvents');
    const batch = ['a', 'b', 'c'].map((subject) => new CloudEvent({ ...opens, subject }).toJSON());
    const answer = await fetch(webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents-batch+json' },
      body: JSON.stringify(batch),
    });
    expect(answer.status).toBe(200);
    expect(await incidentsOf(server, teamId)).toHaveLength(3);
    expect(await payloadsOf(server, id)).toHaveLength(1);
  });

  test('what is stored is still the event that was sent', async () => {
    const { id, webhook } = await makeIntegration(server.api, 'CloudEvents');
    const sent = new CloudEvent(opens);
    await emitterFor(httpTransport(webhook), { mode: Mode.BINARY })(sent);
    const [payload] = await payloadsOf(server, id);
    const received = HTTP.toEvent({
      headers: payload?.data.headers as Record<string, string>,
      body: JSON.stringify(payload?.data.jsonBody),
    });
    expect(received).toMatchObject({ id: sent.id, source: sent.source, data: opens.data });
  });

  test('a sender that asks first whether it may send is told so, and opens nothing', async () => {
    const { id, teamId, webhook } = await makeIntegration(server.api, 'CloudEvents');
    const answer = await fetch(webhook, {
      method: 'OPTIONS',
      headers: { 'webhook-request-origin': 'events.example.com' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('webhook-allowed-origin')).toBe('events.example.com');
    expect(await incidentsOf(server, teamId)).toEqual([]);
    expect(await payloadsOf(server, id)).toMatchObject([{ outcome: 'Discarded' }]);
  });
});
