import { type Weekday, weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';

/** A window of the week; it may span days, and lasts a week where both ends are the same. */
export interface Window {
  fromDay: Weekday;
  from: string;
  untilDay: Weekday;
  until: string;
}

/** A part of the day on some days; it ends on the next day where `until` is at or before `from`. Null: every day. */
export interface DayPart {
  days: Weekday[] | null;
  from: string;
  until: string;
}

const dayMinutes = 1440;

/** When something counts; null is always. `unknown`, with a line, where that cannot be read. */
export function windowsIn(source: Source, member = 'timeRestriction'): Window[] | null | 'unknown' {
  const restriction = source.at(member);
  const type = restriction?.text('type') ?? null;
  if (!restriction || type === null) return null;
  const one = restriction.at('restriction');
  const parts = [...restriction.list('restrictions'), ...(one ? [one] : [])];
  if (parts.length === 0) return null;
  const windows = parts.flatMap((part) => {
    if (type === 'time-of-day') return dailyWindows(part);
    return type === 'weekday-and-time-of-day' ? weeklyWindow(part) : null;
  });
  const known = windows.filter((window) => window !== null);
  if (known.length === windows.length) return known;
  restriction.say('behaviour', 'Hours that are not known to this version.');
  return 'unknown';
}

function dailyWindows(part: Source): (Window | null)[] {
  const from = clockAt(part, 'start');
  const until = clockAt(part, 'end');
  if (from === null || until === null) return [null];
  return weekdays.map((fromDay, index) => {
    const untilDay = until > from ? fromDay : dayAt(index + 1);
    return { fromDay, from, untilDay, until };
  });
}

function weeklyWindow(part: Source): (Window | null)[] {
  const from = clockAt(part, 'start');
  const until = clockAt(part, 'end');
  const fromDay = dayNamed(part.text('startDay'));
  const untilDay = dayNamed(part.text('endDay'));
  if (from === null || until === null || !fromDay || !untilDay) return [null];
  return [{ fromDay, from, untilDay, until }];
}

function clockAt(part: Source, end: 'start' | 'end'): string | null {
  const hour = part.number(`${end}Hour`) ?? 0;
  const minute = part.number(`${end}Min`) ?? 0;
  const isWhole = Number.isInteger(hour) && Number.isInteger(minute);
  if (!isWhole || hour < 0 || hour > 24 || minute < 0 || minute > 59) return null;
  return `${two(hour % 24)}:${two(minute)}`;
}

function dayNamed(name: string | null): Weekday | undefined {
  const short = name?.slice(0, 3).toLowerCase();
  return weekdays.find((day) => day === short);
}

/** Windows day by day, those of the same times together: longer ones become their days. */
export function dayParts(windows: readonly Window[]): DayPart[] {
  const byTimes = new Map<string, Set<Weekday>>();
  for (const { day, from, until } of windows.flatMap(partsOf)) {
    const days = byTimes.get(`${from} ${until}`) ?? new Set();
    byTimes.set(`${from} ${until}`, days.add(day));
  }
  return [...byTimes].map(([times, days]) => {
    const [from = '', until = ''] = times.split(' ');
    const sorted = weekdays.filter((day) => days.has(day));
    return { days: sorted.length === 7 ? null : sorted, from, until };
  });
}

function partsOf(window: Window): { day: Weekday; from: string; until: string }[] {
  const { fromDay, from, until } = window;
  const length = lengthOf(window);
  if (length <= dayMinutes) return [{ day: fromDay, from, until }];
  const start = weekdays.indexOf(fromDay);
  const end = minuteOf(from) + length;
  const parts = [{ day: fromDay, from, until: '00:00' }];
  let day = 1;
  for (; (day + 1) * dayMinutes <= end; day += 1)
    parts.push({ day: dayAt(start + day), from: '00:00', until: '00:00' });
  if (day * dayMinutes < end) parts.push({ day: dayAt(start + day), from: '00:00', until });
  return parts;
}

function lengthOf({ fromDay, from, untilDay, until }: Window): number {
  const days = weekdays.indexOf(untilDay) - weekdays.indexOf(fromDay);
  const length = days * dayMinutes + minuteOf(until) - minuteOf(from);
  return length > 0 ? length : length + 7 * dayMinutes;
}

function dayAt(index: number): Weekday {
  return weekdays[index % 7] ?? 'mon';
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

export function two(number: number): string {
  return String(number).padStart(2, '0');
}
