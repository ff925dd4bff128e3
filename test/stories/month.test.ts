import { afterAll, beforeAll, expect, it } from 'vitest';
import { Town } from './town.ts';

let town: Town;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());

const hour = 3_600_000;
const day = 24 * hour;

/** Escalates after half an hour, but only between eight and six o'clock in Berlin. */
const officeHours = {
  autoEscalationEnabled: true,
  autoEscalationAfterMinutes: 30,
  autoEscalationTimeFilters: [{ selectedDays: null, from: '08:00', until: '18:00' }],
};

/**
 * Months in which the clocks of Berlin change on the 29th and on the 25th; the offset of a day, at eight in the
 * morning.
 */
it.each([
  ['March 2026', Date.UTC(2026, 2, 1), [1, 14, 27, 28, 29], (date: number) => (date >= 29 ? 2 : 1)],
  ['October 2026', Date.UTC(2026, 9, 1), [1, 23, 24, 25], (date: number) => (date >= 25 ? 1 : 2)],
])(
  'escalations of %s are on the second, also when the clocks change',
  async (_name, first, dates, offsetOn) => {
    await town.begin(new Date(first).toISOString());
    const team = await town.team(
      'Payments',
      [{ people: ['Ada'], settings: officeHours }, { people: ['Bob'] }],
      { timeZoneId: 'Europe/Berlin' },
    );
    const probe = await town.probe(team);
    const expected: string[] = [];
    for (const date of dates) {
      const midnight = first + (date - 1) * day - offsetOn(date) * hour;
      const opening = (clock: number) => new Date(midnight + clock * hour).toISOString();
      // During the night, during the day, and too late for the same day.
      const opened: [number, number][] = [
        [6.25, 8],
        [12.5, 13],
        [17.75, 24 + 8],
      ];
      for (const [from, until] of opened) {
        const next = until > 24 ? date + 1 : date;
        const shift = (offsetOn(next) - offsetOn(date)) * hour;
        await town.untilInstant(opening(from));
        await probe.open(`${date} at ${from}`, 'Warning');
        expected.push(
          `${opening(from)} Ada ${date} at ${from}`,
          `${new Date(midnight + until * hour - shift).toISOString()} Bob ${date} at ${from}`,
        );
      }
    }
    await town.untilInstant(new Date(first + 32 * day).toISOString());
    const told = town.heardAt.map(
      ({ at, line }) => `${at.toISOString()} ${line.replace(/ mail Warning: (.*) – .*/, ' $1')}`,
    );
    expect(told).toEqual(expected.toSorted());
  },
);
