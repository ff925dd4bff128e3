import { isTimeZone } from '../../../calendar/index.ts';
import type { RenderedSchedule, Stretch, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Who is on call by how GoAlert works it out: a slow second reading, with `Temporal` alone. Hand-overs are walked
 * through one by one from the next one that was saved, rules day by day, and nothing is counted in between.
 */
export function renderSchedules({ ledger }: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[] {
  const people = new Map(
    ledger
      .all('users')
      .map((user) => [user.text('id') ?? '', user.text('email')?.toLowerCase() ?? '']),
  );
  const rotations = new Map(
    ledger.all('rotations').map((rotation) => [rotation.text('id') ?? '', rotation]),
  );
  const overrides = ledger.all('userOverrides');
  const told = new Set(
    ledger
      .all('escalationPolicies')
      .flatMap((policy) => policy.list('steps'))
      .flatMap((step) => step.list('actions'))
      .map((action) => action.at('args')?.text('rotation_id')),
  );
  const ofSchedules = ledger.all('schedules').map((schedule): RenderedSchedule => {
    const { key, name } = schedule;
    const timeZoneId = zoneOf(schedule);
    const stretches = (from: Date, until: Date) =>
      scheduleStretches({ schedule, timeZoneId, rotations, overrides, people }, [
        from.getTime(),
        until.getTime(),
      ]);
    return { key, name, timeZoneId, stretches };
  });
  const ofRotations = [...rotations].flatMap(([id, rotation]): RenderedSchedule[] => {
    if (!told.has(id)) return [];
    const { key, name } = rotation;
    const stretches = (from: Date, until: Date) => {
      const window: Window = [from.getTime(), until.getTime()];
      return stretchesOf(turnsOf(rotation, window), window, (at) => at, people);
    };
    return [{ key, name, timeZoneId: zoneOf(rotation), stretches }];
  });
  return [...ofSchedules, ...ofRotations];
}

type Window = readonly [from: number, until: number];

interface Span {
  from: number;
  until: number;
}

interface Turn extends Span {
  userId: string;
}

interface Given {
  schedule: Source;
  timeZoneId: string;
  rotations: ReadonlyMap<string, Source>;
  overrides: readonly Source[];
  people: ReadonlyMap<string, string>;
}

function scheduleStretches(
  { schedule, timeZoneId, rotations, overrides, people }: Given,
  window: Window,
): Stretch[] {
  const turns = schedule.list('targets').flatMap((one): Turn[] => {
    const target = one.at('target');
    const id = target?.text('id') ?? '';
    const rotation = rotations.get(id);
    const isRotation = target?.text('type') === 'rotation';
    const own = isRotation
      ? rotation
        ? turnsOf(rotation, window)
        : []
      : [{ from: window[0], until: window[1], userId: id }];
    const active = one.list('rules').flatMap((rule) => ruleSpans(rule, timeZoneId, window));
    return active.flatMap((span) => own.flatMap((turn) => both(span, turn)));
  });
  const own = overrides.filter((one) => one.at('target')?.text('id') === schedule.text('id'));
  const changes = own.map((one) => ({
    ...spanOf(one),
    added: one.text('addUserID') || null,
    removed: one.text('removeUserID') || null,
  }));
  const planned = schedule.list('temporarySchedules').map((one) => ({
    ...spanOf(one),
    shifts: one
      .list('shifts')
      .map((shift) => ({ ...spanOf(shift), userId: shift.text('userID') ?? '' })),
  }));
  const bounds = [...changes, ...planned, ...planned.flatMap(({ shifts }) => shifts)];
  const peopleAt = (usual: readonly string[], at: number): string[] => {
    const days = planned.filter((one) => isDuring(one, at));
    if (days.length > 0)
      return days.flatMap(({ shifts }) =>
        shifts.filter((shift) => isDuring(shift, at)).map(({ userId }) => userId),
      );
    const now = changes.filter((one) => isDuring(one, at));
    const removed = new Map(now.flatMap((one) => (one.removed ? [[one.removed, one.added]] : [])));
    const kept = usual.flatMap((id) => (removed.has(id) ? (removed.get(id) ?? []) : [id]));
    return [...kept, ...now.flatMap((one) => (one.removed ? [] : (one.added ?? [])))];
  };
  return stretchesOf(turns, window, peopleAt, people, bounds);
}

/** A zone that nobody knows is read as UTC. */
function zoneOf(source: Source): string {
  const name = source.text('timeZone') ?? '';
  return isTimeZone(name) ? name : 'UTC';
}

function spanOf(source: Source): Span {
  return {
    from: Date.parse(source.text('start') ?? ''),
    until: Date.parse(source.text('end') ?? ''),
  };
}

function isDuring({ from, until }: Span, at: number): boolean {
  return from <= at && at < until;
}

function both(span: Span, turn: Turn): Turn[] {
  const [from, until] = [Math.max(span.from, turn.from), Math.min(span.until, turn.until)];
  return from < until ? [{ from, until, userId: turn.userId }] : [];
}

/** The active person has the turn until the next hand-over; each later turn goes to the next person. */
function turnsOf(rotation: Source, [from, until]: Window): Turn[] {
  const users = rotation.texts('userIDs');
  const [only] = users;
  if (users.length === 1 && only !== undefined) return [{ from, until, userId: only }];
  const position = rotation.number('activeUserIndex') ?? -1;
  if (position < 0 || users.length === 0) return [];
  const [next] = rotation.texts('nextHandoffTimes');
  // A state of Terraform has the position and not until when it holds: the first one begins at the start.
  const active = next === undefined ? -1 : position;
  const handoff = next === undefined ? firstHandoff(rotation) : Date.parse(next);
  if (Number.isNaN(handoff)) return [];
  const window: Window = [Math.min(from, handoff), Math.max(until, handoff)];
  const byStart = handoffs(rotation, startOf(rotation), window);
  // A hand-over that its start does not give, as by other rules of clocks, is one all the same: turns go on from it.
  const ends = byStart.includes(handoff) ? byStart : handoffs(rotation, handoff, window);
  const current = ends.indexOf(handoff);
  if (current < 0) return [];
  const wrapped = (index: number) => ((index % users.length) + users.length) % users.length;
  return ends.slice(1).flatMap((end, index): Turn[] => {
    const userId = users[wrapped(active + index + 1 - current)] ?? '';
    return both({ from, until }, { from: ends[index] ?? end, until: end, userId });
  });
}

function firstHandoff(rotation: Source): number {
  const began = startOf(rotation);
  return began - (began % 60_000);
}

function startOf(rotation: Source): number {
  return Date.parse(rotation.text('start') ?? '');
}

/** Hand-overs around a time, one before and one after it included; those that clocks let fall together are one. */
function handoffs(rotation: Source, began: number, [from, until]: Window): number[] {
  const zone = zoneOf(rotation);
  if (Number.isNaN(began)) return [];
  const start = Temporal.Instant.fromEpochMilliseconds(began)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const every = rotation.number('shiftLength') ?? 1;
  const unit = { hourly: 'hours', daily: 'days', weekly: 'weeks', monthly: 'months' }[
    rotation.text('type') ?? ''
  ];
  if (unit === undefined) return [];
  const at = (turn: number) => {
    const added = start.add({ [unit]: turn * every });
    // A day that the month lacks is one of the next month.
    const over = unit === 'months' ? start.day - added.day : 0;
    return instant(added.add({ days: over }), zone, 'earlier');
  };
  let turn = 0;
  while (at(turn) > from) turn -= 1;
  while (at(turn + 1) <= from) turn += 1;
  const found: number[] = [];
  for (turn -= 1; ; turn += 1) {
    const next = at(turn);
    if (next !== found.at(-1)) found.push(next);
    if (next > until) return found;
  }
}

/** When a rule is in force. */
function ruleSpans(rule: Source, zone: string, [from, until]: Window): Span[] {
  const filter = rule.whole('weekdayFilter');
  const days: readonly unknown[] = Array.isArray(filter) ? filter : [];
  const [start, end] = [rule.text('start') ?? '', rule.text('end') ?? ''];
  if (![start, end].every((time) => /^\d\d:\d\d$/.test(time))) return [];
  if (start === end && days.every((day) => day === true)) return [{ from, until }];
  const spans: Span[] = [];
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const last = dateOf(until);
  for (
    let day = dateOf(from).subtract({ days: 2 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    // Weeks begin with Sunday there.
    if (days[day.dayOfWeek % 7] !== true) continue;
    const ends = end > start ? day : day.add({ days: 1 });
    spans.push({
      from: instant(day.toPlainDateTime(start), zone, 'earlier'),
      until: instant(ends.toPlainDateTime(end), zone, 'later'),
    });
  }
  return spans.flatMap((span) => {
    const [first, next] = [Math.max(span.from, from), Math.min(span.until, until)];
    return first < next ? [{ from: first, until: next }] : [];
  });
}

/** A local time that clocks skip becomes the moment of the skip; `which` chooses between the two of a repeated one. */
function instant(local: Temporal.PlainDateTime, zone: string, which: 'earlier' | 'later'): number {
  const found = local.toZonedDateTime(zone, { disambiguation: which });
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds;
  const before = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds;
}

function stretchesOf(
  turns: readonly Turn[],
  [first, last]: Window,
  peopleAt: (usual: readonly string[], at: number) => readonly string[],
  people: ReadonlyMap<string, string>,
  further: readonly Span[] = [],
): Stretch[] {
  const bounds = new Set([
    ...[first, last],
    ...[...turns, ...further].flatMap(({ from, until }) => [from, until]),
  ]);
  const times = [...bounds].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
  return times.slice(0, -1).map((start, place) => {
    const usual = turns.filter((turn) => isDuring(turn, start)).map(({ userId }) => userId);
    const addresses = peopleAt(usual, start).flatMap((id) => people.get(id) || []);
    return {
      from: new Date(start),
      until: new Date(times[place + 1] ?? last),
      people: [...new Set(addresses)].sort(),
    };
  });
}
