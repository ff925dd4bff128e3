import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { daysFrom, instantOf, localOf, ownZone } from '../../console/parts/local-time.ts';
import { toInstant, toLocal } from '../../src/calendar/index.ts';
import { quickRuns } from '../support/runs.ts';
import { zones } from '../support/zones.ts';

const minute = 60_000;
const zone = fc.constantFrom(...zones);
/** Any minute of years with many changes of clocks. */
const instant = fc
  .integer({
    min: Date.parse('2011-06-01T00:00Z') / minute,
    max: Date.parse('2030-01-01T00:00Z') / minute,
  })
  .map((minutes) => minutes * minute);

describe('local times of the console', () => {
  it('are those of the server, for every instant', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const local = toLocal(at, timeZone).toString({ smallestUnit: 'minute' });
        expect(localOf(at, timeZone)).toBe(local);
        expect(instantOf(local, timeZone)).toBe(
          toInstant(Temporal.PlainDateTime.from(local), timeZone),
        );
      }),
      { numRuns: quickRuns(500) },
    );
  });

  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z', 'is skipped'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', 'comes twice'],
    ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z', 'begins a day at one'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'is of a day without'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', 'comes half twice'],
  ])('%s in %s is %s: it %s', (local, timeZone, expected) => {
    const at = instantOf(local, timeZone);
    expect(new Date(at).toISOString()).toBe(expected);
    expect(at).toBe(toInstant(Temporal.PlainDateTime.from(local), timeZone));
  });

  it('has days as long as they are, one after the other', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: 4000 }), (timeZone, offset) => {
        const first = Temporal.PlainDate.from('2015-01-01').add({ days: offset }).toString();
        const days = daysFrom(first, 42, timeZone);
        for (const [index, { date, start, end }] of days.entries()) {
          expect(start).toBe(toInstant(Temporal.PlainDateTime.from(date), timeZone));
          expect(end).toBe(days[index + 1]?.start ?? end);
        }
      }),
      { numRuns: 50 },
    );
    expect(daysFrom('2026-10-24', 3, 'Europe/Berlin').map(({ hours }) => hours)).toEqual([
      24, 25, 24,
    ]);
    expect(daysFrom('2026-03-29', 1, 'Europe/Berlin').map(({ hours }) => hours)).toEqual([23]);
    expect(daysFrom('2011-12-29', 3, 'Pacific/Apia').map(({ date }) => date)).toEqual([
      '2011-12-29',
      '2011-12-31',
    ]);
  });

  it('are those of a zone that a server knows, a minute after a device has come into it', () => {
    const begin = performance.now();
    const now = vi.spyOn(performance, 'now');
    const seen = ['America/New_York', '', 'Europe/Berlin'].map((zoneOfMachine, at) => {
      vi.stubEnv('TZ', zoneOfMachine);
      now.mockReturnValue(begin + (at + 1) * 61_000);
      return ownZone();
    });
    vi.unstubAllEnvs();
    expect(seen).toEqual(['America/New_York', 'UTC', 'Europe/Berlin']);
  });
});
