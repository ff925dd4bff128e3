import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupKeyOf, openKeyOf } from '../../src/incidents/open-keys.ts';

it('two problems share a key only when integration, correlation and grouping are the same', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('', '|', ',', '"', 'null', 'a', 'a,b'));
  const problem = fc.tuple(part, part, fc.oneof(fc.constant(null), part));
  fc.assert(
    fc.property(problem, problem, (a, b) => {
      const same = a.every((value, index) => value === b[index]);
      expect(openKeyOf(...a) === openKeyOf(...b)).toBe(same);
    }),
  );
});

it('a key is short whatever it is made of', () => {
  expect(openKeyOf('i', 'x'.repeat(65_536), null).length).toBeLessThanOrEqual(32);
  expect(groupKeyOf('i', 'x'.repeat(65_536)).length).toBeLessThanOrEqual(32);
});

it('a group and a problem never share a key', () => {
  expect(groupKeyOf('i', 'a')).not.toBe(openKeyOf('i', 'a', null));
});

it('groups of two integrations are two groups', () => {
  expect(groupKeyOf('i', 'a')).not.toBe(groupKeyOf('j', 'a'));
});
