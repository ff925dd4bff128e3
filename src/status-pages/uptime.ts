import { toInstant, toLocal } from '../calendar/index.ts';
import { type PublicState, worseOf } from './states.ts';

/** A day of the page's time zone: 23 or 25 hours where clocks change. */
export interface Day {
  /** `2026-03-29`. */
  date: string;
  start: number;
  end: number;
}

/** A day of a service, as its bar shows it. */
export interface DayHistory {
  date: string;
  /** Null before the service was there. */
  state: PublicState | null;
  downSeconds: number;
}

export interface Uptime {
  days: DayHistory[];
  /**
   * The part of the time, since the first day or since the service exists, in which nothing was wrong. Null for no time
   * at all.
   */
  ratio: number | null;
}

/** A time in which something was wrong or in maintenance; in epoch milliseconds. */
export interface CountedSpan {
  start: number;
  end: number;
  state: PublicState;
  /** Shown, but no outage. */
  isExcluded: boolean;
}

/** The last `count` days, today included, which ends as the others do. Pure. */
export function daysUntil(now: number, count: number, timeZoneId: string): Day[] {
  const today = toLocal(now, timeZoneId).toPlainDate();
  const midnight = (date: Temporal.PlainDate) =>
    toInstant(date.toPlainDateTime('00:00'), timeZoneId);
  return Array.from({ length: count }, (_, place) => {
    const date = today.subtract({ days: count - 1 - place });
    return { date: date.toString(), start: midnight(date), end: midnight(date.add({ days: 1 })) };
  });
}

/**
 * Days with their worst state, and the uptime: outages count as long as they lasted, once where several overlap.
 * Excluded ones are shown and do not count. Pure.
 */
export function uptimeOf(
  spans: readonly CountedSpan[],
  days: readonly Day[],
  { since, now }: { since: number; now: number },
): Uptime {
  const worst = new Map<number, PublicState>();
  const down = new Map<number, number>();
  for (const span of spans)
    for (const place of placesOf(span, days, now))
      worst.set(place, worseOf(worst.get(place) ?? 'operational', span.state));
  for (const span of merged(spans.filter(({ isExcluded }) => !isExcluded)))
    for (const place of placesOf(span, days, now)) {
      const day = days[place];
      if (day)
        down.set(place, (down.get(place) ?? 0) + overlap(span, { ...day, since, until: now }));
    }
  let known = 0;
  let lost = 0;
  const histories = days.map(({ date, start, end }, place) => {
    const length = Math.min(end, now) - Math.max(start, since);
    const isKnown = length >= 0 && since < end;
    known += Math.max(0, length);
    lost += down.get(place) ?? 0;
    return {
      date,
      state: isKnown ? (worst.get(place) ?? 'operational') : null,
      downSeconds: Math.round((down.get(place) ?? 0) / 1000),
    };
  });
  return { days: histories, ratio: known === 0 ? null : (known - lost) / known };
}

/** `99.98 %` cut off rather than rounded: 100 says that nothing was wrong. Pure. */
export function uptimePercent(ratio: number, decimalPlaces: number): string {
  if (ratio >= 1) return (100).toFixed(decimalPlaces);
  // A tenth of the last digit more than is shown, against 0.57 * 100 being less than 57.
  const scale = 10 ** decimalPlaces;
  const cut = Math.floor(ratio * 100 * scale + 1e-6) / scale;
  return Math.min(cut, 100 - 1 / scale).toFixed(decimalPlaces);
}

/** Places of the days that the span touches, up to now. */
function* placesOf(
  { start, end }: Pick<CountedSpan, 'start' | 'end'>,
  days: readonly Day[],
  now: number,
) {
  const until = Math.min(end, now);
  for (let place = placeOf(start, days); place < days.length; place += 1) {
    const day = days[place];
    if (!day || day.start > until) return;
    if (day.end > start && (day.start < until || start === until)) yield place;
  }
}

/** Place of the first day that is not over by then; days are in order. */
function placeOf(instant: number, days: readonly Day[]): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.end ?? 0) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Without overlaps, in order. */
function merged(spans: readonly CountedSpan[]): { start: number; end: number }[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

function overlap(
  span: { start: number; end: number },
  { start, end, since, until }: Pick<Day, 'start' | 'end'> & { since: number; until: number },
): number {
  return Math.max(0, Math.min(span.end, end, until) - Math.max(span.start, start, since));
}
