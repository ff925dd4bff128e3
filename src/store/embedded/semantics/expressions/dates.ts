import { CommandError } from '../errors.ts';
import {
  type Expression,
  isNullish,
  type OperatorCompiler,
  type OperatorTable,
  ofNames,
  type Scope,
} from '../expression-scope.ts';
import { Doc, ObjectId, Timestamp, typeName, type Value } from '../model.ts';
import { integerOf, toCount } from '../numbers.ts';
import { formatDate, parseDate, parseFormatted } from './date-text.ts';
import { inZone, type ZonedParts, zoned, zonedToDate } from './time-zone.ts';

/** A date, or what stands for one. @throws CommandError 16006 */
function dateOf(value: Value, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date(value.seconds * 1000);
  if (value instanceof ObjectId) return new Date((value.w0 >>> 0) * 1000);
  throw new CommandError(16006, `${name}: can't convert from BSON type ${typeName(value)} to Date`);
}

/** The zone's name; `null` when it evaluates to null, which makes the whole expression null. */
function zoneOf(timezone: Expression | undefined, scope: Scope): string | null {
  if (timezone === undefined) return 'UTC';
  const zone = timezone(scope);
  if (isNullish(zone)) return null;
  if (typeof zone === 'string') return zone;
  throw new CommandError(40533, `timezone must evaluate to a string, found ${typeName(zone)}`);
}

function part(read: (parts: ZonedParts) => number | bigint): OperatorCompiler {
  return (argument, compile, name) => {
    const named = argument instanceof Doc && argument.has('date');
    const only =
      Array.isArray(argument) && argument.length === 1 ? (argument[0] as Value) : argument;
    const date = compile(named ? (argument.get('date') as Value) : only);
    const zone = named ? argument.get('timezone') : undefined;
    const timezone = zone === undefined ? undefined : compile(zone);
    return (scope) => {
      const value = date(scope);
      const in_ = zoneOf(timezone, scope);
      if (isNullish(value) || in_ === null) return null;
      return read(inZone(dateOf(value, name), in_));
    };
  };
}

const defaultFormat = '%Y-%m-%dT%H:%M:%S.%LZ';
const localFormat = '%Y-%m-%dT%H:%M:%S.%L%z';

const dateToString = ofNames(
  ['date'],
  ['format', 'timezone', 'onNull'],
  ({ date, format, timezone, onNull }, name) =>
    (scope) => {
      const value = (date as Expression)(scope);
      if (isNullish(value)) return onNull === undefined ? null : onNull(scope);
      const zone = zoneOf(timezone, scope);
      const layout = format === undefined ? undefined : format(scope);
      if (zone === null || layout === null) return null;
      if (layout !== undefined && typeof layout !== 'string') {
        throw new CommandError(
          18533,
          `${name} requires that 'format' be a string, found: ${typeName(layout)}`,
        );
      }
      const utc = zone === 'UTC' || zone === 'GMT' || zone === 'Z';
      return formatDate(dateOf(value, name), layout ?? (utc ? defaultFormat : localFormat), zone);
    },
);

const dateFromString = ofNames(
  ['dateString'],
  ['format', 'timezone', 'onError', 'onNull'],
  ({ dateString, format, timezone, onError, onNull }, name) =>
    (scope) => {
      const text = (dateString as Expression)(scope);
      const zone = zoneOf(timezone, scope);
      if (isNullish(text)) return onNull === undefined ? null : onNull(scope);
      if (zone === null) return null;
      const layout = format?.(scope);
      if (layout === null) return null;
      try {
        if (typeof text !== 'string') {
          throw new CommandError(
            'ConversionFailure',
            `${name} requires that 'dateString' be a string, found: ${typeName(text)}`,
          );
        }
        return typeof layout === 'string'
          ? parseFormatted(text, layout, zone)
          : parseDate(text, zone);
      } catch (error) {
        if (onError !== undefined && error instanceof CommandError) return onError(scope);
        throw error;
      }
    },
);

const wallNames = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

