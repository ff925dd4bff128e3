import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { incidentsOf, makeIntegration } from '../../support/incidents.ts';
import { sendTo } from '../../support/webhook.ts';

/** Nothing costly is done for callers who are not known, or who are beyond their limit. */

const megabyte = 1024 * 1024;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'webhook=1/60s' } });
});
afterAll(() => t.stop());

const receiver = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  sendTo(`${t.app.url}/api/receivers${path}`, { body, headers });

describe('beyond the rate limit', () => {
  test('a body is not parsed for long: after the budget for it, even one that is broken is only too many', async () => {
    const { key } = await makeIntegration(t.api, 'AlertmanagerApiV2');
    const path = `/alertmanager/${key}/api/v2/alerts`;
    expect((await receiver(path, '[{"labels":{"alertname":"a"}}]')).status).toBe(200);
    // Small ones are looked at, because they may resolve something.
    expect((await receiver(path, '[{')).status).toBe(400);
    expect((await receiver(path, `[{${' '.repeat(megabyte)}`)).status).toBe(429);
    // What a gzip unfolds to is what counts.
    const bomb = gzipSync(`[${'{},'.repeat(megabyte / 2)}`);
    expect((await receiver(path, bomb, { 'content-encoding': 'gzip' })).status).toBe(429);
  });

  test('what resolves is found in hundreds of small payloads', async () => {
    const { webhook, teamId } = await makeIntegration(t.api, 'Webhook');
    const headers = { 'content-type': 'application/json' };
    const post = (body: object) => sendTo(webhook, { headers, body: JSON.stringify(body) });
    expect((await post({ status: 'Open', title: 'x', correlationId: 'x' })).status).toBe(200);
    for (let n = 0; n < 100; n += 1)
      expect((await post({ status: 'Open', correlationId: `n${n}` })).status).toBe(429);
    const { status, body } = await post({ status: 'Resolved', correlationId: 'x' });
    expect([status, body.outcome]).toEqual([200, 'Resolved']);
    expect(await incidentsOf(t, teamId)).toMatchObject([{ status: 'Resolved' }]);
  });
});

describe('of callers whom only the body could name', () => {
  test('a large body without the key of an integration is not parsed', async () => {
    const event = (token: string) =>
      `{"routing_key":"${token}","event_action":"trigger","payload":{"summary":"x"},"x":"${'y'.repeat(100_000)}"`;
    const unknown = '11111111-2222-4333-8444-555555555555';
    // Broken at its end, which parsing would have found.
    const refused = await receiver(
      '/ilert/events',
      event(unknown).replace('routing_key', 'apiKey'),
    );
    expect(refused.status).toBe(401);
    const { key } = await makeIntegration(t.api, 'IlertEvents');
    const known = await receiver('/ilert/events', event(key).replace('routing_key', 'apiKey'));
    expect(known.status).toBe(400);
  });

  test('an event that quotes the key of another integration is for the one it names', async () => {
    const meant = await makeIntegration(t.api, 'PagerDutyEvents');
    const quoted = await makeIntegration(t.api, 'PagerDutyEvents');
    const event = {
      payload: { summary: 'Fire', custom_details: { original: { routing_key: quoted.key } } },
      routing_key: meant.key,
      event_action: 'trigger',
    };
    expect((await receiver('/pagerduty/v2/enqueue', JSON.stringify(event))).status).toBe(202);
    expect(await incidentsOf(t, meant.teamId)).toHaveLength(1);
    expect(await incidentsOf(t, quoted.teamId)).toEqual([]);
  });

  test('bodies that never end fill their own small memory; genuine webhooks are taken meanwhile', async () => {
    const { webhook } = await makeIntegration(t.api, 'Webhook');
    const parked = await park(2, 3 * megabyte - 1);
    expect(parked.refused).toBe(503);
    expect((await sendTo(webhook, { body: 'disk full' })).status).toBe(200);
    const known = await makeIntegration(t.api, 'OpsgenieAlertApi');
    const answer = await receiver('/opsgenie/v2/alerts', '{"message":"x"}', {
      authorization: `GenieKey ${known.key}`,
    });
    expect(answer.status).toBe(202);
    parked.end();
  });

  test.each([
    ['of a known integration', async () => (await makeIntegration(t.api, 'Webhook')).webhook],
    ['of nobody known', async () => `${t.app.url}/api/receivers/pagerduty/v2/enqueue`],
  ])('a body %s that comes too slowly is not waited for', async (_, address) => {
    const webhook = await address();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const outgoing = request(webhook, { method: 'POST', headers: { 'content-length': '1000' } });
      const status = new Promise<number | undefined>((resolve, reject) => {
        outgoing.on('response', (response) => resolve(response.statusCode));
        outgoing.on('error', reject);
      });
      outgoing.write('slow');
      let isAnswered = false;
      outgoing.on('response', () => {
        isAnswered = true;
      });
      while (!isAnswered) {
        vi.advanceTimersByTime(1000);
        await new Promise(setImmediate);
      }
      expect(await status).toBe(408);
      outgoing.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  /** Opens so many requests that send `bytes` and never end; resolved when one of them is refused. */
  function park(
    count: number,
    bytes: number,
  ): Promise<{ refused: number | undefined; end(): void }> {
    const outgoing = Array.from({ length: count }, () =>
      request(`${t.app.url}/api/receivers/pagerduty/v2/enqueue`, {
        method: 'POST',
        headers: { 'content-length': String(bytes + 1) },
      }),
    );
    const end = () => {
      for (const one of outgoing) one.destroy();
    };
    return new Promise((resolve) => {
      for (const one of outgoing) {
        one.on('response', ({ statusCode }) => resolve({ refused: statusCode, end }));
        one.on('error', () => undefined);
        one.write(Buffer.alloc(bytes, 32));
      }
    });
  }
});
