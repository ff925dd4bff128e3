import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Schema } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimSetUp } from '../../src/calls/claim-set-up.ts';
import { reserveMember } from '../../src/calls/engagements.ts';
import { claimRequest } from '../../src/http/idempotency.ts';
import { claim } from '../../src/jobs/index.ts';
import { createLeases } from '../../src/jobs/leases.ts';
import { createLog, randomId, type World } from '../../src/kernel/index.ts';
import { SentMessages } from '../../src/outbound/sent-messages.ts';
import { joinStore, type Processes, processModel } from '../../src/processes/index.ts';
import { certainMilliseconds } from '../../src/processes/processes.ts';
import { type ReplayRun, replayRuns } from '../../src/replays/model.ts';
import { defineModel } from '../../src/store/index.ts';
import { measuredTime } from '../../src/store/store-time.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const thingSchema = new Schema({ _id: String, nextAt: Date, takenBy: String });
const thingModel = defineModel<{ _id: string; nextAt: Date; takenBy?: string }>(
  'things_of_machines',
  thingSchema,
);

let t: TestApp;
/** The store's time, which only passes. */
let storeAt = Date.parse('2026-03-02T10:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

/** A server on a machine of its own, whose clock is `ahead` of the store's; whoever sets that changes `ahead`. */
interface Server {
  ahead: number;
  world: World;
  processes: Processes;
}

async function serverOn(id: string, ahead: number): Promise<Server> {
  const machine = { ahead };
  const own = { now: () => storeAt + machine.ahead, elapsed: () => storeAt };
  const time = await measuredTime(async () => new Date(storeAt), createLog('silent'), own);
  const world: World = {
    ...t.app.world,
    // Others may come without its knowledge, as on a MongoDB.
    store: { ...t.app.world.store, time, mayBeExclusive: false },
    clock: { now: time.now, elapsed: own.elapsed },
  };
  const processes = {
    ...t.app.processes,
    id,
    exclusive: () => false,
    living: async () => new Set(servers),
  };
  return Object.assign(machine, { world, processes });
}
const servers = ['aaaaaaaaaa', 'bbbbbbbbbb'];

interface Lease {
  /** In `src`. */
  file: string;
  seconds: number;
  /** Whether the server has what `id` names from now on; of some kinds there is only one in the store. */
  take(server: Server, id: string): Promise<boolean>;
}

const organizationId = 'an organization';
const member = { organizationId, teamId: 'team' };
const leases: Lease[] = [
  {
    file: 'jobs/leases.ts',
    seconds: 60,
    take: ({ world, processes }, id) => createLeases(world, processes).take(id, new Date(0)),
  },
  ...[10, 60, 120].map((seconds) => ({
    file: 'jobs/claims.ts',
    seconds,
    async take({ world, processes }: Server, _id: string) {
      const things = thingModel(world.store);
      const due = { _id, nextAt: world.clock.now() };
      const { upsertedCount } = await things.updateOne(
        { _id },
        { $setOnInsert: due },
        { upsert: true },
      );
      expect(upsertedCount).toBeLessThanOrEqual(1);
      const options = { model: things, dueAt: 'nextAt', takenBy: 'takenBy' };
      const lease = { ...options, leaseMilliseconds: seconds * 1000 };
      return (await claim(world, processes, lease, [due])).documents.length > 0;
    },
  })),
  {
    file: 'http/idempotency.ts',
    seconds: 60,
    async take({ world }, id) {
      // as never: the members of a caller that a claim reads.
      const caller = { ...world, organizationId, requestId: randomId() } as never;
      return Boolean(await claimRequest(caller, { id, operationId: 'x', fingerprint: 'x' }));
    },
  },
  {
    file: 'outbound/sent-messages.ts',
    seconds: 60,
    async take({ world }, id) {
      const integration = { id: 'tool', organizationId };
      // as never: the members of a delivery that a claim reads.
      const delivery = { key: id, integration, incident: { id }, isSnapshot: false } as never;
      return (await SentMessages.claim(world, delivery)) !== null;
    },
  },
  {
    file: 'calls/engagements.ts',
    seconds: 4 * 3600 + 300,
    take: ({ world, processes }, userId) =>
      reserveMember(world, { ...member, userId, sessionId: processes.id }),
  },
  {
    file: 'calls/claim-set-up.ts',
    seconds: 120,
    async take({ world }, id) {
      // as never: the members of a plan that a claim reads.
      const plan = { id, organizationId, fingerprint: 'as it is' } as never;
      return (await claimSetUp(world, plan, false)) !== null;
    },
  },
  {
    file: 'runs/kept-runs.ts',
    seconds: 60,
    async take({ world }) {
      if ((await replayRuns.going(world, organizationId)).length > 0) return false;
      const seenAt = world.clock.now();
      // as: the members by which a server says that something runs.
      const run = { _id: randomId(), organizationId, state: 'Running', seenAt };
      await replayRuns.add(world, run as ReplayRun);
      return true;
    },
  },
  {
    // The life of a process, by which others know whether its leases hold: so long where they have only just come.
    file: 'processes/processes.ts',
    seconds: certainMilliseconds / 1000,
    async take({ world }, _id) {
      const { id, living } = await joinStore(world);
      if ((await living()).has(_id)) return false;
      // Another process than the one that runs this test.
      const own = await processModel(world.store).findById(id).lean();
      await processModel(world.store).insertOne({ ...own, _id } as never);
      return true;
    },
  },
];

const minute = 60_000;
/** Clocks that are less than a second from the store's are left alone. */
const marginSeconds = 2;
const aheads = fc.constantFrom(0, 900, -5000, minute, -minute, 60 * minute, -60 * minute);
const settings = fc.record({
  aheadAtStart: fc.tuple(aheads, aheads),
  /** Somebody sets the clocks while the first one holds the lease. */
  aheadMeanwhile: fc.tuple(aheads, aheads),
  areMeasured: fc.boolean(),
  /** Of the length of the lease. */
  passed: fc.constantFrom(0, 0.5, 1),
});

it.each(leases.map((lease) => [lease.file, lease.seconds, lease] as const))(
  '%s, %i s: servers whose clocks are apart, or are set, take no lease of each other before its end, and then they do',
  async (_file, _seconds, { seconds, take }) => {
    await fc.assert(
      fc.asyncProperty(settings, async ({ aheadAtStart, aheadMeanwhile, areMeasured, passed }) => {
        // What was taken before is over.
        storeAt += 24 * 60 * minute;
        const id = randomId();
        const first = await serverOn('aaaaaaaaaa', aheadAtStart[0]);
        const second = await serverOn('bbbbbbbbbb', aheadAtStart[1]);
        expect(await take(first, id)).toBe(true);
        [first.ahead, second.ahead] = aheadMeanwhile;
        if (areMeasured)
          await Promise.all([first, second].map((s) => s.world.store.time.measure()));
        const wait = passed * Math.max(0, seconds - marginSeconds) * 1000;
        storeAt += wait;
        expect(await take(second, id)).toBe(false);
        storeAt += (seconds + marginSeconds) * 1000 - wait;
        expect(await take(second, id)).toBe(true);
      }),
      { numRuns: 25 },
    );
  },
);

it('every length of a lease in the sources is one of these, or of a claim', async () => {
  const source = join(import.meta.dirname, '../../src');
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source })) {
    const text = await readFile(join(source, file), 'utf8');
    const isLease = /const (lease|claim|alive|silence)(Milliseconds|Seconds) =/.test(text);
    if (isLease && !/\bclaim\b[^;]*from '\.\.\/jobs\/index\.ts'/.test(text)) found.push(file);
  }
  const known = leases.map(({ file }) => file);
  // A call that is played without a carrier.
  expect(found.filter((file) => file !== 'calls/rehearsed-carrier.ts').toSorted()).toEqual(
    [...new Set(known)].filter((file) => file !== 'jobs/claims.ts').toSorted(),
  );
});
