import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isWithin,
  nextWindow,
  type RecurringWindow,
  recurrencesBetween,
  windowsBetween,
} from '../../src/calendar/index.ts';
import { quickRuns } from '../support/runs.ts';
import { zones } from '../support/zones.ts';

const hour = 3_600_000;
const day = 24 * hour;
const first = Date.parse('2026-03-01T00:00:00Z');
const rules = [
  'FREQ=DAILY',
  'FREQ=DAILY;COUNT=3',
  'FREQ=WEEKLY;BYDAY=FR,SU',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=29',
];

const recurrence = fc.record({
  rule: fc.constantFrom(...rules),
  startsAt: fc
    .integer({ min: 0, max: 40 * 24 })
    .map((hours) => new Date(first + hours * hour).toISOString().slice(0, 16)),
  minutes: fc.constantFrom(1, 90, 1_440, 3_000),
  timeZoneId: fc.constantFrom(...zones),
});
const bound = fc.option(
  fc.integer({ min: 0, max: 60 * 24 }).map((hours) => new Date(first + hours * hour).toISOString()),
);
const windows: fc.Arbitrary<RecurringWindow> = fc.record({
  start: bound,
  end: bound,
  recurrences: fc.option(fc.array(recurrence, { maxLength: 3 })),
  inverted: fc.boolean(),
});
const instants = fc
  .integer({ min: -5 * 24 * 60, max: 70 * 24 * 60 })
  .map((m) => first + m * 60_000);

/** As the words say it, one recurrence after another. */
function counts({ start, end, recurrences, inverted }: RecurringWindow, at: number): boolean {
  if (start && at < Date.parse(start)) return false;
  if (end && at >= Date.parse(end)) return false;
  if (!recurrences || recurrences.length === 0) return true;
  const isNamed = recurrences.some((one) => recurrencesBetween(one, at, at + 1).length > 0);
  return isNamed !== inverted;
}

describe('a window that may come again', () => {
  it('counts within its bounds, and there only in its times; what an earlier look found changes nothing', () => {
    fc.assert(
      fc.property(windows, fc.array(instants, { minLength: 1, maxLength: 8 }), (window, all) => {
        for (const at of all) {
          expect(isWithin(window, at)).toBe(counts(window, at));
          expect(windowsBetween(window, at, at + 1).length > 0).toBe(counts(window, at));
        }
      }),
      { numRuns: quickRuns(3_000) },
    );
  });

  it('is whole in a part of the time: where it is cut, and by how much, changes no time of it', () => {
    fc.assert(
      fc.property(windows, instants, fc.integer({ min: 1, max: 40 }), (window, at, hours) => {
        const until = at + hours * hour;
        const all = windowsBetween(window, at - 30 * day, until + 30 * day);
        const cut = all.filter(({ start, end }) => start < until && end > at);
        // Times that follow each other without a gap are one as far as is looked.
        if (window.inverted) expect(windowsBetween(window, at, until)).toEqual(cut);
        for (const { start, end } of windowsBetween(window, at, until)) {
          expect(counts(window, Math.max(start, at))).toBe(true);
          if (window.inverted && Number.isFinite(end)) expect(counts(window, end)).toBe(false);
          if (window.inverted && Number.isFinite(start))
            expect(counts(window, start - 1)).toBe(false);
        }
      }),
      { numRuns: quickRuns(1_000) },
    );
  });

  it('has as its next time the one that counts now, or the first one after that', () => {
    fc.assert(
      fc.property(windows, instants, (window, at) => {
        const next = nextWindow(window, at);
        const [expected] = windowsBetween(window, at, at + 500 * day);
        if (!expected) expect(next === null || next.start >= at + 500 * day).toBe(true);
        else expect(next?.start).toBe(expected.start);
        // Times that follow each other for years are one that lasts until the window ends.
        if (expected && expected.end < at + 499 * day) expect(next?.end).toBe(expected.end);
      }),
      { numRuns: quickRuns(1_000) },
    );
  });

  it.each([
    ['no end', { recurrences: null }, Number.POSITIVE_INFINITY],
    ['an end', { end: '2026-04-01T00:00:00Z' }, Date.parse('2026-04-01T00:00:00Z')],
  ])('that never pauses lasts until %s', (_, bounds, end) => {
    const always = { rule: 'FREQ=DAILY', startsAt: '2020-01-01T00:00', minutes: 1_440 };
    const recurrences = [{ ...always, timeZoneId: 'Europe/Berlin' }];
    expect(nextWindow({ ...bounds, recurrences }, first)?.end).toBe(end);
  });

  it('is over where its times, without a gap, leave none around them', () => {
    const always = { rule: 'FREQ=DAILY', startsAt: '2020-01-01T00:00', minutes: 1_440 };
    const recurrences = [{ ...always, timeZoneId: 'Europe/Berlin' }];
    expect(nextWindow({ recurrences, inverted: true }, first)).toBeNull();
  });

  it('is over once no time is left', () => {
    const once = { rule: 'FREQ=DAILY;COUNT=1', startsAt: '2026-01-01T00:00', minutes: 60 };
    expect(nextWindow({ recurrences: [{ ...once, timeZoneId: 'UTC' }] }, first)).toBeNull();
  });
});
