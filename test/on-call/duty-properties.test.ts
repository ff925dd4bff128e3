import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  availabilitiesAt,
  dutiesBetween,
  type Stretch,
  stretchesOf,
} from '../../src/on-call/duty.ts';
import { rosterAt } from '../../src/on-call/roster.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { instant, plans, ranges } from './random-plans.ts';

function peopleAt(stretches: readonly Stretch[], at: number) {
  return stretches.find(({ start, end }) => start <= at && at < end)?.tiers;
}

describe('stretches of duty', () => {
  it('cover the interval without a gap, and neighbours differ', () => {
    fc.assert(
      fc.property(plans, ranges, (team, { from, until }) => {
        const stretches = stretchesOf(team, from, until);
        expect(stretches[0]?.start).toBe(from);
        expect(stretches.at(-1)?.end).toBe(until);
        for (const [index, stretch] of stretches.entries()) {
          expect(stretch.end).toBeGreaterThan(stretch.start);
          const next = stretches[index + 1];
          if (!next) continue;
          expect(next.start).toBe(stretch.end);
          expect(next.tiers).not.toEqual(stretch.tiers);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on where the interval is cut', () => {
    fc.assert(
      fc.property(
        plans,
        ranges,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (team, range, part) => {
          const whole = stretchesOf(team, range.from, range.until);
          const at = Math.floor(range.from + (range.until - range.from - 1) * part);
          expect(stretchesOf(team, at, at + 1)[0]?.tiers).toEqual(peopleAt(whole, at));
          const later = stretchesOf(team, at, range.until);
          expect(later.slice(1)).toEqual(whole.slice(whole.length - later.length + 1));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('agree with who is on call at an instant, in the words of every question', async () => {
    await fc.assert(
      fc.asyncProperty(plans, ranges, instant, async (team, { from, until }, at) => {
        const moment = Math.min(Math.max(at, from), until - 1);
        const tiers = peopleAt(stretchesOf(team, from, until), moment) ?? [];
        const online = [...availabilitiesAt(team, moment)].flatMap(([userId, availabilities]) =>
          availabilities
            .filter(({ isOnline, fillUp }) => isOnline && !fillUp)
            .map(({ tier }) => `${tier} ${userId}`),
        );
        const onDuty = tiers.flatMap((users, tier) => users.map((user) => `${tier + 1} ${user}`));
        expect(online.sort()).toEqual(onDuty.toSorted());
        const roster = rosterAt(team, moment).map(({ always }) => always);
        expect(roster).toEqual(tiers);
        const duties = await dutiesBetween(team, from, until);
        const running = duties.filter(({ start, end }) => start <= moment && moment < end);
        const fillsUp = (tiers[0] ?? []).length === 0;
        expect(
          running
            .filter(({ tier }) => !(fillsUp && tier === 1))
            .map(({ tier, userId }) => `${tier} ${userId}`)
            .sort(),
        ).toEqual(onDuty.toSorted());
      }),
      { numRuns: 200 },
    );
  });

  it('do not depend on the order in which overrides are told', () => {
    fc.assert(
      fc.property(plans, ranges, fc.infiniteStream(fc.nat()), (team, { from, until }, random) => {
        const order = new Map(team.overrides.map((one) => [one, random.next().value ?? 0]));
        const shuffled = team.overrides.toSorted(
          (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
        );
        const people = (overrides: typeof shuffled) =>
          stretchesOf({ ...team, overrides }, from, until).flatMap(({ start, tiers }) => {
            return [{ start, tiers: tiers.map((users) => users.toSorted()) }];
          });
        // Only the order of the replacements may differ, and with it where one stretch ends.
        expect(merged(people(shuffled))).toEqual(merged(people([...team.overrides])));
      }),
      { numRuns: 300 },
    );
  });

  it('are the same in every time zone of the process', async () => {
    const program = fileURLToPath(new URL('hash-plans.ts', import.meta.url));
    const hashIn = async (TZ: string) => {
      const env = { ...childEnvironment, TZ };
      const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
      return stdout;
    };
    const hashes = await Promise.all(
      ['UTC', 'America/New_York', 'Asia/Kolkata'].map((name) => hashIn(name)),
    );
    for (const hash of hashes) expect(hash).toMatch(/^300 plans, \d{4,} stretches, [\w-]{43}\n$/);
    expect(new Set(hashes).size).toBe(1);
  });
});

function merged(stretches: { start: number; tiers: string[][] }[]) {
  return stretches.filter(
    ({ tiers }, index) => JSON.stringify(tiers) !== JSON.stringify(stretches[index - 1]?.tiers),
  );
}
