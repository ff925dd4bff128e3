import { localTimesBetween } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import { inOrderOfKeys } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { instantIn, type Layer } from './layers.ts';
import { zoneOf } from './zones.ts';

const longestShift = 10_080;
const minute = 60_000;

/** A layer for each event of the rotations. They add up: no document says that one comes before another. */
export function flexibleLayers(account: Account, schedule: Source, id: string | null): Layer[] {
  const { ledger, since } = account.work;
  const zone = zoneOf(schedule.text('time_zone') ?? '') ?? 'UTC';
  const events = inOrderOfKeys(ledger.all('flexible-schedule-events')).filter(
    ({ of }) => of[0] === id,
  );
  return events.flatMap((event) => {
    const end = event.text('effective_until');
    if (end !== null && Date.parse(end) <= since.getTime()) {
      event.say('past', 'had ended');
      return [];
    }
    return layerOf(account, event, zone) ?? [];
  });
}

function layerOf({ userOf }: Account, event: Source, scheduleZone: string): Layer | null {
  const id = event.text('id');
  const name = event.text('name');
  const [startsAt, endsAt] = [
    instantIn(event, 'effective_since'),
    instantIn(event, 'effective_until'),
  ];
  const start = timeIn(event, 'start_time');
  const end = timeIn(event, 'end_time');
  const zone = start?.zone ?? scheduleZone;
  const recurring = start && end && recurrenceOf(event, start.at, end.at, zone);
  const members = membersOf(event, userOf);
  if (!recurring || !start || !members) {
    event.say('behaviour', 'not brought: it does not say when whose shift it is');
    return null;
  }
  const { until } = recurring;
  const isEarlier = until !== null && (endsAt === null || until < Date.parse(endsAt));
  const ends = isEarlier ? new Date(until).toISOString() : endsAt;
  const counted = Math.max(start.at, startsAt === null ? 0 : Date.parse(startsAt));
  return {
    ...(id !== null && { id: cut(id, 64) }),
    ...(name !== null && { displayName: cut(name, 500) }),
    level: 0,
    ...(startsAt !== null && { startsAt }),
    ...(ends !== null && { endsAt: ends }),
    ...(zone !== scheduleZone && { timeZoneId: zone }),
    recurrence: recurring.recurrence,
    ...(members.groups.length > 1 && {
      turns: { every: members.shifts, unit: 'windows', from: new Date(counted).toISOString() },
    }),
    groups: members.groups,
  };
}

/** A time is an object with a zone; older answers have the time alone. */
function timeIn(event: Source, member: string): { at: number; zone: string | null } | null {
  const written = event.at(member);
  const text = written ? written.text('date_time') : event.text(member);
  const zone = written?.text('time_zone') ?? null;
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : { at, zone: zone === null ? null : zoneOf(zone) };
}

interface Recurring {
  recurrence: NonNullable<Layer['recurrence']>;
  /** When the last shift ends. */
  until: number | null;
}

function recurrenceOf(event: Source, start: number, end: number, zone: string): Recurring | null {
  const minutes = Math.round((end - start) / minute);
  if (minutes <= 0) return null;
  if (minutes > longestShift) event.say('behaviour', 'shifts of a week: longer ones are cut');
  const startsAt = localOf(start, zone);
  const lines = event.texts('recurrence');
  const rules = lines.filter((line) => /^RRULE:/i.test(line));
  const rule = ruleOf(lines, zone);
  if (rule === null) {
    event.say('behaviour', 'a rule that layers do not know', 'recurrence');
    return null;
  }
  const dates = (name: string) =>
    lines
      .filter((line) => line.toUpperCase().startsWith(name))
      .flatMap((line) => datesOf(line, zone));
  const [also, except] = [dates('RDATE'), dates('EXDATE')];
  const isKnown = lines.every((line) => /^(RRULE:|RDATE[;:]|EXDATE[;:])/i.test(line));
  if (rules.length > 1 || !isKnown)
    event.say('behaviour', 'only its first rule is followed', 'recurrence');
  if (also.includes(null) || except.includes(null))
    event.say('behaviour', 'a date in it is none that is known', 'recurrence');
  const known = { also: also.filter(isThere), except: except.filter(isThere) };
  const { until, further } = endOf(rule, { startsAt, minutes, also: known.also }, zone);
  const excluded = [...known.except, ...further];
  return {
    until,
    recurrence: {
      ...{ rule: rule.rule, startsAt, minutes: Math.min(longestShift, minutes) },
      ...(known.also.length > 0 && { also: known.also }),
      ...(excluded.length > 0 && { except: excluded }),
    },
  };
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null;
}

