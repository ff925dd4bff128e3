import { CommandError } from '../errors.ts';

/** Reading of a clock and a calendar on the wall. `month` and `dayOfWeek` (Monday) start at 1. */
export type WallClock = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
};

export type ZonedParts = WallClock & {
  dayOfWeek: number;
  dayOfYear: number;
  isoWeek: number;
  isoWeekYear: number;
  offsetMinutes: number;
};

/** What Temporal calls a zone the server writes as `+05`, `+0530`, `Z` or an Olson name. @throws CommandError 40485 */
export function zoneId(zone: string): string {
  const offset = /^([+-]\d{2}):?(\d{2})?$/.exec(zone);
  if (offset !== null) return `${offset[1]}:${offset[2] ?? '00'}`;
  return zone === 'Z' || zone === 'GMT' ? 'UTC' : zone;
}

export function zoned(date: Date, zone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zoneId(zone));
  } catch (cause) {
    throw unknownZone(zone, cause);
  }
}

function unknownZone(zone: string, cause: unknown): CommandError {
  return new CommandError(40485, `unrecognized time zone identifier: "${zone}"`, { cause });
}

export function inZone(date: Date, zone: string): ZonedParts {
  const at = zoned(date, zone);
  return {
    year: at.year,
    month: at.month,
    day: at.day,
    hour: at.hour,
    minute: at.minute,
    second: at.second,
    millisecond: at.millisecond,
    dayOfWeek: at.dayOfWeek,
    dayOfYear: at.dayOfYear,
    isoWeek: at.weekOfYear ?? 0,
    isoWeekYear: at.yearOfWeek ?? at.year,
    offsetMinutes: Math.trunc(at.offsetNanoseconds / 60_000_000_000),
  };
}

/** Values beyond a field's range carry over (month 14 is February of the next year), as the server allows. */
export function zonedToDate(wall: WallClock, zone: string): Date {
  const plain = Temporal.PlainDateTime.from({ year: wall.year, month: 1, day: 1 }).add({
    months: wall.month - 1,
    days: wall.day - 1,
    hours: wall.hour,
    minutes: wall.minute,
    seconds: wall.second,
    milliseconds: wall.millisecond,
  });
  try {
    return new Date(plain.toZonedDateTime(zoneId(zone)).epochMilliseconds);
  } catch (cause) {
    throw unknownZone(zone, cause);
  }
}
