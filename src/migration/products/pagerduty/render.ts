/**
 * Who is on call by PagerDuty's documents, for comparison: walks turns and windows one after the other on the wall
 * clock of the schedule, by `Temporal` alone, and shares no code with what the server computes by.
 */
import type { RenderedSchedule, Stretch, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { flexibleShifts, type Shift } from './render-flexible.ts';
import { zoneOf } from './zones.ts';

type Local = Temporal.PlainDateTime;

/** Schedules of layers, and flexible ones that have none. */
export function renderedSchedules({ ledger }: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[] {
  const emails = new Map<string, string>();
  for (const user of ledger.all('users')) {
    const email = user.text('email');
    if (email !== null) emails.set(user.text('id') ?? '', email.toLowerCase());
  }
  const rendered = ledger.all('schedule-details').map((schedule): RenderedSchedule => {
    const id = schedule.text('id') ?? '';
    const timeZoneId = zoneOf(schedule.text('time_zone') ?? '') ?? 'UTC';
    const overrides = ledger.all('schedule-overrides').filter(({ of }) => of[0] === id);
    return {
      ...{ key: `pagerduty:schedules:${id}`, name: schedule.name, timeZoneId },
      stretches(from, until) {
        const [start, end] = [from.getTime(), until.getTime()];
        const layers = schedule
          .list('schedule_layers')
          .map((layer) => shiftsOf(layer, timeZoneId, emails, start, end));
        return joined(start, end, [overridesOf(overrides, emails), ...layers]);
      },
    };
  });
  const known = new Set(rendered.map(({ key }) => key));
  const flexible = ledger
    .all('flexible-schedule-details')
    .map((schedule): RenderedSchedule => {
      const id = schedule.text('id') ?? '';
      const timeZoneId = zoneOf(schedule.text('time_zone') ?? '') ?? 'UTC';
      const events = ledger.all('flexible-schedule-events').filter(({ of }) => of[0] === id);
      return {
        ...{ key: `pagerduty:schedules:${id}`, name: schedule.name, timeZoneId },
        stretches(from, until) {
          const times: [number, number] = [from.getTime(), until.getTime()];
          return joined(...times, [flexibleShifts(events, timeZoneId, emails, times, instantOf)]);
        },
      };
    })
    .filter(({ key }) => !known.has(key));
  return [...rendered, ...flexible];
}

/** At each instant whoever the first of the lists has; overrides are the first. */
function joined(start: number, end: number, lists: readonly (readonly Shift[])[]): Stretch[] {
  const bounds = new Set([start, end]);
  for (const { from, until } of lists.flat())
    for (const bound of [from, until]) if (bound > start && bound < end) bounds.add(bound);
  const ordered = [...bounds].sort((one, other) => one - other);
  const stretches: Stretch[] = [];
  for (const [index, from] of ordered.slice(0, -1).entries()) {
    const until = ordered[index + 1] ?? end;
    const on = lists.map((list) => list.filter((one) => one.from <= from && one.until > from));
    const people = on.find((list) => list.length > 0)?.map(({ person }) => person) ?? [];
    const unique = [...new Set(people)].sort();
    const last = stretches.at(-1);
    if (last && last.people.join() === unique.join()) last.until = new Date(until);
    else stretches.push({ from: new Date(from), until: new Date(until), people: unique });
  }
  return stretches;
}

function overridesOf(overrides: readonly Source[], emails: ReadonlyMap<string, string>): Shift[] {
  return overrides.flatMap((override) => {
    const person = emails.get(override.at('user')?.text('id') ?? '');
    const from = Date.parse(override.text('start') ?? '');
    const until = Date.parse(override.text('end') ?? '');
    return person === undefined || !(from < until) ? [] : [{ from, until, person }];
  });
}

function shiftsOf(
  layer: Source,
  zone: string,
  emails: ReadonlyMap<string, string>,
  start: number,
  end: number,
): Shift[] {
  const people = layer.places('users').map((one) => {
    const id = (one?.at('user') ?? one)?.text('id');
    return emails.get(id ?? '') ?? null;
  });
  const first = Math.max(start, Date.parse(layer.text('start') ?? '') || start);
  const last = Math.min(end, Date.parse(layer.text('end') ?? '') || end);
  const seconds = layer.number('rotation_turn_length_seconds') ?? 0;
  const virtual = layer.text('rotation_virtual_start') ?? layer.text('start') ?? '';
  if (people.length === 0 || seconds <= 0 || Number.isNaN(Date.parse(virtual))) return [];
  const open = windowsOf(layer, zone, first, last);
  const shifts: Shift[] = [];
  let turnStart = localAt(Date.parse(virtual), zone);
  let turn = 0;
  // Whole turns far before what is asked for are left out at once.
  const behind = Math.floor((first - Date.parse(virtual)) / (seconds * 1000)) - 3;
  turnStart = turnStart.add({ seconds: behind * seconds });
  turn += behind;
  for (;;) {
    const turnEnd = turnStart.add({ seconds });
    const [from, until] = [instantOf(turnStart, zone), instantOf(turnEnd, zone)];
    if (from >= last) return shifts;
    const person = people[((turn % people.length) + people.length) % people.length];
    if (person)
      for (const window of open) {
        const shift = { from: Math.max(from, window.from), until: Math.min(until, window.until) };
        if (shift.from < shift.until) shifts.push({ ...shift, person });
      }
    turnStart = turnEnd;
    turn += 1;
  }
}

/** When a layer is in force between two instants: day after day on the wall clock. */
function windowsOf(layer: Source, zone: string, first: number, last: number) {
  const restrictions = layer.list('restrictions');
  const whole = { from: first, until: last };
  if (first >= last) return [];
  if (restrictions.length === 0) return [whole];
  const windows: { from: number; until: number }[] = [];
  const end = localAt(last, zone).toPlainDate();
  for (const restriction of restrictions) {
    const time = Temporal.PlainTime.from(restriction.text('start_time_of_day') ?? '00:00');
    const seconds = restriction.number('duration_seconds') ?? 0;
    const weekday = restriction.number('start_day_of_week');
    const isDaily = restriction.text('type') === 'daily_restriction';
    let day = localAt(first, zone).toPlainDate().subtract({ days: 8 });
    for (; Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
      if (!isDaily && day.dayOfWeek !== weekday) continue;
      const opens = day.toPlainDateTime(time);
      windows.push({
        from: Math.max(first, instantOf(opens, zone)),
        until: Math.min(last, instantOf(opens.add({ seconds }), zone)),
      });
    }
  }
  return windows.filter(({ from, until }) => from < until);
}

function localAt(instant: number, zone: string): Local {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
}

/** A time that occurs twice is the first; one that is skipped is the moment of the skip. */
function instantOf(local: Local, zone: string): number {
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'compatible' });
  if (zoned.toPlainDateTime().equals(local)) return zoned.epochMilliseconds;
  // The skip may end where this is, which `previous` leaves out.
  const skip = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  return (skip ?? zoned).epochMilliseconds;
}
