import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt, weekdays, weeklyWindow } from '../../src/calendar/index.ts';
import {
  type UrgencySettings,
  type UrgencySources,
  urgencyAt,
  urgencyBegins,
} from '../../src/urgency/urgency-at.ts';
import { quickRuns } from '../support/runs.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const numRuns = quickRuns(1000);

const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((at) => new Date(at * minute).toISOString().slice(11, 16));
const hours = fc.record({
  displayName: fc.constant('Office hours'),
  timeZoneId: fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
  hours: fc.array(
    fc.record({
      selectedDays: fc.option(fc.subarray([...weekdays], { minLength: 1 })),
      from: clock,
      until: clock,
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const urgency = fc.option(fc.constantFrom('High' as const, 'Low' as const));
const severity = fc.constantFrom('Critical' as const, 'Warning' as const, 'Minor' as const);
const settings: fc.Arbitrary<UrgencySettings> = fc.oneof(
  urgency.map((one) => ({ type: 'constant' as const, urgency: one })),
  fc
    .subarray(['Critical', 'Warning', 'Minor'] as const)
    .map((low) => ({ type: 'bySeverity' as const, low })),
  fc.record({
    type: fc.constant('supportHours' as const),
    supportHoursId: fc.constantFrom('Known', 'gone'),
    during: urgency,
    outside: urgency,
  }),
  fc.constant({
    type: 'supportHours' as const,
    supportHoursId: 'Known',
    raisesAtStart: true,
  }),
);
const sources: fc.Arbitrary<UrgencySources> = fc
  .record({
    integration: fc.option(settings),
    services: fc.array(settings, { maxLength: 3 }),
    known: hours,
  })
  .map(({ integration, services, known }) => ({
    integration,
    services,
    hours: (id) => (id === 'known' ? known : undefined),
  }));
/** Around nights in which clocks change, too. */
const instant = fc
  .tuple(
    fc.constantFrom('2026-03-28T00:00Z', '2026-10-24T00:00Z', '2026-04-04T00:00Z', '2026-06-01Z'),
    fc.integer({ min: 0, max: 3 * 24 * 60 }),
  )
  .map(([from, minutes]) => Date.parse(from) + minutes * minute);

describe('of any settings and instant', () => {
  it('whoever asks again gets the same urgency', () => {
    fc.assert(
      fc.property(sources, severity, instant, (given, of, at) => {
        const first = urgencyAt(given, of, at);
        urgencyAt(given, of, at + day);
        expect(urgencyAt({ ...given }, of, at)).toEqual(first);
      }),
      { numRuns },
    );
  });

  it('an integration comes before services, and of these the most urgent counts', () => {
    fc.assert(
      fc.property(sources, severity, instant, (given, of, at) => {
        const alone = (one: UrgencySettings) =>
          urgencyAt({ ...given, integration: one, services: [] }, of, at).urgency;
        const asked = given.integration ? [given.integration] : given.services;
        const isLow = asked.length > 0 && asked.every((one) => alone(one) === 'Low');
        expect(urgencyAt(given, of, at).urgency).toBe(isLow ? 'Low' : 'High');
      }),
      { numRuns },
    );
  });

  it('what rises does so at the next opening of its hours, when it is urgent, and only what was not', () => {
    fc.assert(
      fc.property(hours, severity, instant, (known, of, at) => {
        const given: UrgencySources = {
          integration: { type: 'supportHours', supportHoursId: 'known', raisesAtStart: true },
          services: [],
          hours: () => known,
        };
        const isOpen = (instant_: number) =>
          known.hours.some(({ selectedDays, from, until }) =>
            isOpenAt(weeklyWindow(selectedDays, from, until), instant_, known.timeZoneId),
          );
        const begins = urgencyBegins(given, of, at);
        expect(isOpen(at) && begins !== null).toBe(false);
        if (begins === null) return;
        expect(begins).toBeGreaterThan(at);
        expect(urgencyAt(given, of, begins).urgency).toBe('High');
        expect(urgencyAt(given, of, begins - 1).urgency).toBe('Low');
        for (let share = 1; share < 10; share += 1)
          expect(isOpen(at + Math.floor(((begins - 1 - at) * share) / 10))).toBe(false);
      }),
      { numRuns },
    );
  });

  it('support hours begin on no holiday, however many there are in a row', () => {
    const office = { selectedDays: null, from: '09:00', until: '17:00' };
    const first = Temporal.PlainDate.from('2026-12-21');
    const days = Array.from({ length: 20 }, (_, day) => first.add({ days: day }).toString());
    const given: UrgencySources = {
      integration: { type: 'supportHours', supportHoursId: 'known', raisesAtStart: true },
      services: [],
      hours: () => ({
        ...{ hours: [office], timeZoneId: 'UTC', displayName: 'Office' },
        holidays: new Set(days),
      }),
    };
    const noon = Date.parse('2026-12-21T12:00Z');
    expect(urgencyAt(given, 'Critical', noon).urgency).toBe('Low');
    expect(urgencyAt(given, 'Critical', noon - 86_400_000).urgency).toBe('High');
    expect(urgencyBegins(given, 'Critical', noon)).toBe(Date.parse('2027-01-10T09:00Z'));
  });

  it('nothing is set: it is urgent, and stays so', () => {
    fc.assert(
      fc.property(severity, instant, (of, at) => {
        const none: UrgencySources = { integration: null, services: [], hours: () => undefined };
        expect(urgencyAt(none, of, at)).toEqual({ urgency: 'High', by: null });
        expect(urgencyBegins(none, of, at)).toBeNull();
      }),
      { numRuns },
    );
  });
});
