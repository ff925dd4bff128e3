import { CommandError } from '../errors.ts';
import {
  isNullish,
  namedSources,
  type OperatorCompiler,
  type OperatorTable,
} from '../expression-scope.ts';
import { ObjectId, Timestamp, typeName, type Value } from '../model.ts';
import { toCount } from '../numbers.ts';

/** `$dateTrunc`: what reports need to count by hour, day, week or month of somebody's calendar. */

/** A date, or what stands for one. @throws CommandError 16006 */
function dateOf(value: Value, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date(value.seconds * 1000);
  if (value instanceof ObjectId) return new Date((value.w0 >>> 0) * 1000);
  throw new CommandError(16006, `${name}: can't convert from BSON type ${typeName(value)} to Date`);
}

/** The zone's name; `null` when it evaluates to null, which makes the whole expression null. */
function zoneOf(zone: Value | undefined): string | null {
  if (isNullish(zone)) return null;
  if (typeof zone === 'string') return zone;
  throw new CommandError(40533, `timezone must evaluate to a string, found ${typeName(zone)}`);
}

/** The zone, in Temporal's spelling, that the server writes as `+05`, `+0530`, `Z` or an Olson name. */
function zoneId(zone: string): string {
  const offset = /^([+-]\d{2}):?(\d{2})?$/.exec(zone);
  if (offset !== null) return `${offset[1]}:${offset[2] ?? '00'}`;
  return zone === 'Z' || zone === 'GMT' ? 'UTC' : zone;
}

/** @throws CommandError 40485 */
function zoned(date: Date, zone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zoneId(zone));
  } catch (cause) {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`, { cause });
  }
}

const units = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
] as const;
type Unit = (typeof units)[number];

function unitOf(value: Value | undefined, name: string): Unit | null {
  if (isNullish(value)) return null;
  const unit = units.find((each) => each === value);
  if (unit === undefined) {
    throw new CommandError(
      5439014,
      `${name} parameter 'unit' value must be one of ${units.join(', ')}`,
    );
  }
  return unit;
}

const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Day of the week that starts weeks, 1 is Monday. */
function weekStart(value: Value | undefined, name: string): number {
  const day = typeof value === 'string' ? value.toLowerCase() : '';
  const at = weekDays.findIndex((each) => each === day || each.slice(0, 3) === day);
  if (at < 0)
    throw new CommandError(
      5439015,
      `${name} parameter 'startOfWeek' value must be a day of the week`,
    );
  return at + 1;
}

const dateTrunc: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(
    argument,
    ['date', 'unit'],
    ['binSize', 'timezone', 'startOfWeek'],
    name,
  );
  const part = (key: string, otherwise: Value) => compile(sources.get(key) ?? otherwise);
  const date = part('date', null);
  const unit = part('unit', null);
  const binSize = part('binSize', 1);
  const timezone = part('timezone', 'UTC');
  const startOfWeek = part('startOfWeek', 'sunday');
  return (scope) => {
    const value = date(scope);
    const in_ = unitOf(unit(scope), name);
    const zone = zoneOf(timezone(scope));
    const size = binSize(scope);
    if (isNullish(value) || in_ === null || zone === null || isNullish(size)) return null;
    const bin = toCount(size);
    if (bin === undefined || bin < 1) {
      throw new CommandError(5439017, `${name} parameter 'binSize' must be a positive integer`);
    }
    return truncated(dateOf(value, name), in_, bin, zone, weekStart(startOfWeek(scope), name));
  };
};

/** The start of the date's bin; bins are counted from 2000-01-01 in the zone (weeks from its first week start). */
function truncated(date: Date, unit: Unit, bin: number, zone: string, firstDay: number): Date {
  const at = zoned(date, zone);
  switch (unit) {
    case 'millisecond':
    case 'second':
    case 'minute':
    case 'hour': {
      const size = bin * { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 }[unit];
      // Zone offsets change; bins keep the offset in force at the date, as whole units do.
      const wall = date.getTime() + at.offsetNanoseconds / 1e6;
      const base = Date.UTC(2000, 0, 1);
      const start = base + Math.floor((wall - base) / size) * size;
      return new Date(start - at.offsetNanoseconds / 1e6);
    }
    case 'day':
    case 'week': {
      const epoch = Temporal.PlainDate.from({ year: 2000, month: 1, day: 1 });
      const base =
        unit === 'day' ? epoch : epoch.add({ days: (firstDay - epoch.dayOfWeek + 7) % 7 });
      const size = unit === 'day' ? bin : bin * 7;
      const days = base.until(at.toPlainDate(), { largestUnit: 'day' }).days;
      return startOf(base.add({ days: Math.floor(days / size) * size }), zone);
    }
    default: {
      const size = bin * { month: 1, quarter: 3, year: 12 }[unit];
      const months = (at.year - 2000) * 12 + at.month - 1;
      const start = Math.floor(months / size) * size;
      return startOf(
        Temporal.PlainDate.from({ year: 2000, month: 1, day: 1 }).add({ months: start }),
        zone,
      );
    }
  }
}

function startOf(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zoneId(zone)).epochMilliseconds);
}

export const dateOperators: OperatorTable = {
  $dateTrunc: dateTrunc,
};
