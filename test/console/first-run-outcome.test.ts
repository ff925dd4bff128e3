import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../console/pages/first-run/outcome-of.ts';

type Told = Parameters<typeof outcomeOf>[0][number];

const told = (status: Told['status'], code: 'tierOfTeam' | 'nobodyReachedIn' = 'tierOfTeam') => ({
  status,
  attempts: [],
  becauseSentence: { code, values: {} },
});

describe('how the test of the first steps ended', () => {
  it('is by the best of those on call', () => {
    expect(outcomeOf([told('Dropped'), told('Sent')], true)).toBe('sent');
    expect(outcomeOf([told('Delivered'), told('Sent')], true)).toBe('arrived');
    expect(outcomeOf([told('Dropped')], true)).toBe('nobody');
    expect(outcomeOf([], false)).toBe('waits');
    expect(outcomeOf([], true)).toBe('nobody');
  });

  it('is not good where only administrators were told, as nobody is on call', () => {
    const owner = told('Delivered', 'nobodyReachedIn');
    expect(outcomeOf([owner], true)).toBe('instead');
    expect(outcomeOf([told('Failed'), owner], true)).toBe('instead');
    expect(outcomeOf([told('Sent'), owner], true)).toBe('sent');
    expect(outcomeOf([told('Dropped', 'nobodyReachedIn')], true)).toBe('nobody');
  });
});
