import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rosterAt, takeTurn } from '../../src/on-call/roster.ts';
import { plan, schedule } from './plan.ts';

const people = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 });
const size = fc.integer({ min: 1, max: 15 });

function turns(candidates: string[], ofSize: number, count: number): string[][] {
  return Array.from({ length: count }, (_, turn) =>
    takeTurn({ schedule: 0, size: ofSize, candidates }, turn),
  );
}

describe('a round robin', () => {
  it('of three people tells two of each incident in this order', () => {
    expect(turns(['1', '2', '3'], 2, 4)).toEqual([
      ['1', '2'],
      ['3', '1'],
      ['2', '3'],
      ['1', '2'],
    ]);
  });

  it('tells as many as it should, each once, and nobody else', () => {
    fc.assert(
      fc.property(people, size, fc.nat(1_000_000), (candidates, ofSize, turn) => {
        const told = takeTurn({ schedule: 0, size: ofSize, candidates }, turn);
        expect(told.length).toBe(Math.min(ofSize, candidates.length));
        expect(new Set(told).size).toBe(told.length);
        expect(candidates).toEqual(expect.arrayContaining(told));
      }),
    );
  });

  it('never tells anybody two times more often than anybody else', () => {
    fc.assert(
      fc.property(people, size, fc.nat(100), (candidates, ofSize, count) => {
        const told = turns(candidates, ofSize, count).flat();
        const loads = candidates.map((person) => told.filter((one) => one === person).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('goes on where the turn before it ended', () => {
    fc.assert(
      fc.property(people, size, fc.nat(50), (candidates, ofSize, count) => {
        const told = turns(candidates, ofSize, count).flat();
        expect(told).toEqual(told.map((_, place) => candidates[place % candidates.length]));
      }),
    );
  });

  it('tells nobody where nobody is on duty', () => {
    expect(takeTurn({ schedule: 0, size: 2, candidates: [] }, 7)).toEqual([]);
  });
});

describe('the roster of a tier', () => {
  const at = Date.parse('2026-05-04T12:00:00Z');
  const shared = (rotations: string, roundRobinSize: number) =>
    schedule(rotations, { roundRobinSettings: { roundRobinSize } });

  it('keeps those of a round robin apart from those who are told of everything', () => {
    const [tier] = rosterAt(plan('UTC', [[schedule('D'), shared('B,A,C', 2)]]), at);
    expect(tier).toEqual({
      always: ['D'],
      roundRobins: [{ schedule: 1, size: 2, candidates: ['A', 'B', 'C'] }],
    });
  });

  it('puts replacements into the place of those who are absent, in the tiers in which they are', () => {
    const absence = { userId: 'A', replacementUserIds: ['D'] };
    const candidates = (escalationTier: number | null) =>
      rosterAt(
        plan('UTC', [[shared('A,B', 1)], [shared('A,C', 1)]], [{ ...absence, escalationTier }]),
        at,
      )
        .flatMap(({ roundRobins }) => roundRobins)
        .map((one) => one.candidates.join());
    expect(candidates(null)).toEqual(['B,D', 'C,D']);
    expect(candidates(1)).toEqual(['B,D', 'A,C']);
    expect(candidates(2)).toEqual(['A,B', 'C,D']);
  });

  it('tells who does extra duty of every incident', () => {
    const extra = { userId: 'E', type: 'online' as const };
    const [tier] = rosterAt(plan('UTC', [[shared('A,B', 1)]], [extra]), at);
    expect(tier?.always).toEqual(['E']);
  });
});
