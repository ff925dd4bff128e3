import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentModel, withAllEvents } from '../../src/incidents/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { ingestTokenOf, makeIntegration, map, sendTo } from '../support/webhook.ts';

describe('two processes on one store', () => {
  let dataDir: string;
  let owner: ServerProcess | undefined;
  let guest: TestApp | undefined;
  let id: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    owner = await startServerProcess(dataDir);
    guest = await startTestApp({ besides: { dataDir, key: owner.key } as TestApp });
    id = await makeIntegration(guest);
    await map(guest, id);
  });
  afterAll(async () => {
    await guest?.app.stop();
    await owner?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The same alert to both at once. */
  async function both(body: Record<string, unknown>) {
    const token = await ingestTokenOf(guest as TestApp, id);
    const alert = JSON.stringify({ status: 'Open', title: 'x', ...body });
    return Promise.all(
      [owner?.url, guest?.app.url].map((url) =>
        sendTo(`${url}/api/webhook/${token}`, {
          headers: { 'content-type': 'application/json' },
          body: alert,
        }),
      ),
    );
  }

  const incidents = (correlationId?: string) =>
    incidentModel(guest?.app.world.store as never)
      .find({ integrationId: id, ...(correlationId === undefined ? {} : { correlationId }) })
      .lean();

  it('one CorrelationId in both at once makes one incident, thirty times over', async () => {
    for (let n = 0; n < 30; n += 1) {
      const answers = await both({ id: `same ${n}` });
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual(['Opened', 'Updated']);
      expect(new Set(answers.map(({ body }) => body.incidentId)).size).toBe(1);
    }
    expect(await incidents()).toHaveLength(30);
  });

  it('a storm on four problems loses no payload and opens nothing twice', async () => {
    const answers = (
      await Promise.all(Array.from({ length: 100 }, (_, n) => both({ id: `storm ${n % 4}` })))
    ).flat();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await guest?.app.jobs.runAll();
    let events = 0;
    for (let n = 0; n < 4; n += 1) {
      const [found, ...others] = await incidents(`storm ${n}`);
      if (!found || !guest) throw new Error(`There is no incident of storm ${n}.`);
      expect(others).toEqual([]);
      const { events: all } = await withAllEvents(guest.app.world, found);
      // What alerting says by itself is no payload's.
      events += all.filter(({ by }) => by?.kind === 'integration').length;
    }
    const late = answers.filter(({ body }) => body.outcome === 'Accepted').length;
    expect(events, 'each payload is one event').toBeGreaterThanOrEqual(200 - late);
    expect(events).toBeLessThanOrEqual(200);
  });
});
