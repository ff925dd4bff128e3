import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isForgotten } from '../../src/incidents/hold.ts';
import {
  type AlertInput,
  decideAlerts,
  type HoldSettings,
  holdFor,
  type IncidentDocument,
  incidentModel,
  rehearseAlerts,
} from '../../src/incidents/index.ts';
import type { World } from '../../src/kernel/index.ts';
import { quickRuns, runsOf } from '../support/runs.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, at, plain } from './sample.ts';

let world: World;
beforeAll(async () => {
  world = (await sharedTestApp()).app.world;
});

interface Arrivals {
  settings: HoldSettings;
  /** When each payload came in, in seconds. */
  seconds: number[];
  /** The same payloads in the order in which they are applied; what comes again was applied before. */
  applied: number[];
}

/** Within the time of the threshold, so that nothing is decided by the clock meanwhile. */
const arrivals: fc.Arbitrary<Arrivals> = fc
  .record({
    payloads: fc.integer({ min: 2, max: 6 }),
    withinMinutes: fc.integer({ min: 1, max: 10 }),
    below: fc.constantFrom('alert' as const, 'forget' as const),
    count: fc.integer({ min: 1, max: 8 }),
  })
  .chain(({ count, ...threshold }) => {
    const payload = fc.nat(count - 1);
    return fc.record({
      settings: fc.constant({ threshold }),
      seconds: fc.array(fc.nat(threshold.withinMinutes * 60), {
        minLength: count,
        maxLength: count,
      }),
      applied: fc
        .tuple(
          fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
          fc.array(payload, { maxLength: 4 }),
        )
        .map(([order, again]) => [...order, ...again]),
    });
  });

function inputsOf({ settings, seconds }: Arrivals, correlationId: string): AlertInput[] {
  return seconds.map((second, n) => {
    const one = alert({ at: at(second), payloadId: `payload ${n}`, correlationId });
    return { alert: one, circumstances: { ...plain, hold: holdFor(settings, one) } };
  });
}

/** What becomes of it unless something else comes in. */
function decisionOf({ hold }: Pick<IncidentDocument, 'hold'>): object {
  if (!hold) return { is: 'released' };
  return { is: isForgotten(hold) ? 'forgotten' : 'held', until: hold.until, since: hold.since };
}

const expectedOf = ({ settings, seconds }: Arrivals): object => {
  const { payloads = 0, withinMinutes = 0, below } = settings.threshold ?? {};
  if (seconds.length >= payloads) return { is: 'released' };
  const from = below === 'forget' ? Math.max(...seconds) : Math.min(...seconds);
  return {
    is: below === 'forget' ? 'forgotten' : 'held',
    until: at(from + withinMinutes * 60),
    since: at(Math.min(...seconds)),
  };
};

describe('payloads of one incident that is held back', () => {
  it('decide the same in whatever order they are applied, and again', () => {
    fc.assert(
      fc.property(arrivals, (one) => {
        const inputs = inputsOf(one, 'disk');
        const results = rehearseAlerts(one.applied.flatMap((n) => inputs[n] ?? []));
        const last = results.at(-1)?.incident;
        expect(last && decisionOf(last)).toEqual(expectedOf(one));
      }),
      { numRuns: quickRuns(5000) },
    );
  });

  it('decide the same in whatever batches, when deciding ends before it is stored, and when somebody is faster', async () => {
    let problems = 0;
    const fate = fc.constantFrom('stored', 'lost', 'overtaken');
    const batches = fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), fate }), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, batches, async (one, list) => {
        problems += 1;
        const correlationId = `threshold ${problems}`;
        const inputs = inputsOf(one, correlationId);
        const waiting = [...one.applied];
        // What is left after the last batch is applied at once.
        for (const { size, fate: what } of [...list, { size: waiting.length, fate: 'stored' }]) {
          const some = waiting.slice(0, size).flatMap((n) => inputs[n] ?? []);
          if (some.length === 0) break;
          const batch = await decideAlerts(world, some);
          // Nothing of it is stored: a process that comes after decides again.
          if (what === 'lost') continue;
          if (what === 'overtaken')
            await incidentModel(world.store).updateOne({ correlationId }, { $inc: { version: 1 } });
          const { overtaken } = await batch.commit();
          if (overtaken.size === 0) waiting.splice(0, size);
        }
        const [stored] = await incidentModel(world.store).find({ correlationId }).lean();
        expect(stored && decisionOf(stored)).toEqual(expectedOf(one));
      }),
      { numRuns: runsOf({ short: 20, long: 500 }) },
    );
  });
});
