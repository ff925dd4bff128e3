import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];
type Hours = NonNullable<Layer['hours']>;
type Turns = NonNullable<Layer['turns']>;

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const days = ['m', 't', 'w', 'th', 'f', 'sa', 'su'];

/** When a shift is on duty, and how long a turn is. */
export interface ShiftHours {
  /** Null: always. */
  hours: Hours | null;
  turns: Pick<Turns, 'every' | 'unit'>;
}

/** A text: the shift has no place, and why. */
export function shiftHours(shift: Source): ShiftHours | string {
  const duration = shift.number('duration') ?? 0;
  const masks = ['mask', 'mask2', 'mask3'].map((member) => maskOf(shift.at(member)));
  const [first, , last] = masks;
  if (!Number.isInteger(duration) || duration < 1) return 'how long a turn is cannot be read';
  switch (shift.text('shifttype')) {
    case 'std':
      return { hours: null, turns: { every: duration, unit: 'days' } };
    case 'pho':
      return first ? partOfDay(shift, first, duration) : 'its hours cannot be read';
    case 'cstm':
      return first && last ? severalDays(shift, first, last, duration) : 'its days cannot be read';
    default:
      return 'not a type of shift that is known';
  }
}

interface Mask {
  /** 0 is Monday. */
  days: readonly number[];
  ranges: readonly { from: string; until: string }[];
}

/** Null: it has no day or no time. */
function maskOf(mask: Source | null): Mask | null {
  const day = mask?.at('day');
  const chosen = days.flatMap((name, index) => (day?.flag(name) === true ? [index] : []));
  const ranges = (mask?.list('time') ?? []).map((time) => ({
    from: clockAt(time.at('start')),
    until: clockAt(time.at('end')),
  }));
  return chosen.length > 0 && ranges.length > 0 ? { days: chosen, ranges } : null;
}

function clockAt(time: Source | null): string {
  const two = (member: string) => String(time?.number(member) ?? 0).padStart(2, '0');
  return `${two('hour')}:${two('minute')}`.replace('24:', '00:');
}

function dayAfter(day: number): number {
  return (day + 1) % week.length;
}

/** The same hours on some days. An end at or before the begin is on the next day. */
function partOfDay(shift: Source, mask: Mask, duration: number): ShiftHours {
  const hours = mask.days.flatMap((day) =>
    mask.ranges.map(({ from, until }) => ({
      ...{ fromDay: nameOf(day), from, until },
      untilDay: nameOf(until > from ? day : dayAfter(day)),
    })),
  );
  const isWeekly = duration % week.length === 0;
  if (isWeekly && mask.days.length < week.length)
    shift.say(
      'approximated',
      'Hands over after weeks; the other reading is after as many days on which it is on duty.',
      'duration',
    );
  const windows = isWeekly
    ? (duration / week.length) * hours.length
    : duration * mask.ranges.length;
  return { hours, turns: { every: windows, unit: 'windows' } };
}

/** One stretch of days in each week. */
function severalDays(
  shift: Source,
  first: Mask,
  last: Mask,
  duration: number,
): ShiftHours | string {
  const [fromDay, untilDay] = [first.days[0], last.days[0]];
  const [from, until] = [first.ranges[0]?.from, last.ranges[0]?.until];
  if (fromDay === undefined || untilDay === undefined || !from || !until)
    return 'its days cannot be read';
  if (first.days.length > 1 || last.days.length > 1) return 'it begins or ends on several days';
  const weeks = Math.max(1, Math.round(duration / week.length));
  if (duration % week.length !== 0)
    shift.say('approximated', `Hands over after ${weeks} weeks.`, 'duration');
  // Midnight at the end of its last day.
  const end = until === '00:00' ? dayAfter(untilDay) : untilDay;
  return {
    hours: [{ fromDay: nameOf(fromDay), from, untilDay: nameOf(end), until }],
    turns: { every: weeks, unit: 'windows' },
  };
}

function nameOf(day: number): (typeof week)[number] {
  return week[day] ?? 'mon';
}
