import fc from 'fast-check';
import type { Hours, LayerSettings, RotaOverride, RotaSettings } from '../../src/rota/index.ts';
import { zones } from '../support/zones.ts';

/** With every kind of change that clocks know: half-hours, midnights, a skipped day, months of fasting, none. */
export const rotaZones = [...zones, 'Europe/London', 'Asia/Kolkata'] as const;
export const zone = fc.constantFrom(...rotaZones);

const epoch = Date.parse('2026-02-01T00:00:00Z');
/** Around changes of clocks in both halves of the world. */
export const instant = fc.nat(250 * 1440).map((n) => epoch + n * 60_000);
const iso = instant.map((at) => new Date(at).toISOString());
const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 5, 15, 30, 59))
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);
const weekday = fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
const nothing = fc.constant(null);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.oneof(nothing, value);

export const hours: fc.Arbitrary<Hours[]> = fc.array(
  fc.record({ fromDay: weekday, from: time, untilDay: weekday, until: time }),
  { minLength: 1, maxLength: 4 },
);
export const people = ['A', 'B', 'C', 'D', 'E'];
const user = fc.constantFrom(...people);
const localTime = instant.map((at) => new Date(at).toISOString().slice(0, 16));
/** Rules that the slow renderer reads, too. */
export const recurringRules = fc.constantFrom(
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SA',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYMONTHDAY=31',
);
const recurrence = fc.record({
  rule: recurringRules,
  startsAt: localTime,
  minutes: fc.constantFrom(1, 480, 1440, 2880, 10_080),
  also: orNull(fc.uniqueArray(localTime, { maxLength: 3 })),
  except: fc.nat(3),
});
const groups = fc.array(fc.record({ userIds: fc.uniqueArray(user, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 4,
});
const turns = fc.oneof(
  nothing,
  fc.record({
    every: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom('hours', 'days', 'weeks', 'months', 'windows'),
    from: iso,
    clock: fc.constantFrom('wall', 'elapsed', null),
  }),
  fc.record({
    every: fc.integer({ min: 30, max: 300 }),
    unit: fc.constant('minutes' as const),
    from: iso,
    clock: fc.constantFrom('wall', 'elapsed', null),
  }),
);

export const layers: fc.Arbitrary<LayerSettings[]> = fc
  .array(
    fc.record({
      level: orNull(fc.integer({ min: 0, max: 2 })),
      startsAt: orNull(iso),
      endsAt: orNull(iso),
      timeZoneId: orNull(zone),
      hours: orNull(hours),
      recurrence: orNull(recurrence),
      onHolidays: fc.constantFrom('normal', 'off', 'allDay', 'asSunday', null),
      turns,
      groups,
      firstGroup: fc.nat(4),
      groupSize: orNull(fc.integer({ min: 1, max: 3 })),
    }),
    { maxLength: 4 },
  )
  .map((list) =>
    list.map(({ hours: weekly, recurrence: recurring, ...layer }, index) => ({
      ...layer,
      id: `layer-${index}`,
      hours: recurring ? null : weekly,
      recurrence: recurring && {
        ...recurring,
        // Some that the rule may name, and others.
        except: [recurring.startsAt, ...(recurring.also ?? [])].slice(0, recurring.except),
      },
      // Only hours say what else a holiday could be.
      onHolidays: recurring && layer.onHolidays !== 'off' ? null : layer.onHolidays,
      // Nothing counts openings where there are none.
      turns: layer.turns?.unit === 'windows' && !weekly && !recurring ? null : layer.turns,
    })),
  );

const interval = fc
  .tuple(instant, fc.integer({ min: 1, max: 20 * 1440 }))
  .map(([start, minutes]) => ({ start, end: start + minutes * 60_000 }));
const shift = fc.record({ userIds: fc.uniqueArray(user, { maxLength: 2 }), part: fc.nat(3) });

const temporaries = fc.array(fc.tuple(interval, fc.array(shift, { maxLength: 4 })), {
  maxLength: 2,
});
export const overrides: fc.Arbitrary<RotaOverride[]> = fc
  .array(
    fc.record({
      userId: user,
      kind: fc.constantFrom('absent', 'absent', 'add', 'replace'),
      interval,
      replacements: fc.uniqueArray(user, { maxLength: 2 }),
      layerIds: orNull(
        fc
          .subarray(['layer-0', 'layer-1', 'layer-2'])
          .map((ids): ReadonlySet<string> => new Set(ids)),
      ),
    }),
    { maxLength: 4 },
  )
  .map((list) => list.map(({ interval: time, ...one }, n) => ({ ...one, ...time, id: `o${n}` })));

/** Schedules of any shape, in any zone. */
export const rotas: fc.Arbitrary<RotaSettings> = fc
  .record({
    timeZoneId: zone,
    layers,
    temporaries,
    overrides,
    holidays: fc.uniqueArray(
      fc.nat(250).map((n) => new Date(epoch + n * 86_400_000).toISOString().slice(0, 10)),
      { maxLength: 5 },
    ),
    onLeave: fc.constantFrom('warn', 'passOn', 'gap'),
    leaves: fc.array(
      fc.tuple(user, interval).map(([userId, time]) => ({ userId, ...time })),
      { maxLength: 3 },
    ),
    away: fc.uniqueArray(user, { maxLength: 1 }),
  })
  .map(({ away, temporaries: list, ...rest }) => ({
    ...rest,
    away: new Set(away),
    temporaries: list.map(([{ start, end }, shifts], n) => ({
      id: `t${n}`,
      start,
      end,
      shifts: shifts.map(({ userIds, part }) => {
        const quarter = Math.floor((end - start) / 4);
        return { userIds, start: start + part * quarter, end: start + (part + 1) * quarter };
      }),
    })),
  }));

export const ranges = fc
  .tuple(instant, fc.integer({ min: 1, max: 14 * 1440 }))
  .map(([from, minutes]) => ({ from, until: from + minutes * 60_000 }));

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
