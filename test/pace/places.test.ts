import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Places, type Waiting } from '../../src/pace/index.ts';

function timer() {
  let at = 0;
  return {
    elapsed: () => at,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
  };
}
const one = (organizationId: string, target: string | null = null, rank = 0): Waiting => ({
  organizationId,
  target,
  rank,
});

/** Gives places until nobody gets one; who got them. */
function fill(places: Places, waiting: readonly Waiting[]): Waiting[] {
  const left = [...waiting];
  const got: Waiting[] = [];
  for (let next = places.next(left); next; next = places.next(left)) {
    left.splice(left.indexOf(next), 1);
    places.take(next);
    got.push(next);
  }
  return got;
}

describe('places', () => {
  const claimants = fc.record({
    organizationId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    target: fc.constantFrom(null, 'x', 'y', 'z'),
    rank: fc.integer({ min: 0, max: 3 }),
  });

  test('an organization without any gets one, whatever the others of a few hold and however much they want', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 15, max: 60 }),
        fc.array(fc.array(claimants, { maxLength: 200 }), { maxLength: 5 }),
        (count, waves) => {
          const places = new Places(timer(), count);
          for (const wave of waves) fill(places, wave);
          expect(places.free).toBeGreaterThan(0);
          expect(places.next([one('new', 'x', 3)])).toBeDefined();
        },
      ),
    );
  });

  test('no target gets more than its most, and those that are full are named', () => {
    const places = new Places(timer(), 60, { targetMax: 4 });
    const wanted = ['x', 'y'].flatMap((target) =>
      Array.from({ length: 9 }, () => one('a', target)),
    );
    const got = fill(places, [...wanted, one('b', 'x'), one('a')]);
    const held = Map.groupBy(got, ({ organizationId, target }) => `${organizationId} ${target}`);
    expect([...held].map(([key, all]) => [key, all.length]).sort()).toEqual([
      ['a null', 1],
      ['a x', 4],
      ['a y', 4],
      ['b x', 1],
    ]);
    expect(places.fullTargets()).toEqual([
      { organizationId: 'a', target: 'x' },
      { organizationId: 'a', target: 'y' },
    ]);
  });

  test('the severest go first; within a rank organizations take turns', () => {
    const many = Array.from({ length: 40 }, () => one('a', null, 1));
    const places = new Places(timer(), 9);
    const got = fill(places, [...many, one('b', null, 1), one('c', null, 0), one('b', null, 1)]);
    expect(
      got
        .slice(0, 5)
        .map(({ organizationId }) => organizationId)
        .join(''),
    ).toBe('cabab');
  });

  test('alone, an organization has two thirds and a target of it half, and what is left is for others', () => {
    const places = new Places(timer(), 30);
    const oneTarget = Array.from({ length: 50 }, () => one('a', 'x'));
    expect(fill(places, oneTarget)).toHaveLength(15);
    expect(places.full()).toEqual([]);
    expect(
      fill(
        places,
        Array.from({ length: 50 }, (_, n) => one('a', `${n}`)),
      ),
    ).toHaveLength(5);
    expect(places.full()).toEqual(['a']);
    places.take(one('b', 'x'))();
    expect(places.free).toBe(10);
  });

  test('a target that missed two in a row waits and is tried by one; an answer opens it', () => {
    const clock = timer();
    const places = new Places(clock, 30);
    const claimant = one('a', 'x');
    for (const end of [places.ask(claimant), places.ask(claimant)]) {
      expect(places.waitOf(claimant)).toBe(0);
      expect(end(true)).toBe(false);
    }
    expect(places.waitOf(claimant)).toBeGreaterThan(0);
    expect(places.next([claimant])).toBeUndefined();
    // Nobody else: not its other targets, not the same host of another organization.
    expect(places.waitOf(one('a', 'y'))).toBe(0);
    expect(places.waitOf(one('b', 'x'))).toBe(0);
    let before = 0;
    for (let tries = 0; tries < 8; tries += 1) {
      const wait = places.waitOf(claimant);
      expect(wait).toBeGreaterThanOrEqual(before);
      expect(wait).toBeLessThanOrEqual(30_000);
      before = wait;
      clock.pass(wait);
      expect(places.next([claimant])).toBeDefined();
      const leave = places.take(claimant);
      expect(places.waitOf(claimant)).toBeGreaterThan(0);
      const end = places.ask(claimant);
      clock.pass(10_000);
      expect(end(true)).toBe(false);
      leave();
    }
    clock.pass(places.waitOf(claimant));
    expect(places.ask(claimant)(false)).toBe(true);
    expect(places.waitOf(claimant)).toBe(0);
  });

  test('attempts that hang count before they have ended, and an answer in between makes them count anew', () => {
    const clock = timer();
    const places = new Places(clock, 30);
    const claimant = one('a', 'x');
    const [first, second] = [places.ask(claimant), places.ask(claimant)];
    expect(places.waitOf(claimant)).toBe(0);
    clock.pass(6000);
    expect(places.waitOf(claimant)).toBeGreaterThan(0);
    first?.(false);
    expect(places.waitOf(claimant)).toBe(0);
    second?.(true);
    expect(places.waitOf(claimant)).toBe(0);
  });

  test.each(['x', null])(
    'target %s is slow while half of what it is asked takes long',
    (target) => {
      const clock = timer();
      const places = new Places(clock, 30);
      const claimant = one('a', target);
      const ends = [places.ask(claimant), places.ask(claimant)];
      expect(places.isSlow(claimant)).toBe(false);
      clock.pass(500);
      expect(places.isSlow(claimant)).toBe(true);
      expect(places.isSlow(one('a', 'y'))).toBe(false);
      ends.push(places.ask(claimant), places.ask(claimant), places.ask(claimant));
      expect(places.isSlow(claimant)).toBe(false);
      clock.pass(500);
      expect(places.isSlow(claimant)).toBe(true);
      // Who names no target is never kept waiting.
      for (const end of ends) expect(end(target === null)).toBe(false);
      expect(places.isSlow(claimant)).toBe(false);
      expect(places.waitOf(claimant)).toBe(0);
    },
  );
});
