import type { RenderedSchedule, Stretch, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Who is on call by the documents of Splunk On-Call: a slow second reading, with `Temporal` alone. Each shift is walked
 * through from its beginning, day by day, and days on which somebody is on duty are counted.
 */
export function renderSchedules({ ledger }: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[] {
  const people = new Map(
    ledger
      .all('users')
      .map((user) => [user.text('username') ?? '', user.text('email')?.toLowerCase() ?? '']),
  );
  return ledger.all('rotations').map((rotation): RenderedSchedule => {
    const shifts = rotation.list('shifts');
    const covers = ledger.all('overrides').flatMap((one) => coversOf(one, rotation, ledger));
    return {
      ...{ key: rotation.key, name: rotation.name },
      timeZoneId: shifts[0]?.text('timezone') || 'UTC',
      stretches: (from, until) =>
        stretchesOf(
          shifts.flatMap((shift) => dutiesOf(shift, until)),
          ...([covers, from, until, people] as const),
        ),
    };
  });
}

interface Duty {
  from: number;
  until: number;
  username: string;
}

type Time = Temporal.PlainDateTime;

const dayNames = ['m', 't', 'w', 'th', 'f', 'sa', 'su'];

function dutiesOf(shift: Source, until: Date): Duty[] {
  if (!canBeRead(shift)) return [];
  const zone = shift.text('timezone') || 'UTC';
  const begins = Temporal.Instant.from(shift.text('start') ?? '').toZonedDateTimeISO(zone);
  const members = shift.list('shiftMembers').map((one) => one.text('username') ?? '');
  const current = shift.at('current');
  const now = current ? Date.parse(current.text('start') ?? '') : null;
  const end = Math.max(until.getTime(), now ?? 0);
  const times = [...timesOf(shift, begins.toPlainDateTime(), end)].map((time) => ({
    from: instant(time.from, zone),
    until: instant(time.until, zone),
    turn: time.turn,
  }));
  const active = times.find(
    (one) => now !== null && now >= begins.epochMilliseconds && one.from <= now && now < one.until,
  );
  const holder = members.indexOf(current?.text('username') ?? '');
  const offset = active && holder >= 0 ? holder - active.turn : 0;
  const count = members.length;
  return times.flatMap((time) => {
    const username = members[(((time.turn + offset) % count) + count) % count];
    const from = Math.max(time.from, begins.epochMilliseconds);
    return username === undefined || time.until <= from
      ? []
      : [{ from, until: time.until, username }];
  });
}

/** Other types and masks without days are not documented. */
function canBeRead(shift: Source): boolean {
  const type = shift.text('shifttype');
  const isOpen = (mask: Source | null) => dayNames.some((name) => mask?.at('day')?.flag(name));
  if (type === 'std') return true;
  if (type === 'pho') return isOpen(shift.at('mask'));
  return type === 'cstm' && isOpen(shift.at('mask')) && isOpen(shift.at('mask3'));
}

interface Turn {
  from: Time;
  until: Time;
  turn: number;
}

function* timesOf(shift: Source, begins: Time, end: number): Generator<Turn> {
  const duration = shift.number('duration') ?? 1;
  const last = Temporal.Instant.fromEpochMilliseconds(end)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .add({ days: 2 });
  const isBefore = (time: Time) => Temporal.PlainDateTime.compare(time, last) < 0;
  if (shift.text('shifttype') === 'std') {
    for (let from = begins, turn = 0; isBefore(from); from = from.add({ days: duration })) {
      yield { from, until: from.add({ days: duration }), turn };
      turn += 1;
    }
    return;
  }
  const isPart = shift.text('shifttype') === 'pho';
  const mask = shift.at('mask');
  const closing = shift.at('mask3');
  const first = begins.toPlainDate();
  let counted = 0;
  let weeks = 0;
  // A shift that began the day or the week before may reach into the first day.
  for (let date = first.subtract({ days: 7 }); isBefore(date.toPlainDateTime()); ) {
    const isCounted = Temporal.PlainDate.compare(date, first) >= 0;
    const isOn = hasDay(mask, date);
    if (isOn && isPart) {
      const days = first.until(date, { largestUnit: 'days' }).days;
      const turn =
        duration % 7 === 0 ? Math.floor(days / duration) : Math.floor(counted / duration);
      for (const [from, until] of rangesOf(mask, date))
        yield { from, until, turn: isCounted ? turn : -1 };
      if (isCounted) counted += 1;
    } else if (isOn) {
      const [range] = rangesOf(mask, date);
      let lastDay = date;
      while (!hasDay(closing, lastDay)) lastDay = lastDay.add({ days: 1 });
      const [closes] = rangesOf(closing, lastDay);
      if (range && closes)
        yield {
          from: range[0],
          until: endsOn(closing, lastDay),
          turn: isCounted ? Math.floor(weeks / Math.max(1, Math.round(duration / 7))) : -1,
        };
      if (isCounted) weeks += 1;
    }
    date = date.add({ days: 1 });
  }
}

function hasDay(mask: Source | null, date: Temporal.PlainDate): boolean {
  return mask?.at('day')?.flag(dayNames[date.dayOfWeek - 1] ?? '') === true;
}

/** The time ranges of one day; an end at or before the begin is on the next day. */
function rangesOf(mask: Source | null, date: Temporal.PlainDate): (readonly [Time, Time])[] {
  return (mask?.list('time') ?? []).map((time) => {
    const from = date.toPlainDateTime(clock(time.at('start')));
    const sameDay = date.toPlainDateTime(clock(time.at('end')));
    const isLater = Temporal.PlainDateTime.compare(sameDay, from) > 0;
    return [from, isLater ? sameDay : sameDay.add({ days: 1 })] as const;
  });
}

/** On the last day of several; 0:00 is the end of that day. */
function endsOn(mask: Source | null, date: Temporal.PlainDate): Time {
  const end = date.toPlainDateTime(clock(mask?.list('time')[0]?.at('end') ?? null));
  return end.hour + end.minute === 0 ? end.add({ days: 1 }) : end;
}

function clock(time: Source | null): { hour: number; minute: number } {
  return { hour: (time?.number('hour') ?? 0) % 24, minute: time?.number('minute') ?? 0 };
}

/** A local time that clocks show twice is the first of the two; one that they skip is the moment of the skip. */
function instant(local: Time, zone: string): number {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  const skip = earlier.getTimeZoneTransition('next');
  return (skip ?? earlier).epochMilliseconds;
}

/** Somebody takes the place of another one. */
interface Cover {
  from: number;
  until: number;
  one: string;
  other: string;
}

function coversOf(source: Source, rotation: Source, ledger: Work['ledger']): Cover[] {
  const one = source.at('user')?.text('username');
  const [from, until] = [source.text('start'), source.text('end')];
  if (!one || !from || !until) return [];
  const slug = ledger
    .all('rotation-groups')
    .find((group) => group.text('groupId') === rotation.text('groupId'))
    ?.text('slug');
  return source.list('assignments').flatMap((assignment) => {
    const policy = ledger
      .all('policy-details')
      .find((each) => each.text('slug') === assignment.text('policy'));
    const entries = policy?.list('steps').flatMap((step) => step.list('entries')) ?? [];
    const isMeant = entries.some((entry) => entry.at('rotationGroup')?.text('slug') === slug);
    const other = assignment.text('user');
    return isMeant && other && assignment.flag('assigned') === true
      ? [{ from: Date.parse(from), until: Date.parse(until), one, other }]
      : [];
  });
}

function stretchesOf(
  duties: readonly Duty[],
  covers: readonly Cover[],
  from: Date,
  until: Date,
  people: ReadonlyMap<string, string>,
): Stretch[] {
  const [first, last] = [from.getTime(), until.getTime()];
  const inside = duties.filter((duty) => duty.from < last && duty.until > first);
  const bounds = new Set([
    ...[first, last],
    ...[...inside, ...covers].flatMap((one) => [one.from, one.until]),
  ]);
  const times = [...bounds].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
  return times.slice(0, -1).map((start, place) => {
    const isNow = (one: { from: number; until: number }) => one.from <= start && start < one.until;
    const others = new Map(covers.filter(isNow).map(({ one, other }) => [one, other]));
    const onCall = inside
      .filter(isNow)
      .flatMap(({ username }) => people.get(others.get(username) ?? username) || []);
    return {
      from: new Date(start),
      until: new Date(times[place + 1] ?? last),
      people: [...new Set(onCall)].sort(),
    };
  });
}
