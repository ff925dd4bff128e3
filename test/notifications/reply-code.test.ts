import { describe, expect, it } from 'vitest';
import { codeDigits } from '../../src/notifications/reply-link.ts';

describe('a code that is texted', () => {
  it('has four digits for who has few alerts', () => {
    expect([0, 1, 2].map(codeDigits)).toEqual([4, 4, 4]);
  });

  it('is found by five guesses once in 500 hours at most, however many a number has, and by guesses of whatever length', () => {
    const given = new Map<number, number>();
    for (let valid = 0; valid < 5000; valid += 1) {
      const digits = codeDigits(valid);
      const ofLength = (given.get(digits) ?? 0) + 1;
      given.set(digits, ofLength);
      const found = (5 * ofLength) / (9 * 10 ** (digits - 1));
      expect(found, `${ofLength} codes of ${digits} digits`).toBeLessThanOrEqual(1 / 500);
    }
    expect(codeDigits(3)).toBe(5);
  });
});
