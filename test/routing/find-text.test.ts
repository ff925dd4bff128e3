import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containsText } from '../../src/routing/find-text.ts';

it('finds what String.includes finds, in texts that repeat themselves', () => {
  const unit = fc.constantFrom('a', 'b', 'ä');
  const text = fc.array(unit, { minLength: 0, maxLength: 700 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, fc.nat(300), fc.nat(300), text, (whole, from, length, other) => {
      const part = whole.slice(from, from + 201 + length);
      expect(containsText(whole, part)).toBe(true);
      expect(containsText(whole, other)).toBe(whole.includes(other));
      const changed = `${part.slice(0, -1)}c`;
      expect(containsText(whole, changed)).toBe(whole.includes(changed));
    }),
  );
});

it('finds long periodic parts at every place', () => {
  const period = `${'a'.repeat(120)}b`;
  for (let shift = 0; shift < 130; shift += 7) {
    const whole = `${'a'.repeat(shift)}${period.repeat(3)}`;
    expect(containsText(whole, period.repeat(2))).toBe(true);
    expect(containsText(whole, period.repeat(4))).toBe(false);
  }
});
