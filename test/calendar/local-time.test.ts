import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstant, toLocal } from '../../src/calendar/index.ts';
import { zones } from '../support/zones.ts';
import { localTimes } from './transitions.ts';

describe.each(zones)('local times of %s', (zone) => {
  it('never go back while the clock goes forward', () => {
    fc.assert(
      fc.property(localTimes(zone), fc.integer({ min: 0, max: 300 }), (local, minutes) => {
        expect(toInstant(local.add({ minutes }), zone)).toBeGreaterThanOrEqual(
          toInstant(local, zone),
        );
      }),
    );
  });

  it('are the first instant at which clocks show them, or the moment of the skip', () => {
    fc.assert(
      fc.property(localTimes(zone), (local) => {
        const instant = toInstant(local, zone);
        const shown = toLocal(instant, zone);
        const before = toLocal(instant - 1, zone);
        const order = Temporal.PlainDateTime.compare;
        if (shown.equals(local)) {
          for (let quarters = 1; quarters <= 4 * 26; quarters += 1)
            expect(toLocal(instant - quarters * 900_000, zone).equals(local)).toBe(false);
        } else {
          expect(order(before, local), 'before the skip it is earlier').toBe(-1);
          expect(order(shown, local), 'after it, later').toBe(1);
        }
      }),
    );
  });

  it('come back from their instant', () => {
    fc.assert(
      fc.property(localTimes(zone), (local) => {
        const instant = toInstant(local, zone);
        expect(toInstant(toLocal(instant, zone), zone)).toBe(instant);
      }),
    );
  });
});

describe('the known nights', () => {
  it.each([
    [
      'Europe/Berlin',
      '2026-03-29T02:30',
      '2026-03-29T01:00:00Z',
      'skipped: the moment of the skip',
    ],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00Z', 'the end of the gap is the same'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z', 'twice: the first'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z', 'half an hour twice'],
    ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00:00Z', 'a skipped midnight'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00Z', 'a skipped day'],
    ['UTC', '2026-03-29T02:30', '2026-03-29T02:30:00Z', 'no change at all'],
  ])('%s %s is %s (%s)', (zone, local, instant) => {
    expect(toInstant(Temporal.PlainDateTime.from(local), zone)).toBe(Date.parse(instant));
  });
});