const dateFromParts = ofNames(
  [],
  [...wallNames, 'isoWeekYear', 'isoWeek', 'isoDayOfWeek', 'timezone'],
  (args, name) => {
    const byWeek = args.isoWeekYear !== undefined;
    if (!byWeek && args.year === undefined) {
      throw new CommandError(
        40516,
        `${name} requires either 'year' or 'isoWeekYear' to be present`,
      );
    }
    return (scope) => {
      const number = (key: keyof typeof args, otherwise: number): number | null => {
        const given = args[key]?.(scope);
        if (args[key] === undefined) return otherwise;
        if (isNullish(given)) return null;
        const whole = toCount(given);
        if (whole === undefined) {
          throw new CommandError(
            40515,
            `'${key}' must evaluate to an integer, found ${typeName(given)}`,
          );
        }
        return whole;
      };
      const zone = zoneOf(args.timezone, scope);
      const clock = [
        number('hour', 0),
        number('minute', 0),
        number('second', 0),
        number('millisecond', 0),
      ];
      const calendar = byWeek
        ? [number('isoWeekYear', 1970), number('isoWeek', 1), number('isoDayOfWeek', 1)]
        : [number('year', 1970), number('month', 1), number('day', 1)];
      if (zone === null || [...clock, ...calendar].includes(null)) return null;
      const [hour = 0, minute = 0, second = 0, millisecond = 0] = clock as number[];
      const [year = 1970, month = 1, day = 1] = calendar as number[];
      const time = { hour, minute, second, millisecond };
      if (!byWeek) return zonedToDate({ year, month, day, ...time }, zone);
      // Week 1 is the one with January 4th in it.
      const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
      const offset = 4 - (fourth.dayOfWeek - 1) + (month - 1) * 7 + (day - 1);
      return zonedToDate({ year, month: 1, day: offset, ...time }, zone);
    };
  },
);

const dateToParts = ofNames(
  ['date'],
  ['timezone', 'iso8601'],
  ({ date, timezone, iso8601 }, name) =>
    (scope) => {
      const value = (date as Expression)(scope);
      const zone = zoneOf(timezone, scope);
      if (isNullish(value) || zone === null) return null;
      const parts = inZone(dateOf(value, name), zone);
      const { hour, minute, second, millisecond } = parts;
      const clock = { hour, minute, second, millisecond };
      return iso8601?.(scope) === true
        ? Doc.of({
            isoWeekYear: parts.isoWeekYear,
            isoWeek: parts.isoWeek,
            isoDayOfWeek: parts.dayOfWeek,
            ...clock,
          })
        : Doc.of({ year: parts.year, month: parts.month, day: parts.day, ...clock });
    },
);

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

function shifting(sign: 1 | -1): OperatorCompiler {
  return ofNames(
    ['startDate', 'unit', 'amount'],
    ['timezone'],
    ({ startDate, unit, amount, timezone }, name) =>
      (scope) => {
        const start = (startDate as Expression)(scope);
        const by = (amount as Expression)(scope);
        const in_ = unitOf((unit as Expression)(scope), name);
        const zone = zoneOf(timezone, scope);
        if (isNullish(start) || isNullish(by) || in_ === null || zone === null) return null;
        const count = toCount(by);
        if (count === undefined) {
          throw new CommandError(5166405, `${name} expects integer amount of time units`);
        }
        return shift(dateOf(start, name), in_, count * sign, zone);
      },
  );
}

function shift(date: Date, unit: Unit, count: number, zone: string): Date {
  const months = unit === 'quarter' ? count * 3 : count;
  const duration = unit === 'quarter' ? { months } : { [`${unit}s`]: count };
  return new Date(zoned(date, zone).add(duration).epochMilliseconds);
}

const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Day of the week that starts weeks, 1 is Monday. */
function weekStart(value: Value | undefined, name: string): number {
  if (value === undefined) return 7;
  const day = typeof value === 'string' ? value.toLowerCase() : '';
  const at = weekDays.findIndex((each) => each === day || each.slice(0, 3) === day);
  if (at < 0)
    throw new CommandError(
      5439015,
      `${name} parameter 'startOfWeek' value must be a day of the week`,
    );
  return at + 1;
}

