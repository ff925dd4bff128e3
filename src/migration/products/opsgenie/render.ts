import type { Importer, RenderedSchedule, Stretch } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Who is on call by the documents of Opsgenie: https://docs.opsgenie.com/docs/schedule-api and its neighbours. Slow and
 * plain: each rotation is walked turn by turn on the clock of its zone, and asked at every instant at which it can
 * change. It shares no code with what the server computes with, nor with what is brought, so that a mistake of one
 * shows against the other.
 */
export const rendered: Importer['rendered'] = ({ ledger, since }) => {
  const people = peopleOf(ledger.all('user-details'));
  const teams = new Map(
    ledger
      .all('team-details')
      .map((team) => [
        idOf(team),
        team.list('members').flatMap((member) => person(people, member.at('user'))),
      ]),
  );
  const escalations = new Map(ledger.all('escalations').map((one) => [idOf(one), one]));
  const world: World = { people, teams, escalations, clockAt: createClocks() };
  const forwarded = ledger
    .all('forwarding-rules')
    .flatMap((rule) => forwardingOf(world, rule))
    .filter(({ until }) => until > since.getTime());
  return ledger.all('schedules').map((schedule): RenderedSchedule => {
    const timeZoneId = zoneIn(schedule);
    const isOff = schedule.flag('enabled') === false;
    const rotations = schedule
      .list('rotations')
      .flatMap((rotation) => rotationOf(world, rotation, timeZoneId) ?? [])
      .map((one) => (isOff ? { ...one, end: Math.min(one.end, since.getTime()) } : one));
    const overrides = ledger
      .all('schedule-overrides')
      .filter(({ of }) => of[0] === idOf(schedule))
      .flatMap((override) => overrideOf(world, override) ?? [])
      .filter(({ until }) => until > since.getTime());
    return {
      key: schedule.key,
      name: schedule.name,
      timeZoneId,
      stretches: (from, until) =>
        stretchesOf({ rotations, overrides, forwarded }, from.getTime(), until.getTime()),
    };
  });
};

/** As Opsgenie says it, and as Jira Service Management does. */
const nobody = ['none', 'noone'];

interface World {
  people: ReadonlyMap<string, string>;
  teams: ReadonlyMap<string, readonly string[]>;
  escalations: ReadonlyMap<string, Source>;
  clockAt: ReturnType<typeof createClocks>;
}

interface Rotation {
  id: string;
  start: number;
  end: number;
  unit: 'hours' | 'days' | 'weeks';
  length: number;
  turns: readonly (readonly string[])[];
  restriction: ((local: Temporal.PlainDateTime) => boolean) | null;
  timeZoneId: string;
  clockAt: World['clockAt'];
}

interface Override {
  from: number;
  until: number;
  people: readonly string[];
  rotations: ReadonlySet<string> | null;
}

interface Forwarding {
  from: number;
  until: number;
  person: string;
  to: string;
}

interface Rules {
  rotations: readonly Rotation[];
  overrides: readonly Override[];
  forwarded: readonly Forwarding[];
}

/** Asked again each `stepMinutes`, and whenever a turn, an override or anything else begins or ends. */
const stepMinutes = 15;

/** Restrictions are on quarters of an hour, as those of all zones are; the product has them on half hours only. */
function stretchesOf(rules: Rules, from: number, until: number): Stretch[] {
  const edges = new Set([from, until]);
  const turns = new Map(rules.rotations.map((one) => [one, turnStarts(one, until)]));
  for (const { start, end } of rules.rotations) edges.add(start).add(end);
  for (const starts of turns.values()) for (const at of starts) edges.add(at);
  for (const one of [...rules.overrides, ...rules.forwarded]) edges.add(one.from).add(one.until);
  const step = stepMinutes * 60_000;
  for (let at = Math.ceil(from / step) * step; at < until; at += step) edges.add(at);
  const sorted = [...edges].filter((at) => at >= from && at <= until).sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const [index, at] of sorted.slice(0, -1).entries()) {
    const people = peopleAt(rules, turns, at);
    const end = new Date(sorted[index + 1] ?? until);
    const last = stretches.at(-1);
    if (last && last.people.join() === people.join()) last.until = end;
    else stretches.push({ from: new Date(at), until: end, people });
  }
  return stretches;
}

