import { CommandError } from '../errors.ts';
import { inZone, type ZonedParts, zonedToDate } from './time-zone.ts';

const iso =
  /^(\d{4})-?(\d{2})(?:-?(\d{2}))?(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?)?\s*(Z|[A-Za-z_]+\/[A-Za-z_/]+|UTC|GMT|[+-]\d{2}:?\d{0,2})?$/;

/**
 * A date without a format: ISO 8601 in its usual widths, in `zone` unless the text names one.
 * @throws CommandError ConversionFailure (241)
 */
export function parseDate(text: string, zone: string): Date {
  const match = iso.exec(text.trim());
  if (match === null) throw unparsable(text, 'expected an ISO 8601 date');
  const [, year, month, day, hour, minute, second, fraction, own] = match;
  return zonedToDate(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day ?? 1),
      hour: Number(hour ?? 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
      millisecond: Number((fraction ?? '').slice(0, 3).padEnd(3, '0')),
    },
    own ?? zone,
  );
}

export function unparsable(text: string, why: string): CommandError {
  return new CommandError('ConversionFailure', `Error parsing date string '${text}'; ${why}`);
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const formatters: { readonly [letter: string]: (parts: ZonedParts) => string } = {
  Y: ({ year }) => pad(year, 4),
  m: ({ month }) => pad(month),
  d: ({ day }) => pad(day),
  H: ({ hour }) => pad(hour),
  M: ({ minute }) => pad(minute),
  S: ({ second }) => pad(second),
  L: ({ millisecond }) => pad(millisecond, 3),
  j: ({ dayOfYear }) => pad(dayOfYear, 3),
  w: ({ dayOfWeek }) => String((dayOfWeek % 7) + 1),
  u: ({ dayOfWeek }) => String(dayOfWeek),
  U: ({ dayOfYear, dayOfWeek }) => pad(Math.floor((dayOfYear + 6 - (dayOfWeek % 7)) / 7)),
  V: ({ isoWeek }) => pad(isoWeek),
  G: ({ isoWeekYear }) => pad(isoWeekYear, 4),
  B: ({ month }) => monthNames[month - 1] as string,
  b: ({ month }) => (monthNames[month - 1] as string).slice(0, 3),
  Z: ({ offsetMinutes }) => String(offsetMinutes),
  z: ({ offsetMinutes }) => {
    const size = Math.abs(offsetMinutes);
    return `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`;
  },
  '%': () => '%',
};

/** `$dateToString`. @throws CommandError 18536 for an unknown letter */
export function formatDate(date: Date, format: string, zone: string): string {
  const parts = inZone(date, zone);
  return format.replace(/%(.?)/gs, (_, letter: string) => {
    const formatter = Object.hasOwn(formatters, letter) ? formatters[letter] : undefined;
    if (formatter === undefined) {
      throw new CommandError(18536, `Invalid format character '%${letter}' in format string`);
    }
    return formatter(parts);
  });
}

const readers: { readonly [letter: string]: string } = {
  Y: '(?<year>\\d{4})',
  m: '(?<month>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  M: '(?<minute>\\d{1,2})',
  S: '(?<second>\\d{1,2})',
  L: '(?<millisecond>\\d{1,3})',
  j: '(?<dayOfYear>\\d{1,3})',
  b: '(?<monthName>[A-Za-z]{3})',
  B: '(?<monthName>[A-Za-z]+)',
  z: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
  Z: '(?<minutes>[+-]\\d{1,4})',
  '%': '%',
};

/** `$dateFromString` with a format. @throws CommandError ConversionFailure (241) */
export function parseFormatted(text: string, format: string, zone: string): Date {
  const source = format.replace(/%(.?)|[\\^$.*+?()[\]{}|/]/gs, (found, letter?: string) => {
    if (letter === undefined) return `\\${found}`;
    const reader = Object.hasOwn(readers, letter) ? readers[letter] : undefined;
    if (reader === undefined) {
      throw new CommandError(18536, `Invalid format character '%${letter}' in format string`);
    }
    return reader;
  });
  const groups = new RegExp(`^${source}$`).exec(text)?.groups;
  if (groups === undefined) throw unparsable(text, `it does not have the format '${format}'`);
  const number = (name: string, otherwise: number) => Number(groups[name] ?? otherwise);
  const named = groups.monthName?.toLowerCase();
  const month =
    named === undefined
      ? number('month', 1)
      : monthNames.findIndex((each) => each.toLowerCase().startsWith(named)) + 1;
  const date = zonedToDate(
    {
      year: number('year', 1970),
      month,
      day: number('day', number('dayOfYear', 1)),
      hour: number('hour', 0),
      minute: number('minute', 0),
      second: number('second', 0),
      millisecond: Number((groups.millisecond ?? '0').padEnd(3, '0')),
    },
    groups.zone ?? zone,
  );
  return groups.minutes === undefined
    ? date
    : new Date(date.getTime() - Number(groups.minutes) * 60_000);
}
