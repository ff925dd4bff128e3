import fc from 'fast-check';
import type { TeamPlan } from '../../src/on-call/duty.ts';
import type { RotationSettings, ScheduleSettings } from '../../src/on-call/escalations.ts';
import { zones } from '../support/zones.ts';
import { plan, schedule } from './plan.ts';

const zone = fc.constantFrom(...zones);
const quarter = fc
  .integer({ min: 0, max: 95 })
  .map(
    (n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
  );
const days = fc.subarray(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const minutes = fc.integer({ min: 0, max: 120 * 24 * 60 });
const epoch = Date.parse('2026-02-01T00:00:00Z');
/** Around changes of clocks in both halves of the world. */
export const instant = minutes.map((n) => epoch + n * 60_000);

const hours: fc.Arbitrary<ScheduleSettings | null> = orNull(
  fc.record({
    weeklySchedules: orNull(
      fc.array(
        fc.record({ selectedDays: orNull(days), from: orNull(quarter), until: orNull(quarter) }),
        {
          maxLength: 3,
        },
      ),
    ),
    effectiveFrom: orNull(fc.constantFrom('2026-02-20', '2026-03-29')),
    effectiveUntil: orNull(fc.constantFrom('2026-03-29', '2026-04-30')),
  }),
);
const rotation: fc.Arbitrary<RotationSettings | null> = orNull(
  fc.record({
    repeats: fc.constantFrom('daily', 'weekly', 'biweekly', 'monthly', 'custom'),
    startsOnDayOfWeek: orNull(fc.constantFrom('sun', 'wed')),
    startsOnDateOfMonth: orNull(fc.integer({ min: 0, max: 30 })),
    startsOnTime: orNull(quarter),
    customRepeatUnit: orNull(fc.constantFrom('months', 'weeks', 'days', 'hours')),
    customRepeatValue: orNull(fc.integer({ min: 1, max: 30 })),
    rotationMode: orNull(fc.constantFrom('explicit', 'auto')),
    autoRotationSize: orNull(fc.integer({ min: 1, max: 5 })),
  }),
);
const rotations = fc.constantFrom('A', 'A|B', 'A,B|C', 'A||B,C', '', 'A,B,C,D');
const schedules = fc
  .tuple(rotations, hours, rotation, fc.constantFrom('2026-01-31', '2026-03-28'))
  .map(([text, scheduleSettings, rotationSettings, anchor]) =>
    schedule(text, { scheduleSettings, rotationSettings }, anchor),
  );
const overrides = fc.record({
  userId: fc.constantFrom('A', 'B', 'C'),
  type: fc.constantFrom('online', 'offline'),
  start: orNull(instant.map((ms) => new Date(ms).toISOString())),
  end: orNull(instant.map((ms) => new Date(ms).toISOString())),
  replacementUserIds: orNull(fc.subarray(['A', 'B', 'C', 'D'])),
});
/** Teams with any settings in any zone. */
export const plans: fc.Arbitrary<TeamPlan> = fc
  .tuple(
    zone,
    fc.array(fc.array(schedules, { maxLength: 2 }), { maxLength: 2 }),
    fc.array(overrides, { maxLength: 3 }),
  )
  .map(([timeZoneId, tiers, list]) => plan(timeZoneId, tiers, list));
export const ranges = fc
  .tuple(instant, fc.integer({ min: 1, max: 40 * 24 * 60 }))
  .map(([from, length]) => ({ from, until: from + length * 60_000 }));
