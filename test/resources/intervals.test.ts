import { expect, it } from 'vitest';
import { demandInterval } from '../../src/resources/index.ts';

const early = '2026-03-01T08:00:00+02:00';
const late = '2026-03-01T07:00:00Z';

it('an end before its start is refused, by the moment and not by the text', () => {
  expect(() => demandInterval({ start: late, end: early })).toThrow(/before the start/);
  expect(() => demandInterval({ start: late, end: early }, 'windows[1].')).toThrow(
    /windows\[1\]\.end/,
  );
  demandInterval({ start: early, end: late });
  demandInterval({ start: early, end: early });
});

it('an interval may be open at either side', () => {
  for (const open of [{}, { start: null, end: early }, { start: late, end: null }, { start: late }])
    expect(() => demandInterval(open)).not.toThrow();
});
