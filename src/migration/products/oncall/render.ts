import { isTimeZone } from '../../../calendar/index.ts';
import type { RenderedSchedule, Stretch, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { calendarEvents } from './render-calendar.ts';

/**
 * Who is on call by the documents of OnCall: a slow second reading, with `Temporal` alone. Each shift is walked through
 * from its beginning, time by time, and nothing is counted in between.
 */
export function renderSchedules({ ledger }: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[] {
  const people = new Map(
    ledger
      .all('users')
      // Nobody else can be invited.
      .flatMap((user) =>
        user.text('email') ? [[user.text('id') ?? '', user.text('email') ?? '']] : [],
      ),
  );
  const shifts = new Map(
    ledger.all('on_call_shifts').map((shift) => [shift.text('id') ?? '', shift]),
  );
  return ledger.all('schedules').flatMap((schedule): RenderedSchedule[] => {
    const type = schedule.text('type');
    if (type !== 'web' && type !== 'calendar' && type !== 'ical') return [];
    const calendars = ledger.all('calendars').filter(({ of }) => of[0] === schedule.text('id'));
    const named = schedule.text('time_zone') ?? '';
    const timeZoneId = isTimeZone(named) ? named : 'UTC';
    const zone = type === 'web' ? 'UTC' : timeZoneId;
    const ids = type === 'ical' ? [] : schedule.texts('shifts');
    const own = ids.flatMap((id) => shifts.get(id) ?? []);
    const swaps = ledger.all('shift_swaps').flatMap((swap) => swapOf(swap, schedule));
    return [
      {
        ...{ key: schedule.key, name: schedule.name, timeZoneId },
        stretches: (from, until) =>
          stretchesOf(
            [
              ...own.flatMap((shift) => eventsOf(shift, zone, until)),
              ...calendars.flatMap((file) => eventsIn(file, ledger.all('users'), until)),
            ],
            ...([swaps, from, until, people] as const),
          ),
      },
    ];
  });
}

/** Some people for some time; where several are, the highest level counts. */
interface OnCallEvent {
  from: number;
  until: number;
  level: number;
  userIds: readonly string[];
}

/** Events of overrides come before all others, whatever level their titles name. */
function eventsIn(file: Source, users: readonly Source[], until: Date): OnCallEvent[] {
  const isOverride = file.text('member') === 'ical_url_overrides';
  return calendarEvents(file.text('text') ?? '', users, until).map((event) =>
    isOverride ? { ...event, level: overrideLevel + event.level } : event,
  );
}

const overrideLevel = 1_000_000;

function eventsOf(shift: Source, scheduleZone: string, until: Date): OnCallEvent[] {
  const named = shift.text('time_zone');
  const own = named && !isTimeZone(named) ? 'UTC' : named;
  const zone = own || scheduleZone;
  const type = shift.text('type');
  const first = plain(shift.text('start'));
  const minutes = Math.floor((shift.number('duration') ?? 0) / 60);
  const level = type === 'override' ? overrideLevel : (shift.number('level') ?? 0);
  if (!first) return [];
  const users = listIn(shift.whole('users'));
  if (type === 'single_event' || type === 'override')
    return [eventAt(first, minutes, zone, level, users)];
  const rolling = shift.whole('rolling_users');
  const isRolling = type === 'rolling_users';
  const groups = isRolling && Array.isArray(rolling) ? rolling.map(listIn) : [users];
  if (groups.length === 0) return [];
  const last = plain(shift.text('until'));
  const end = last ? instant(last, own || 'UTC') : Number.POSITIVE_INFINITY;
  const begins = plain(shift.text('rotation_start'));
  const beginsAt = begins ? instant(begins, zone) : Number.NEGATIVE_INFINITY;
  const index = shift.number('start_rotation_from_user_index') ?? 0;
  const events: OnCallEvent[] = [];
  for (const { at, turn } of timesOf(shift, first, isRolling, until)) {
    const event = eventAt(at, minutes, zone, level, groups[(index + turn) % groups.length] ?? []);
    if (event.from > end || event.from >= until.getTime()) break;
    // Nobody is on call by a rotation before it starts.
    events.push({ ...event, from: Math.max(event.from, beginsAt) });
  }
  return events;
}

/** The beginnings of a shift in their order, each with the number of the turn that it belongs to. */
function* timesOf(
  shift: Source,
  given: Temporal.PlainDateTime,
  isRolling: boolean,
  until: Date,
): Generator<{ at: Temporal.PlainDateTime; turn: number }> {
  const every = shift.number('interval') ?? 1;
  const byDay = listIn(shift.whole('by_day'));
  const byMonth = listIn(shift.whole('by_month')).map(Number);
  const byMonthday = listIn(shift.whole('by_monthday')).map(Number);
  const weekStart = names.indexOf(shift.text('week_start') ?? 'SU') + 1;
  const frequency = shift.text('frequency');
  const nameOf = (day: Temporal.PlainDateTime) => names[day.dayOfWeek - 1] ?? '';
  let start = given;
  if (isRolling && byDay.length > 0 && !byDay.includes(nameOf(start))) {
    const inWeek = Array.from({ length: 7 }, (_, day) => names[(weekStart - 1 + day) % 7] ?? '');
    const wanted = inWeek.find((name) => byDay.includes(name));
    while (nameOf(start) !== wanted) start = start.add({ days: 1 });
  }
  if (frequency === 'hourly') {
    for (let turn = 0; ; turn += 1) yield { at: start.add({ hours: turn * every }), turn };
  }
  const end = Temporal.Instant.fromEpochMilliseconds(until.getTime());
  const lastDay = end.toZonedDateTimeISO('UTC').toPlainDateTime().add({ days: 2 });
  const weekOf = (day: Temporal.PlainDateTime) => {
    let monday = day.toPlainDate();
    while (monday.dayOfWeek !== weekStart) monday = monday.subtract({ days: 1 });
    return monday;
  };
  const isNamed = (day: Temporal.PlainDateTime): boolean => {
    const inMonth = day.daysInMonth;
    const isMonth = byMonth.length === 0 || byMonth.includes(day.month);
    const isMonthday = byMonthday.some((one) => (one < 0 ? inMonth + 1 + one : one) === day.day);
    const isDay = byDay.includes(nameOf(day));
    if (frequency === 'daily')
      return isMonth && (byMonthday.length === 0 || isMonthday) && (byDay.length === 0 || isDay);
    if (frequency === 'weekly')
      return isMonth && (byDay.length === 0 ? day.dayOfWeek === start.dayOfWeek : isDay);
    if (byDay.length + byMonthday.length === 0) return isMonth && day.day === start.day;
    return isMonth && (byMonthday.length === 0 || isMonthday) && (byDay.length === 0 || isDay);
  };
  const periodOf = (day: Temporal.PlainDateTime): number => {
    if (frequency === 'weekly')
      return weekOf(start).until(weekOf(day), { largestUnit: 'days' }).days / 7;
    if (frequency === 'monthly') return (day.year - start.year) * 12 + day.month - start.month;
    return start.until(day, { largestUnit: 'days' }).days;
  };
  const countsDays = frequency === 'daily' && isRolling && byDay.length > 0;
  let count = 0;
  for (let at = start; Temporal.PlainDateTime.compare(at, lastDay) < 0; at = at.add({ days: 1 })) {
    const period = periodOf(at);
    const isFirst = !isRolling && at.equals(start);
    if (!isFirst && !isNamed(at)) continue;
    // Days that count take turns, so many at a time; else periods do.
    if (countsDays) yield { at, turn: Math.floor(count / every) };
    else if (isFirst || period % every === 0) yield { at, turn: Math.floor(period / every) };
    count += 1;
  }
}

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function eventAt(
  at: Temporal.PlainDateTime,
  minutes: number,
  zone: string,
  level: number,
  userIds: readonly string[],
): OnCallEvent {
  const until = instant(at.add({ minutes }), zone);
  return { from: instant(at, zone), until, level, userIds };
}

/** A local time that clocks show twice is the first of the two; one that they skip is the moment of the skip. */
function instant(local: Temporal.PlainDateTime, zone: string): number {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  const skip = earlier.getTimeZoneTransition('next');
  return (skip ?? earlier).epochMilliseconds;
}

function plain(text: string | null): Temporal.PlainDateTime | null {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(text ?? '')?.[0];
  return local === undefined ? null : Temporal.PlainDateTime.from(local);
}

function listIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The shifts of one person are those of another for some time. */
interface Swap {
  from: number;
  until: number;
  one: string;
  other: string;
}

function swapOf(swap: Source, schedule: Source): Swap[] {
  const isOurs = swap.text('schedule') === schedule.text('id') && swap.text('status') === 'taken';
  const [from, until] = [swap.text('swap_start'), swap.text('swap_end')];
  const [one, other] = [swap.text('beneficiary'), swap.text('benefactor')];
  if (!isOurs || !from || !until || !one || !other) return [];
  return [{ from: Date.parse(from), until: Date.parse(until), one, other }];
}

function stretchesOf(
  events: readonly OnCallEvent[],
  swaps: readonly Swap[],
  from: Date,
  until: Date,
  people: ReadonlyMap<string, string>,
): Stretch[] {
  const [first, last] = [from.getTime(), until.getTime()];
  const inside = events.filter((event) => event.from < last && event.until > first);
  const bounds = new Set([
    ...[first, last],
    ...[...inside, ...swaps].flatMap((one) => [one.from, one.until]),
  ]);
  const times = [...bounds].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
  return times.slice(0, -1).map((start, place) => {
    const isNow = (one: { from: number; until: number }) => one.from <= start && start < one.until;
    const now = inside.filter(isNow);
    const taken = new Map(swaps.filter(isNow).map(({ one, other }) => [one, other]));
    const named = now.map((event) => ({
      level: event.level,
      addresses: event.userIds.flatMap(
        (id) => people.get(taken.get(id) ?? id)?.toLowerCase() ?? [],
      ),
    }));
    const withSomebody = named.filter(({ addresses }) => addresses.length > 0);
    const highest = Math.max(...withSomebody.map(({ level }) => level));
    const onCall = withSomebody.flatMap((one) => (one.level === highest ? one.addresses : []));
    return {
      from: new Date(start),
      until: new Date(times[place + 1] ?? last),
      people: [...new Set(onCall)].sort(),
    };
  });
}
