import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allMatches,
  compileRegex,
  firstMatch,
  replaceAll,
  stepBudget,
} from '../../../src/mapping/regex/index.ts';
import { quickRuns } from '../../support/runs.ts';
import { patternAndInput } from './pattern-arbitrary.ts';
import { showMatch } from './show.ts';

/** How a search ended and the steps it took. */
function spent(pattern: string, input: string, steps = stepBudget(input.length)) {
  const budget = { steps };
  const match = firstMatch(compileRegex(pattern), input, budget);
  const outcome = match === 'budget' ? match : match ? showMatch(match) : 'no';
  return { outcome, steps: steps - budget.steps };
}

describe('a hostile pattern ends', () => {
  // The budget is about 10 ms of work; steps, not milliseconds, are what can be asserted anywhere.
  it.each([
    ['^(a+)+$', `${'a'.repeat(28)}!`],
    ['(y|x+x+)+y', `y${'x'.repeat(26)}`],
    ['^(\\w+\\s?)*$', `${'word '.repeat(7)}end!`],
    ['^(.*)*=x$', `=x${'a'.repeat(24)}`],
    ['(a|a)*b', `${'a'.repeat(40)}cb`],
    ['(a|aa)+$', `${'a'.repeat(50)}b`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(40)],
    ['(?:a?){40}a{40}', 'a'.repeat(39)],
    ['(?=(a+)+$)', `${'a'.repeat(30)}b`],
    ['(?<=^(a+)+)b', `c${'a'.repeat(30)}b`],
    ['(?:(?:(?:a{0,50}){0,50}){0,50}){0,50}b', `b${'a'.repeat(60)}c`],
    ['(){2147483647}', 'a'],
    ['(a*)\\1\\1\\1b', `${'a'.repeat(5000)}cb`],
  ])('%s is stopped or answered within its budget', (pattern, input) => {
    const budget = { steps: stepBudget(input.length) };
    const match = firstMatch(compileRegex(pattern), input, budget);
    expect(budget.steps).toBeGreaterThanOrEqual(0);
    expect(match === 'budget' ? budget.steps : 0).toBe(0);
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(28)}!`],
    ['^(\\w+\\s?)*$', `${'word '.repeat(7)}end!`],
    ['(a|aa)+$', `${'a'.repeat(50)}b`],
  ])('%s cannot be answered, and says so', (pattern, input) => {
    expect(spent(pattern, input).outcome).toBe('budget');
  });
});

describe('an innocent pattern stays cheap', () => {
  it.each([
    ['\\s+$', `${' '.repeat(60_000)}x`, 20_000],
    ['\\s*$', `${' '.repeat(60_000)}x`, 20_000],
    ['\\w+@', 'a'.repeat(60_000), 20_000],
    ['(\\w+):(\\d+)$', 'a'.repeat(60_000), 20_000],
    ['.*foo', 'bar '.repeat(15_000), 20_000],
    ['.*?foo', 'bar '.repeat(15_000), 20_000],
    ['(x+x+)+y', 'x'.repeat(60_000), 20_000],
    ['severity=(\\w+)', 'level=info '.repeat(6_000), 20_000],
    [
      '^.*instance=([^:\\s]+):(\\d+).*$',
      `${'a'.repeat(30_000)} instance=b:1 ${'c'.repeat(30_000)}`,
      20_000,
    ],
  ])('%s reads 60,000 characters in few steps', (pattern, input, stepsMax) => {
    expect(spent(pattern, input).steps).toBeLessThan(stepsMax);
  });

  it('a text of 3 MB can be scanned once', () => {
    const input = `${'level=info msg="all well" '.repeat(120_000)}severity=high`;
    expect(spent('(?i)SEVERITY=(\\w+)', input).outcome).toMatch(/1=high$/);
    expect(spent('(\\d+)%', input).outcome).toBe('no');
  });

  it('a loop over 200,000 characters needs no stack of the platform', () => {
    const input = 'ab'.repeat(100_000);
    expect(spent('^(?:a|b)*$', input, 5_000_000).outcome).toBe(`0:${input}`);
    expect(spent('^(?:(?=a)a|(?>b))*$', input, 5_000_000).outcome).toBe(`0:${input}`);
  });

  it('the captures of a long loop are read in one pass', () => {
    const match = firstMatch(compileRegex('^(?:(\\w))+$'), 'a'.repeat(100_000), {
      steps: 5_000_000,
    });
    expect(match !== 'budget' && match?.group(1)?.captures.length).toBe(100_000);
  });
});

describe('the budget', () => {
  it('is 200,000 steps and 1,000 for every started KB', () => {
    expect([stepBudget(0), stepBudget(1), stepBudget(1024), stepBudget(1025)]).toEqual([
      200_000, 201_000, 201_000, 202_000,
    ]);
  });

  it('is shared: what one search uses the next one lacks', () => {
    const regex = compileRegex('a');
    const budget = { steps: 1000 };
    firstMatch(regex, 'xa', budget);
    const left = budget.steps;
    expect(left).toBeLessThan(1000);
    firstMatch(regex, 'xa', budget);
    expect(budget.steps).toBe(left - (1000 - left));
  });

  it('once spent ends every search before it begins', () => {
    const budget = { steps: 0 };
    expect(firstMatch(compileRegex('a'), 'a', budget)).toBe('budget');
    expect(allMatches(compileRegex('a'), 'a', budget)).toBe('budget');
    expect(replaceAll(compileRegex('a'), 'a', 'b', budget)).toBe('budget');
  });

  it('ends a replacement in the middle rather than answering half of it', () => {
    expect(replaceAll(compileRegex('a'), 'a'.repeat(1000), 'b', { steps: 500 })).toBe('budget');
  });

  it('takes the same steps every time', () => {
    const pattern = '(\\p{L}+[^é]*)+\\d';
    const first = spent(pattern, 'naïve ночь 中文 ok 5');
    expect(spent(pattern, 'naïve ночь 中文 ok 5')).toEqual(first);
  });

  it('never changes an answer unless it is used up', () => {
    fc.assert(
      fc.property(
        patternAndInput,
        fc.integer({ min: 1, max: 400 }),
        ({ pattern, input }, steps) => {
          const full = spent(pattern, input, 300_000);
          const tight = spent(pattern, input, steps);
          if (tight.outcome !== 'budget') expect(tight).toEqual(full);
          else expect(tight.steps).toBe(steps);
          if (full.outcome !== 'budget') {
            expect(spent(pattern, input, full.steps + 1).outcome).toBe(full.outcome);
          }
        },
      ),
      { numRuns: quickRuns(2000) },
    );
  });
});