function peopleAt(
  { rotations, overrides, forwarded }: Rules,
  turns: ReadonlyMap<Rotation, readonly number[]>,
  at: number,
): string[] {
  const current = overrides.filter((one) => one.from <= at && at < one.until);
  const onDuty = rotations.flatMap((rotation) =>
    current.some((one) => one.rotations === null || one.rotations.has(rotation.id))
      ? []
      : peopleOfRotation(rotation, turns.get(rotation) ?? [], at),
  );
  const planned = [...onDuty, ...current.flatMap(({ people }) => people)];
  const people = new Set(planned.flatMap((one) => afterForwarding(one, forwarded, at, [])));
  return [...people].sort();
}

/** Alerts of somebody whose forwarding is on go to whoever they are forwarded to, step by step, never in a circle. */
function afterForwarding(
  person: string,
  forwarded: readonly Forwarding[],
  at: number,
  asked: readonly string[],
): string[] {
  if (asked.includes(person)) return [];
  const own = forwarded.filter((one) => one.person === person && one.from <= at && at < one.until);
  if (own.length === 0) return [person];
  return own.flatMap(({ to }) => afterForwarding(to, forwarded, at, [...asked, person]));
}

function peopleOfRotation(
  rotation: Rotation,
  starts: readonly number[],
  at: number,
): readonly string[] {
  if (at < rotation.start || at >= rotation.end) return [];
  const { restriction } = rotation;
  if (restriction && !restriction(rotation.clockAt(rotation.timeZoneId, at))) return [];
  const turn = starts.findLastIndex((start) => start <= at);
  return rotation.turns[turn % rotation.turns.length] ?? [];
}

/** Local times, cached: all schedules ask for the same ones. */
function createClocks(): (timeZoneId: string, at: number) => Temporal.PlainDateTime {
  const zones = new Map<string, Map<number, Temporal.PlainDateTime>>();
  return (timeZoneId, at) => {
    const known = zones.get(timeZoneId) ?? new Map<number, Temporal.PlainDateTime>();
    zones.set(timeZoneId, known);
    const shown = known.get(at) ?? clockAt(timeZoneId, at);
    known.set(at, shown);
    return shown;
  };
}

/**
 * The clock on the wall. In the hour that comes twice, what ends in it ends, and what begins in it begins, the first
 * time; so its second half is as the end of its first.
 */
function clockAt(timeZoneId: string, at: number): Temporal.PlainDateTime {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZoneId);
  const first = now.toPlainDateTime().toZonedDateTime(timeZoneId, { disambiguation: 'earlier' });
  const change = first.epochMilliseconds === at ? null : lastChange(now);
  return (change?.add({ minutes: -1 }) ?? now).toPlainDateTime();
}

/** When turns begin, up to `until`: days and weeks on the clock of the zone, hours by the stopwatch. */
function turnStarts(rotation: Rotation, until: number): number[] {
  const { start, unit, length, timeZoneId } = rotation;
  const starts: number[] = [];
  const local = Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(timeZoneId)
    .toPlainDateTime();
  for (let turn = 0; ; turn += 1) {
    const at =
      unit === 'hours'
        ? start + turn * length * 3_600_000
        : instantOf(local.add({ [unit]: turn * length }), timeZoneId);
    if (at > until) return starts;
    starts.push(at);
  }
}

