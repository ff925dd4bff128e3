import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byCreation } from '../../src/resources/index.ts';

const created = fc.record({
  id: fc.uuid(),
  // Code that is applied makes several within a millisecond.
  createdAt: fc.nat(2).map((milliseconds) => new Date(milliseconds)),
});

it('puts objects in one order, however they were found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(created, { selector: ({ id }) => id }),
      fc.func(fc.nat()),
      (all, by) => {
        const found = all.toSorted((one, other) => by(one.id) - by(other.id));
        const sorted = found.toSorted(byCreation);
        expect(sorted).toEqual(all.toSorted(byCreation));
        for (const [index, one] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next) expect(one.createdAt.getTime()).toBeLessThanOrEqual(next.createdAt.getTime());
        }
      },
    ),
  );
});
