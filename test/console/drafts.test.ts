import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAsSeen, isSame } from '../../console/api/is-same.ts';
import { mergeChanges } from '../../console/parts/draft/merge.ts';

type Rule = { id: string; words: string };
interface Edited {
  name: string;
  settings: { a: number; b: number | null };
  rules: Rule[];
  days: string[];
}

const edited: fc.Arbitrary<Edited> = fc.record({
  name: fc.string({ maxLength: 3 }),
  settings: fc.record({ a: fc.nat(2), b: fc.option(fc.nat(2)) }),
  rules: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('r1', 'r2', 'r3', 'r4'), words: fc.string({ maxLength: 2 }) }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  days: fc.array(fc.constantFrom('mon', 'tue'), { maxLength: 2 }),
});

describe('the changes of two people', () => {
  it('come together: what only one of them changed is as that one left it', () => {
    fc.assert(
      fc.property(edited, edited, edited, (before, mine, theirs) => {
        const { value, both, theirs: changed } = mergeChanges(before, mine, theirs);
        for (const member of ['name', 'days'] as const) {
          const isMine = !isSame(mine[member], before[member]);
          expect(value[member]).toEqual(isMine ? mine[member] : theirs[member]);
          const collide = isMine && !isSame(theirs[member], before[member]);
          expect(both.includes(member)).toBe(collide && !isSame(mine[member], theirs[member]));
          expect(changed.includes(member)).toBe(!isSame(theirs[member], before[member]));
        }
        for (const id of ['r1', 'r2', 'r3', 'r4']) {
          const of = (one: Edited) => one.rules.find((rule) => rule.id === id);
          const isMine = !isSame(of(mine), of(before));
          const wanted = isMine ? of(mine) : of(theirs);
          if (of(mine) && of(theirs) && of(before)) continue;
          expect(of(value)).toEqual(wanted);
        }
        expect(new Set(value.rules.map(({ id }) => id)).size).toBe(value.rules.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('are mine where nobody else changed anything, and theirs where I did not', () => {
    fc.assert(
      fc.property(edited, edited, (before, after) => {
        expect(mergeChanges(before, after, before)).toEqual({ value: after, theirs: [], both: [] });
        expect(mergeChanges(before, before, after)).toMatchObject({ value: after, both: [] });
      }),
    );
  });

  it('keep a rule that is new on either side', () => {
    const rule = { id: 'r1', displayName: 'Old' };
    const { value } = mergeChanges<{ rules: { id?: string; displayName: string }[] }>(
      { rules: [rule] },
      { rules: [rule, { displayName: 'Mine' }] },
      { rules: [rule, { id: 'r2', displayName: 'Theirs' }] },
    );
    expect(value.rules.map(({ displayName }) => displayName).toSorted()).toEqual([
      'Mine',
      'Old',
      'Theirs',
    ]);
  });
});

describe('what somebody has seen', () => {
  it('is what is there if the members of both say the same, in any order', () => {
    const present = { id: '1', name: 'x', list: [{ a: 1, b: 2 }], refusedRequests: { count: 7 } };
    expect(isAsSeen({ name: 'x', list: [{ b: 2, a: 1 }], shownOnly: 1 }, present)).toBe(true);
    expect(isAsSeen({ ...present, refusedRequests: null }, present)).toBe(true);
    expect(isAsSeen({ name: 'y' }, present)).toBe(false);
    expect(isAsSeen({ list: [] }, present)).toBe(false);
    expect(isAsSeen({ name: null }, present)).toBe(false);
  });

  it('is said with every request of the console that changes an object', () => {
    // An act adds to the history of an incident: at night it must not fail for a payload that has come in between.
    const acts = /^'\/incident\/\{id\}'/;
    const without: string[] = [];
    let count = 0;
    for (const file of globSync('console/**/*.{ts,tsx}')) {
      const source = readFileSync(file, 'utf8');
      const mutations = new Map(
        [...source.matchAll(/const (\w+) = api\.useMutation\(\s*'(?:put|patch|delete)'/g)].map(
          ({ 1: name = '' }) => [name, new RegExp(`\\b${name}\\s*\\.mutate(?:Async)?\\(`, 'g')],
        ),
      );
      const calls = [/publicApi\.(?:PUT|PATCH|DELETE)\(/g, ...mutations.values()];
      for (const pattern of calls) {
        for (const match of source.matchAll(pattern)) {
          const call = argumentsAt(source, match.index + match[0].length);
          count += 1;
          if (!acts.test(call.trim()) && !call.includes('asSeen('))
            without.push(`${file}: ${match[0]}${call.slice(0, 80)}`);
        }
      }
    }
    expect(without).toEqual([]);
    expect(count).toBeGreaterThan(35);
  });
});

/** Up to the bracket that closes the call. */
function argumentsAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
  }
  return source.slice(start, end - 1);
}
