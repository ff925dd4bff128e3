import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OutboundClient, OutboundError } from '../../src/egress/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { applyInTurn, readInTurn } from '../../src/pace/index.ts';
import { say } from '../../src/sentences/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

/** A network in which hosts `hangs…` never answer until the test ends their requests. */
class Network implements OutboundClient {
  readonly told: { host: string; body: string }[] = [];
  #hanging: (() => void)[] = [];
  isWell = false;

  get hanging(): number {
    return this.#hanging.length;
  }

  request: OutboundClient['request'] = async (url, { body, signal } = {}) => {
    const { host } = new URL(url);
    if (host.startsWith('hangs') && !this.isWell)
      await new Promise<void>((_resolve, reject) => {
        const end = () =>
          reject(new OutboundError('timeout', say('noAnswerWithin', { milliseconds: 1 })));
        this.#hanging.push(end);
        signal?.addEventListener('abort', end);
      });
    this.told.push({ host, body: String(body) });
    return { url, status: 200, headers: {}, body: Buffer.from('{}'), isTruncated: false };
  };

  /** All that hang end without an answer. */
  timeOut(): void {
    for (const end of this.#hanging.splice(0)) end();
  }
}

const network = new Network();
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ outbound: network });
});
afterAll(async () => {
  network.isWell = true;
  network.timeOut();
  await server.stop();
});

/** A team with tools at these hosts; gives what opens an incident. */
async function teamWith(api: ApiClient, hosts: readonly string[]) {
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const tools: string[] = [];
  for (const host of hosts)
    tools.push(
      await api.make('/outbound-integration', {
        displayName: host,
        teamId,
        type: 'Webhook',
        webhookSettings: { url: `https://${host}/hook` },
      }),
    );
  const probe = await api.post('/inbound-integration', {
    displayName: 'Probe',
    teamId,
    type: 'Webhook',
  });
  const open = async (title: string, severity = 'Critical') => {
    await fetch(String(probe.body.webhookUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, status: 'Open', severity }),
    });
  };
  return { tools, open };
}

/** Looks again and again, as the timers do, until it is so. */
function until(check: () => unknown): Promise<unknown> {
  return vi.waitFor(
    async () => {
      for (const task of ['alerting', 'send-Outbound']) server.app.jobs.poke(task);
      await check();
    },
    { timeout: 120_000, interval: 50 },
  );
}

it('tells another organization of a Critical while many tools of the first hang, says so in their log, and tells them when they answer', async () => {
  const hosts = Array.from({ length: 10 }, (_, n) => `hangs${n}.example.com`);
  const crowd = await makeOrganization(server);
  const crowded = await teamWith(crowd.api, hosts);
  const { id: organizationId, api } = await makeOrganization(server);
  const quiet = await teamWith(api, ['works.example.com']);
  const incidents = 35;
  for (let n = 0; n < incidents; n += 1) await crowded.open(`Crowd ${n}`);
  const deliveries = deliveriesOf(server.app.world);
  const toCrowd = { ownerId: { $in: crowded.tools } };
  await until(async () => {
    expect(await deliveries.countDocuments(toCrowd)).toBeGreaterThanOrEqual(
      incidents * hosts.length,
    );
    // All places that they get.
    expect(network.hanging).toBeGreaterThan(20);
  });
  // Less severe, and behind a page full of what is more urgent.
  await quiet.open('Till slow', 'Warning');
  await quiet.open('Till closed');
  await until(() => {
    for (const title of ['Till slow', 'Till closed'])
      expect(network.told.some(({ body }) => body.includes(title))).toBe(true);
  });
  expect(new Set(network.told.map(({ host }) => host))).toEqual(new Set(['works.example.com']));
  // The record comes after the answer.
  await until(async () =>
    expect(await deliveries.countDocuments({ organizationId, state: 'sent' })).toBeGreaterThan(0),
  );
  expect(await deliveries.countDocuments({ ...toCrowd, state: 'sent' })).toBe(0);

  network.timeOut();
  await until(async () => {
    const waiting = { ...toCrowd, waitsBecause: { $exists: true } };
    expect(await deliveries.countDocuments(waiting)).toBeGreaterThan(incidents);
    network.timeOut();
  });
  const waits = await deliveries.findOne({
    ...toCrowd,
    waitsBecause: { $exists: true },
    attempts: [],
  });
  const record = await crowd.api.get(`/outbound-integration/${waits?.ownerId}/logs/${waits?._id}`);
  expect(record.body).toMatchObject({ outcome: 'Queued', attempts: [] });
  expect(record.body.description).toMatch(
    /^Waits to tell of \w+\. The tool does not answer in time\./,
  );
  // They hold no place any more.
  await until(() => expect(network.hanging).toBe(0));

  network.isWell = true;
  await until(async () => {
    server.clock.advance(1);
    expect(await deliveries.countDocuments({ ...toCrowd, state: 'queued' })).toBe(0);
  });
  expect(await deliveries.countDocuments({ ...toCrowd, state: { $ne: 'sent' } })).toBe(0);
});

it('tells another organization of a Critical while a report and a portion of alerts of the first never end', async () => {
  const { world } = server.app;
  const { id: organizationId } = await makeOrganization(server);
  const { api } = await makeOrganization(server);
  const quiet = await teamWith(api, ['works.example.com']);
  const held = Promise.withResolvers<void>();
  const steps = [readInTurn, applyInTurn].map((inTurn) =>
    inTurn({ ...world, organizationId }, () => held.promise),
  );
  await quiet.open('Till burns');
  await until(() =>
    expect(network.told.some(({ body }) => body.includes('Till burns'))).toBe(true),
  );
  held.resolve();
  await Promise.all(steps);
});