/**
 * Layers end at an instant, which a last shift may reach over. `further` are times that the rule would name behind its
 * end, but before that of the layer.
 */
function endOf(
  { rule, until }: { rule: string; until: string | null },
  { startsAt, minutes, also }: { startsAt: string; minutes: number; also: readonly string[] },
  zone: string,
): { until: number | null; further: string[] } {
  if (until === null) return { until: null, further: [] };
  const from = Temporal.PlainDateTime.from(until);
  const [last = until] = [until, ...also].sort().toReversed();
  const end = Temporal.PlainDateTime.from(last).add({ minutes });
  const named = localTimesBetween(rule, Temporal.PlainDateTime.from(startsAt), from, end) ?? [];
  const further = named
    .map((local) => local.toString({ smallestUnit: 'minute' }))
    .filter((local) => local > until && !also.includes(local));
  return { until: end.toZonedDateTime(zone).epochMilliseconds, further };
}

const ruleParts = [
  /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  /^(INTERVAL|COUNT)=[1-9]\d{0,3}$/,
  /^WKST=[A-Z]{2}$/,
  /^BY(DAY|MONTH|MONTHDAY|YEARDAY|WEEKNO|SETPOS)=[-+,\dA-Z]+$/,
];

/** The rule without its end, which is that of the layer; null for one that layers do not know. */
function ruleOf(
  lines: readonly string[],
  zone: string,
): { rule: string; until: string | null } | null {
  const [line = 'RRULE:FREQ=DAILY;COUNT=1'] = lines.filter((one) => /^RRULE:/i.test(one));
  const parts = line.slice('RRULE:'.length).toUpperCase().split(';');
  const kept = parts.filter((part) => part !== '' && !part.startsWith('UNTIL='));
  const [end] = parts.filter((part) => part.startsWith('UNTIL='));
  if (!kept.every((part) => ruleParts.some((known) => known.test(part)))) return null;
  const value = end?.slice('UNTIL='.length) ?? null;
  const [until] =
    value === null ? [] : datesOf(`:${value.includes('T') ? value : `${value}T235959`}`, zone);
  if (value !== null && !until) return null;
  return { rule: kept.join(';'), until: until ?? null };
}

/** Local times; null for what is none. They are in UTC, in the zone that the line names, or in that of the shift. */
function datesOf(line: string, zone: string): (string | null)[] {
  const [, named] = /TZID=([^:;]+)/i.exec(line) ?? [];
  const own = named === undefined ? zone : zoneOf(named);
  const values = line.slice(line.indexOf(':') + 1).split(',');
  return values.map((value) => {
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d(Z?)$/i.exec(value.trim());
    if (!parts || own === null) return null;
    const [, year, month, day, hour, minutes, utc] = parts;
    const text = `${year}-${month}-${day}T${hour}:${minutes}`;
    if (utc) return localOf(Date.parse(`${text}Z`), zone);
    const local = Temporal.PlainDateTime.from(text);
    return own === zone ? text : localOf(local.toZonedDateTime(own).epochMilliseconds, zone);
  });
}

function localOf(at: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

function membersOf(
  event: Source,
  userOf: Account['userOf'],
): { groups: Layer['groups']; shifts: number } | null {
  const strategy = event.at('assignment_strategy');
  const type = strategy?.text('type') ?? null;
  const shifts = Math.max(1, Math.round(strategy?.number('shifts_per_member') ?? 1));
  const groups = (strategy?.places('members') ?? []).map((member) => {
    if (member === null) {
      strategy?.say('behaviour', 'a member that is nobody: nobody has these shifts', 'members');
      return { userIds: [] };
    }
    const kind = member.text('type');
    const userId = kind === 'user_member' ? userOf(member.at('user') ?? namedBy(member)) : null;
    if (kind !== 'empty_member' && userId === null)
      member.say('behaviour', 'nobody of this account: nobody has these shifts');
    return { userIds: userId === null ? [] : [userId] };
  });
  if (groups.length === 0) return null;
  if (type === 'every_member_assignment_strategy')
    return {
      groups: [{ userIds: [...new Set(groups.flatMap(({ userIds }) => userIds))] }],
      shifts,
    };
  if (type === 'rotating_member_assignment_strategy' || type === 'user_assignment_strategy')
    return { groups, shifts };
  strategy?.say('behaviour', 'no strategy that is known', 'type');
  return null;
}

/** Members name users by an id of their own member. */
function namedBy(member: Source): Source {
  return { ...member, text: (name) => (name === 'id' ? member.text('user_id') : null) };
}
