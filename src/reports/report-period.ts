import {
  type CalendarUnit,
  calendarIntervals,
  type Interval,
  toInstant,
  toLocal,
} from '../calendar/index.ts';
import { invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** Local days of a time zone, the last one included. */
export interface ReportPeriod {
  from: Temporal.PlainDate;
  until: Temporal.PlainDate;
  timeZoneId: string;
  /** The instants at which the first day begins and the last one ends. */
  interval: Interval;
}

const midnight = Temporal.PlainTime.from('00:00');
const daysMax = 366;

/** The days from one date until another. Throws a RangeError when there are none. */
export function periodOf(
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
  timeZoneId: string,
): ReportPeriod {
  const startOf = (day: Temporal.PlainDate) => toInstant(day.toPlainDateTime(midnight), timeZoneId);
  const interval = { start: startOf(from), end: startOf(until.add({ days: 1 })) };
  if (interval.end <= interval.start) throw new RangeError('A period has at least one day.');
  return { from, until, timeZoneId, interval };
}

export interface PeriodRequest {
  /** `2026-03-01` */
  from: string | undefined;
  until: string | undefined;
  timeZoneId: string;
}

/** Spec 2.9: the last 7 days unless the request names others. Throws 400 for days that make no period. */
export function requestedPeriod(request: PeriodRequest, now: Date): ReportPeriod {
  const today = toLocal(now.getTime(), request.timeZoneId).toPlainDate();
  const last = dayOf('Until', request.until) ?? today;
  return demandPeriod(dayOf('From', request.from) ?? last.subtract({ days: 6 }), last, request);
}

/** Spec 2.9: the current month unless the request names other days. */
export function requestedMonth(request: PeriodRequest, now: Date): ReportPeriod {
  const today = toLocal(now.getTime(), request.timeZoneId).toPlainDate();
  const given = { from: dayOf('From', request.from), until: dayOf('Until', request.until) };
  const first = given.from ?? (given.until ?? today).with({ day: 1 });
  const last = given.until ?? first.with({ day: 1 }).add({ months: 1 }).subtract({ days: 1 });
  return demandPeriod(first, last, request);
}

const weeksDaysMax = 92;

/** The 7 days until yesterday unless the request names others: what a weekly report covers. */
export function requestedWeek(request: PeriodRequest, now: Date): ReportPeriod {
  const today = toLocal(now.getTime(), request.timeZoneId).toPlainDate();
  const last = dayOf('Until', request.until) ?? today.subtract({ days: 1 });
  const first = dayOf('From', request.from) ?? last.subtract({ days: 6 });
  return demandPeriod(first, last, request, weeksDaysMax);
}

function demandPeriod(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  { timeZoneId }: PeriodRequest,
  most = daysMax,
): ReportPeriod {
  if (Temporal.PlainDate.compare(first, last) > 0)
    throw invalidField('Until', say('notBeforeFrom'));
  if (daysBetween(first, last) > most)
    throw invalidField('Until', say('periodTooLong', { days: most }));
  return periodOf(first, last, timeZoneId);
}

/** As many days right before: on days when clocks change, it may be an hour shorter or longer. */
export function previousPeriod({ from, until, timeZoneId }: ReportPeriod): ReportPeriod {
  const days = daysBetween(from, until);
  return periodOf(from.subtract({ days }), from.subtract({ days: 1 }), timeZoneId);
}

const intervalNames = ['Hour', 'Day', 'Week', 'Month'] as const;
export type IntervalName = (typeof intervalNames)[number];

const units: Readonly<Record<IntervalName, CalendarUnit>> = {
  Hour: 'hour',
  Day: 'day',
  Week: 'week',
  Month: 'month',
};
const hourDaysMax = 31;

/** The interval of a graph that shows neither too few points nor too many. Throws 400 for hours of months. */
export function intervalFor(period: ReportPeriod, wanted: IntervalName | undefined): IntervalName {
  const days = daysBetween(period.from, period.until);
  if (wanted === 'Hour' && days > hourDaysMax)
    throw invalidField('Interval', say('hoursTooLong', { days: hourDaysMax }));
  if (wanted !== undefined) return wanted;
  if (days <= 2) return 'Hour';
  if (days <= 60) return 'Day';
  return days <= 365 ? 'Week' : 'Month';
}

/** The hours, days, weeks or months of the period, in order. */
export function bucketsOf({ interval, timeZoneId }: ReportPeriod, name: IntervalName): Interval[] {
  return calendarIntervals(units[name], interval, timeZoneId);
}

/** Both included. */
function daysBetween(from: Temporal.PlainDate, until: Temporal.PlainDate): number {
  return from.until(until, { largestUnit: 'days' }).days + 1;
}

function dayOf(field: string, text: string | undefined): Temporal.PlainDate | undefined {
  if (text === undefined) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) throw invalidField(field, say('mustBeDay'));
    throw error;
  }
}

/** Clocks change at quarters of an hour. */
const quarterMilliseconds = 900_000;

/**
 * Writes moments with the offset of the zone: `2026-03-29T03:00:00+02:00`. Made once for many: it remembers the offsets
 * of the quarters of an hour that it was asked for.
 */
export function localTexts(timeZoneId: string): (at: number) => string {
  const known = new Map<number, { milliseconds: number; text: string }>();
  return (at) => {
    const quarter = Math.floor(at / quarterMilliseconds);
    const offset = known.get(quarter) ?? offsetAt(at, timeZoneId);
    known.set(quarter, offset);
    return new Date(at + offset.milliseconds).toISOString().slice(0, 19) + offset.text;
  };
}

function offsetAt(at: number, timeZoneId: string) {
  const { offset: text, offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZoneId);
  return { milliseconds: offsetNanoseconds / 1e6, text };
}
