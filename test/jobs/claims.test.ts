import fc from 'fast-check';
import { Schema } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claim, claim, releaseClaimsOfDead } from '../../src/jobs/index.ts';
import { processModel } from '../../src/processes/index.ts';
import { defineModel } from '../../src/store/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

interface Thing {
  _id: string;
  nextAt?: Date;
  takenBy?: string;
  doneBy?: string;
}

const schema = new Schema<Thing>({ _id: String, nextAt: Date, takenBy: String, doneBy: String });
schema.index({ nextAt: 1 }, { sparse: true });
schema.index({ takenBy: 1 }, { sparse: true });
const thingModel = defineModel<Thing>('claimed_things', schema);

const leaseMilliseconds = 10_000;
let t: TestApp;
let now: number;
beforeAll(async () => {
  t = await startTestApp();
  await thingModel(t.app.world.store).createIndexes();
});
afterAll(() => t?.stop());

const things = () => thingModel(t.app.world.store);
const options = () => ({
  model: things(),
  dueAt: 'nextAt',
  takenBy: 'takenBy',
  leaseMilliseconds,
});
const clock = { now: () => new Date(now), elapsed: () => now };
const processId = (n: number) => `${n}`.padStart(10, '0');

/** One of several processes. */
function worker(n: number, isAlone = false) {
  const processes = { id: processId(n), exclusive: () => isAlone };
  let held: { claim: Claim<Thing>; until: number; ids: Set<string> } | undefined;
  return {
    async take(limit: number) {
      const due = await things()
        .find({ nextAt: { $lte: clock.now() } })
        .sort({ nextAt: 1 })
        .limit(limit)
        .lean<Thing[]>();
      const taken = await claim({ clock }, processes, options(), due);
      const ids = new Set(taken.documents.map(({ _id }) => _id));
      held = { claim: taken, until: now + leaseMilliseconds, ids };
    },
    holds: (id: string) => held?.ids.has(id) === true && held.until > now,
    /** Done, each by whoever still holds it; gives how many that were. */
    async finish() {
      if (!held) return [];
      const finished: string[] = [];
      for (const id of held.ids) {
        const { matchedCount } = await things().updateOne(
          { _id: id, ...held.claim.held },
          { $set: { doneBy: processes.id }, $unset: { nextAt: 1, takenBy: 1 } },
        );
        if (matchedCount > 0) finished.push(id);
      }
      held = undefined;
      return finished;
    },
    die() {
      held = undefined;
    },
  };
}

type Step =
  | { kind: 'take' | 'finish' | 'die'; who: number; limit: number }
  | { kind: 'wait'; seconds: number };

const workers = 3;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('take' as const, 'take' as const, 'finish' as const, 'die' as const),
    who: fc.nat(workers - 1),
    limit: fc.integer({ min: 1, max: 5 }),
  }),
  // Longer than a lease, too: whoever holds something then was too slow. And clocks are set back.
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 11, 60, -2) }),
);

describe('claims', () => {
  it('are of one process at a time within their lease, refuse whoever was too slow, and forget nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        now = Date.parse('2026-03-01T12:00:00Z');
        await things().deleteMany({ _id: { $gt: '' } });
        const ids = Array.from({ length: 6 }, (_, n) => `${n}`);
        await things().insertMany(ids.map((_id) => ({ _id, nextAt: clock.now() })));
        const crew = Array.from({ length: workers }, (_, n) => worker(n));
        const done: string[] = [];
        for (const one of steps) {
          if (one.kind === 'wait') now += one.seconds * 1000;
          else if (one.kind === 'take') await crew[one.who]?.take(one.limit);
          else if (one.kind === 'die') crew[one.who]?.die();
          else done.push(...((await crew[one.who]?.finish()) ?? []));
          // A clock that goes back makes a lease longer, never shorter.
          for (const id of ids)
            expect(crew.filter((each) => each.holds(id)).length).toBeLessThanOrEqual(1);
        }
        // Whatever has happened: the last one finds what is left when leases are over.
        now += 3_600_000;
        const last = worker(9);
        await last.take(ids.length);
        done.push(...(await last.finish()));
        for (const each of crew) done.push(...(await each.finish()));
        expect(done.toSorted()).toEqual(ids);
      }),
      { numRuns: 30 },
    );
  });

  it('are given in the order in which things were found, as they are stored now', async () => {
    now = Date.parse('2026-03-01T12:00:00Z');
    await things().deleteMany({ _id: { $gt: '' } });
    const found = ['c', 'a', 'b'].map((_id): Thing => ({ _id, nextAt: clock.now() }));
    await things().insertMany(found);
    await things().updateOne({ _id: 'a' }, { $set: { doneBy: 'x' } });
    const processes = { id: processId(1), exclusive: () => false };
    const taken = await claim({ clock }, processes, options(), found);
    expect(taken.documents.map(({ _id, doneBy }) => [_id, doneBy])).toEqual([
      ['c', undefined],
      ['a', 'x'],
      ['b', undefined],
    ]);
  });

  it('cost no write where this process is alone, unless it wants them', async () => {
    now = Date.parse('2026-03-01T12:00:00Z');
    await things().deleteMany({ _id: { $gt: '' } });
    const found: Thing[] = [{ _id: 'a', nextAt: clock.now() }];
    await things().insertMany(found);
    const alone = { id: processId(1), exclusive: () => true };
    expect(await claim({ clock }, alone, options(), found)).toEqual({ documents: found, held: {} });
    const always = { ...options(), evenAlone: true as const };
    const first = await claim({ clock }, alone, always, found);
    expect(first.documents).toHaveLength(1);
    expect((await claim({ clock }, alone, always, found)).documents).toEqual([]);
  });

  it('of a process that has died are due at once', async () => {
    now = Date.parse('2026-03-01T12:00:00Z');
    await things().deleteMany({ _id: { $gt: '' } });
    const [dead, living] = [worker(1), worker(2)];
    const { processes, world } = t.app;
    await things().insertMany([
      { _id: 'a', nextAt: clock.now() },
      { _id: 'b', nextAt: clock.now() },
    ]);
    await dead.take(1);
    await living.take(2);
    await processModel(world.store).updateOne(
      { _id: processId(2) },
      { $set: { aliveAt: new Date(), host: 'elsewhere', pid: 1 } },
      { upsert: true },
    );
    await releaseClaimsOfDead({ clock }, processes, options());
    const stored = await things()
      .find({ _id: { $gt: '' } })
      .sort({ _id: 1 })
      .lean<Thing[]>();
    expect(stored.map(({ takenBy }) => takenBy?.slice(0, 10))).toEqual([undefined, processId(2)]);
    expect(stored[0]?.nextAt).toEqual(clock.now());
    // It was only slow: it has lost it.
    expect(await dead.finish()).toEqual([]);
  });
});