const dateDiff = ofNames(
  ['startDate', 'endDate', 'unit'],
  ['timezone', 'startOfWeek'],
  ({ startDate, endDate, unit, timezone, startOfWeek }, name) =>
    (scope) => {
      const start = (startDate as Expression)(scope);
      const end = (endDate as Expression)(scope);
      const in_ = unitOf((unit as Expression)(scope), name);
      const zone = zoneOf(timezone, scope);
      if (isNullish(start) || isNullish(end) || in_ === null || zone === null) return null;
      const first = weekStart(startOfWeek?.(scope), name);
      const from = truncated(dateOf(start, name), in_, 1, zone, first);
      const to = truncated(dateOf(end, name), in_, 1, zone, first);
      return BigInt(unitsBetween(from, to, in_, zone));
    },
);

/** Boundaries of the unit crossed between two dates that lie on boundaries. */
function unitsBetween(from: Date, to: Date, unit: Unit, zone: string): number {
  const ms = to.getTime() - from.getTime();
  switch (unit) {
    case 'millisecond':
      return ms;
    case 'second':
      return Math.round(ms / 1000);
    case 'minute':
      return Math.round(ms / 60_000);
    case 'hour':
      return Math.round(ms / 3_600_000);
    default: {
      const a = zoned(from, zone).toPlainDate();
      const b = zoned(to, zone).toPlainDate();
      if (unit === 'day' || unit === 'week') {
        const days = a.until(b, { largestUnit: 'day' }).days;
        return unit === 'day' ? days : Math.round(days / 7);
      }
      const months = (b.year - a.year) * 12 + b.month - a.month;
      return unit === 'month' ? months : Math.round(months / (unit === 'quarter' ? 3 : 12));
    }
  }
}

const dateTrunc = ofNames(
  ['date', 'unit'],
  ['binSize', 'timezone', 'startOfWeek'],
  ({ date, unit, binSize, timezone, startOfWeek }, name) =>
    (scope) => {
      const value = (date as Expression)(scope);
      const in_ = unitOf((unit as Expression)(scope), name);
      const zone = zoneOf(timezone, scope);
      const size = binSize === undefined ? 1 : binSize(scope);
      if (isNullish(value) || in_ === null || zone === null || isNullish(size)) return null;
      const bin = toCount(size);
      if (bin === undefined || bin < 1) {
        throw new CommandError(5439017, `${name} parameter 'binSize' must be a positive integer`);
      }
      return truncated(dateOf(value, name), in_, bin, zone, weekStart(startOfWeek?.(scope), name));
    },
);

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
  return zonedToDate(
    {
      year: day.year,
      month: day.month,
      day: day.day,
      hour: 0,
      minute: 0,
      second: 0,
      millisecond: 0,
    },
    zone,
  );
}

export const dateOperators: OperatorTable = {
  $year: part(({ year }) => year),
  $month: part(({ month }) => month),
  $dayOfMonth: part(({ day }) => day),
  $hour: part(({ hour }) => hour),
  $minute: part(({ minute }) => minute),
  $second: part(({ second }) => second),
  $millisecond: part(({ millisecond }) => millisecond),
  $dayOfYear: part(({ dayOfYear }) => dayOfYear),
  $dayOfWeek: part(({ dayOfWeek }) => (dayOfWeek % 7) + 1),
  $week: part(({ dayOfYear, dayOfWeek }) => Math.floor((dayOfYear + 6 - (dayOfWeek % 7)) / 7)),
  $isoDayOfWeek: part(({ dayOfWeek }) => dayOfWeek),
  $isoWeek: part(({ isoWeek }) => isoWeek),
  $isoWeekYear: part(({ isoWeekYear }) => BigInt(integerOf(isoWeekYear))),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateToParts: dateToParts,
  $dateAdd: shifting(1),
  $dateSubtract: shifting(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
};
