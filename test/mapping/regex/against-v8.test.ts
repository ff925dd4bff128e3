import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRegex, firstMatch } from '../../../src/mapping/regex/index.ts';
import { quickRuns } from '../../support/runs.ts';
import { patternAndInput } from './pattern-arbitrary.ts';

function ours(pattern: string, input: string): string {
  const match = firstMatch(compileRegex(pattern), input, { steps: 1_000_000 });
  if (match === 'budget') return 'budget';
  if (!match) return 'no';
  return match.groups
    .map(({ success, index, length }) => (success ? `${index}+${length}` : '-'))
    .join(' ');
}

function theirs(pattern: string, input: string): string {
  const match = new RegExp(pattern, 'd').exec(input);
  if (!match) return 'no';
  return Array.from(match.indices ?? [], (pair) =>
    pair ? `${pair[0]}+${pair[1] - pair[0]}` : '-',
  ).join(' ');
}

it('where .NET and ECMAScript agree by definition, match and groups are those of V8', () => {
  fc.assert(
    fc.property(patternAndInput, ({ pattern, input }) => {
      const answer = ours(pattern, input);
      fc.pre(answer !== 'budget');
      expect(answer).toBe(theirs(pattern, input));
    }),
    { numRuns: quickRuns(5000) },
  );
});
