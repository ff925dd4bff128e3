import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textClasses, verdictOf } from '../../src/proofs/text-classes.ts';
import type { AttributeCondition } from '../../src/routing/index.ts';
import { quickRuns, runsOf } from '../support/runs.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', '5', ' ', '-'), maxLength: 4 });

function conditions(operators: readonly AttributeCondition['operator'][]) {
  const one = fc.record({
    name: fc.constantFrom('Host', 'HOST'),
    operator: fc.constantFrom(...operators),
    value: text,
    ignoreCase: fc.boolean(),
  });
  return fc.array(one, { minLength: 1, maxLength: 5 });
}

const operators = ['=', '!=', 'contains', '!contains', '<', '<=', '>', '>='] as const;

it('a text falls into a class whose witness is judged alike, unless the classes say that they are not all', () => {
  let complete = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        conditions(['=', '!=']),
        conditions(['contains', '!contains']),
        conditions(['=', 'contains']),
        conditions(['<', '<=', '>', '>=']),
        conditions(operators),
      ),
      fc.array(
        fc.option(
          fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '5', ' ', '-', '.') }),
        ),
        {
          maxLength: 20,
        },
      ),
      (asked, texts) => {
        const { values, isIncomplete } = textClasses('host', asked);
        if (isIncomplete) return;
        complete += 1;
        const known = new Set(values.map((value) => verdictOf('host', value, asked)));
        const own = asked.flatMap(({ value }) => [value ?? '', (value ?? '').toUpperCase()]);
        for (const one of [...texts, ...own, own.join('')])
          expect(known, JSON.stringify(one)).toContain(verdictOf('host', one, asked));
      },
    ),
    { numRuns: runsOf({ short: 300, long: 5000 }) },
  );
  expect(complete).toBeGreaterThan(100);
});

it('each witness is of a class of its own', () => {
  fc.assert(
    fc.property(conditions(operators), (asked) => {
      const verdicts = textClasses('Host', asked).values.map((one) =>
        verdictOf('Host', one, asked),
      );
      expect(new Set(verdicts).size).toBe(verdicts.length);
    }),
    { numRuns: quickRuns(1000) },
  );
});

it('a text within another cannot be missing where that is', () => {
  const asked = ['db', 'db-1'].map(
    (value): AttributeCondition => ({ name: 'Title', operator: 'contains', value }),
  );
  const { values, isIncomplete } = textClasses('Title', asked);
  expect(isIncomplete).toBe(false);
  expect(values.map((value) => verdictOf('Title', value, asked)).toSorted()).toEqual([
    'ff',
    'hf',
    'hh',
  ]);
});

it('a title is always there, and other attributes may be missing', () => {
  const asked: AttributeCondition[] = [{ name: 'x', operator: '!=', value: 'a' }];
  expect(textClasses('Title', asked).values).not.toContain(null);
  expect(textClasses('Service', asked).values).toContain(null);
});

it('texts in the order of texts beside numbers are left undecided', () => {
  const compared = (value: string): AttributeCondition => ({ name: 'x', operator: '<', value });
  expect(textClasses('x', [compared('5'), compared('b')]).isIncomplete).toBe(true);
  expect(textClasses('x', [compared('5'), compared('7')]).isIncomplete).toBe(false);
});

it('a text before all that are compared by order may be none of those that are asked for', () => {
  const asked = (['<=', '='] as const).map((operator) => ({ name: 'Host', operator, value: 'a' }));
  const empty = { name: 'Host', operator: '=' as const, value: '' };
  const { values } = textClasses('Host', [...asked, empty]);
  expect(values.map((value) => verdictOf('Host', value, [...asked, empty]))).toContain('hff');
});
