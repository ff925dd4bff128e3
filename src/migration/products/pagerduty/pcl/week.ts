import { weekdays } from '../../../../calendar/index.ts';
import type { Bodies } from '../../../model/neutral.ts';
import type { Hours } from './expression.ts';

type Conditions = NonNullable<Bodies['tocsin_routing']['rules']>[number]['conditions'];
export type WeeklyTime = NonNullable<Conditions['schedule']>;

const names: readonly string[] = weekdays;
const quartersOfDay = 96;
const quartersOfWeek = 7 * quartersOfDay;

/** Which quarters of an hour of a week, beginning on Monday; rules know no shorter times. */
export type Week = readonly boolean[];

export function weekOf({ days, from, until }: Hours): Week {
  const [start, end] = [quarterOf(from), quarterOf(until)];
  const length = ((end - start + quartersOfDay - 1) % quartersOfDay) + 1;
  const week = new Array<boolean>(quartersOfWeek).fill(false);
  for (const day of days) {
    const first = names.indexOf(day.toLowerCase()) * quartersOfDay + start;
    for (let step = 0; step < length; step += 1) week[(first + step) % quartersOfWeek] = true;
  }
  return week;
}

export function isOnQuarters({ from, until }: Hours): boolean {
  return [from, until].every((time) => /:(00|15|30|45):00$/.test(time));
}

function quarterOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return Math.round((hours * 60 + minutes + seconds / 60) / 15) % quartersOfDay;
}

export function otherTimes(week: Week): Week {
  return week.map((is) => !is);
}

export function commonTimes(one: Week, other: Week): Week {
  return one.map((is, index) => is && other[index] === true);
}

/** The same times on clocks that show so many quarters of an hour more. */
export function shifted(week: Week, quarters: number): Week {
  return week.map((_, index) => week.at((index - quarters) % quartersOfWeek) ?? false);
}

/** As times that conditions can have, each of them enough; an empty list is never. Null: always. */
export function timesOf(week: Week): WeeklyTime[] | null {
  if (week.every((is) => is)) return null;
  const days = new Map<string, Set<number>>();
  for (const { start, end } of runsOf(week))
    for (let at = start; at < end; ) {
      const isWhole = at % quartersOfDay === 0 && end - at >= quartersOfDay;
      const midnight = (Math.floor(at / quartersOfDay) + 1) * quartersOfDay;
      // Nights that end on the next day are one time; what is longer is cut at midnight.
      const isNight = end - at < quartersOfDay;
      const until = isWhole ? at + quartersOfDay : isNight ? end : midnight;
      const times = `${clockOf(at)} ${clockOf(until)}`;
      const own = days.get(times) ?? new Set();
      days.set(times, own.add(Math.floor(at / quartersOfDay) % 7));
      at = until;
    }
  return [...days].map(([times, on]) => {
    const [after = '00:00', before = '00:00'] = times.split(' ');
    return {
      after: after === '00:00' ? null : after,
      before: before === '00:00' ? null : before,
      daysOfWeek: on.size === 7 ? null : weekdays.filter((_, index) => on.has(index)),
    };
  });
}

/** Times without a break, also over the end of the week: the last one may end behind it. */
function runsOf(week: Week): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  const first = week.indexOf(false) + 1;
  for (let at = first; at < first + quartersOfWeek; at += 1) {
    if (!week[at % quartersOfWeek]) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}

function clockOf(quarter: number): string {
  const inDay = quarter % quartersOfDay;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(inDay / 4))}:${two((inDay % 4) * 15)}`;
}