/** A time that the clock skips is when it skips it; one that comes twice is the first. */
function instantOf(local: Temporal.PlainDateTime, timeZoneId: string): number {
  const earlier = local.toZonedDateTime(timeZoneId, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  const later = local.toZonedDateTime(timeZoneId, { disambiguation: 'later' });
  return lastChange(later)?.epochMilliseconds ?? later.epochMilliseconds;
}

/** The change of clocks at a time or before it. */
function lastChange(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime | null {
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
}

function rotationOf(world: World, rotation: Source, timeZoneId: string): Rotation | null {
  const units = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
  const type = rotation.text('type');
  const start = timeOf(rotation, 'startDate');
  const restriction = restrictionOf(rotation.at('timeRestriction'));
  if (type !== 'hourly' && type !== 'daily' && type !== 'weekly') return null;
  if (Number.isNaN(start) || restriction === 'unknown') return null;
  const end = timeOf(rotation, 'endDate');
  const participants = rotation.places('participants');
  return {
    id: rotation.text('id') ?? '',
    start,
    end: Number.isNaN(end) ? Number.POSITIVE_INFINITY : end,
    unit: units[type],
    length: rotation.number('length') ?? 1,
    turns:
      participants.length === 0 ? [[]] : participants.map((one) => (one ? behind(world, one) : [])),
    ...{ restriction, timeZoneId, clockAt: world.clockAt },
  };
}

type Restriction = (local: Temporal.PlainDateTime) => boolean;

function restrictionOf(source: Source | null): Restriction | null | 'unknown' {
  const type = source?.text('type');
  if (!source || !type) return null;
  const single = source.at('restriction');
  const parts = [...(single ? [single] : []), ...source.list('restrictions')];
  if (parts.length === 0) return null;
  if (type !== 'time-of-day' && type !== 'weekday-and-time-of-day') return 'unknown';
  const isDaily = type === 'time-of-day';
  const times = parts.map((part) => ({
    from: minuteIn(part, 'start', isDaily),
    until: minuteIn(part, 'end', isDaily),
  }));
  if (times.some(({ from, until }) => Number.isNaN(from) || Number.isNaN(until))) return 'unknown';
  return (local) => {
    const inDay = local.hour * 60 + local.minute;
    const minute = isDaily ? inDay : (local.dayOfWeek - 1) * 1440 + inDay;
    return times.some(({ from, until }) =>
      from < until ? from <= minute && minute < until : minute >= from || minute < until,
    );
  };
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The minute of the day, or of the week. */
function minuteIn(part: Source, end: 'start' | 'end', isDaily: boolean): number {
  const minute = (part.number(`${end}Hour`) ?? 0) * 60 + (part.number(`${end}Min`) ?? 0);
  if (isDaily) return minute % 1440;
  const day = days.indexOf(part.text(`${end}Day`)?.toLowerCase() ?? '');
  return day < 0 ? Number.NaN : (day * 1440 + minute) % (7 * 1440);
}

function overrideOf(world: World, override: Source): Override | null {
  const from = timeOf(override, 'startDate');
  const until = timeOf(override, 'endDate');
  const user = override.at('user');
  if (!user || Number.isNaN(from) || Number.isNaN(until)) return null;
  const people = behind(world, user);
  if (people.length === 0 && !nobody.includes(user.text('type') ?? '')) return null;
  const rotations = override.list('rotations').map((one) => one.text('id') ?? '');
  return { from, until, people, rotations: rotations.length > 0 ? new Set(rotations) : null };
}

function forwardingOf({ people }: World, rule: Source): Forwarding[] {
  const [from] = person(people, rule.at('fromUser'));
  const [to] = person(people, rule.at('toUser'));
  if (from === undefined || to === undefined) return [];
  const until = timeOf(rule, 'endDate');
  const starts = timeOf(rule, 'startDate');
  return [
    {
      from: Number.isNaN(starts) ? Number.NEGATIVE_INFINITY : starts,
      until: Number.isNaN(until) ? Number.POSITIVE_INFINITY : until,
      person: from,
      to,
    },
  ];
}

/** E-mail addresses of whoever a participant stands for. */
function behind(world: World, participant: Source): readonly string[] {
  switch (participant.text('type')) {
    case 'user':
      return person(world.people, participant);
    case 'team':
      return world.teams.get(participant.text('id') ?? '') ?? [];
    case 'escalation': {
      const rules = world.escalations.get(participant.text('id') ?? '')?.list('rules') ?? [];
      const first = rules
        .toSorted((one, other) => delayOf(one) - delayOf(other))[0]
        ?.at('recipient');
      return first ? behind(world, first) : [];
    }
    default:
      return [];
  }
}

function delayOf(rule: Source): number {
  return rule.at('delay')?.number('timeAmount') ?? 0;
}

/** Addresses by id and by name. */
function peopleOf(users: readonly Source[]): Map<string, string> {
  return new Map(
    users.flatMap((user): [string, string][] => {
      const address = user.text('username')?.toLowerCase() ?? '';
      if (!/^[^\s@]+@[^\s@]+$/.test(address)) return [];
      return [
        [`id ${idOf(user)}`, address],
        [`name ${address}`, address],
      ];
    }),
  );
}

function person(people: ReadonlyMap<string, string>, reference: Source | null): string[] {
  const name = reference?.text('username') ?? reference?.text('name') ?? '';
  const found =
    people.get(`id ${reference?.text('id')}`) ?? people.get(`name ${name.toLowerCase()}`);
  return found === undefined ? [] : [found];
}

function idOf(source: Source): string {
  return source.text('id') ?? source.of.at(-1) ?? '';
}

function timeOf(source: Source, member: string): number {
  const text = source.text(member) ?? '';
  return Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

function zoneIn(schedule: Source): string {
  const zone = schedule.text('timezone') || 'UTC';
  try {
    new Temporal.ZonedDateTime(0n, zone);
    return zone;
  } catch {
    return 'UTC';
  }
}
