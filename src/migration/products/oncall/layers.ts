import { toInstant } from '../../../calendar/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import {
  type Day,
  days,
  reachesBack,
  type ShiftRule,
  type ShiftTimes,
  shiftTimes,
  startsIn,
} from './shift-times.ts';
import { listOf } from './texts.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];

const overrideLevel = 1000;
const frequencies = ['hourly', 'daily', 'weekly', 'monthly'] as const;
const groupsMax = 500;

/** A shift as a layer; null, with a line, where it was over or has no place. */
export function layerOf(account: Account, shift: Source, scheduleZone: string): Layer | null {
  const own = readZone(shift, 'time_zone');
  const zone = own ?? scheduleZone;
  const start = localAt(shift, 'start');
  const begins = localAt(shift, 'rotation_start');
  const minutes = minutesOf(shift);
  if (!start || minutes === null) {
    shift.say('behaviour', 'Left out: when it begins or how long it lasts is not known.');
    return null;
  }
  const type = shift.text('type');
  const level = levelOf(shift);
  const common = {
    id: shift.text('id'),
    displayName: textUpTo(500, shift, 'name'),
    level: type === 'override' ? overrideLevel : level,
    timeZoneId: zone,
  };
  switch (type) {
    case 'single_event':
    case 'override': {
      const end = start.add({ minutes });
      const at = { startsAt: instantOf(start, zone), endsAt: instantOf(end, zone) };
      const group = groupFrom(account, shift, listOf(shift, 'users'));
      if (hadEnded(account.work, shift, at.endsAt)) return null;
      if (type === 'override' && group.length === 0)
        shift.say('behaviour', 'Names nobody, so whom it puts on call is not known.');
      return { ...common, ...at, groups: [{ userIds: group }] };
    }
    case 'recurrent_event':
    case 'rolling_users':
      return recurringLayer(account, shift, { start, begins, minutes, zone, own }, common);
    default:
      shift.say('behaviour', 'Left out: not a type of shift that is known.', 'type');
      return null;
  }
}

interface When {
  start: Temporal.PlainDateTime;
  begins: Temporal.PlainDateTime | null;
  minutes: number;
  zone: string;
  own: string | null;
}

function recurringLayer(
  account: Account,
  shift: Source,
  when: When,
  common: Pick<Layer, 'id' | 'displayName' | 'level' | 'timeZoneId'>,
): Layer | null {
  const { begins, zone } = when;
  const groups = groupsOf(account, shift);
  const rule = ruleOf(shift, when, groups.length);
  const until = localAt(shift, 'until');
  // The end of a shift without a zone of its own is in UTC, whatever the zone of its schedule.
  const untilZone = when.own ?? 'UTC';
  if (
    until &&
    hadEnded(account.work, shift, instantOf(until.add({ minutes: when.minutes }), untilZone))
  )
    return null;
  const times = rule === null ? null : shiftTimes(rule);
  if (times === null || typeof times === 'string') {
    shift.say('behaviour', times ?? 'Left out: how it comes again is not known.');
    return null;
  }
  if (rule?.frequency === 'hourly' && rule.groups > 1 && zone !== 'UTC')
    shift.say(
      'approximated',
      'Hand-overs keep their time of day when clocks change; the other reading is that turns stay ' +
        'equally long.',
      'frequency',
    );
  const { from, recurrence, hours, turns } = times;
  if (reachesBack(times, when.minutes))
    shift.say(
      'approximated',
      'When it begins, somebody is on duty with the first group whose time would have begun earlier.',
      'start',
    );
  const first = begins && Temporal.PlainDateTime.compare(begins, from) > 0 ? begins : from;
  const end = until === null ? null : endOf(shift, times, when, toInstant(until, untilZone));
  if (end === 'never') {
    shift.say('past', 'Had ended before it began.');
    return null;
  }
  const index = shift.number('start_rotation_from_user_index') ?? 0;
  return {
    ...common,
    ...{ startsAt: instantOf(first, zone), endsAt: end },
    ...(hours && { hours }),
    ...(recurrence && { recurrence }),
    ...(turns && { turns: { ...turns, from: instantOf(turns.from, zone) } }),
    groups,
    ...(turns && index > 0 && { firstGroup: index % groups.length }),
  };
}

/** The last time begins at `until` at the latest, and lasts as long as the others. */
function endOf(
  shift: Source,
  times: ShiftTimes,
  { minutes, zone }: When,
  until: number,
): string | 'never' {
  const near = Temporal.Instant.fromEpochMilliseconds(until)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  const back = { minutes, days: 32 * 12 };
  const starts = startsIn(times, near.subtract(back), near.add({ minutes, days: 2 }));
  const last = starts.findLast((start) => toInstant(start, zone) <= until);
  if (!last) return times.recurrence || times.hours ? new Date(until).toISOString() : 'never';
  const end = toInstant(last.add({ minutes }), zone);
  if (end <= until) return new Date(until).toISOString();
  const others = starts.filter((start) => {
    const at = toInstant(start, zone);
    return at > until && at < end;
  });
  shift.say(
    'approximated',
    others.length > 0
      ? 'Its last time is cut at its end, as the next one would begin in it.'
      : 'Its last time lasts as long as the others; the other reading is that it is cut.',
    'until',
  );
  return new Date(others.length > 0 ? until : end).toISOString();
}

function ruleOf(shift: Source, { start, minutes }: When, groups: number): ShiftRule | null {
  const frequency = frequencies.find((one) => one === shift.text('frequency'));
  const weekStart = dayNamed(shift.text('week_start') ?? 'SU');
  const byDay = listOf(shift, 'by_day').map(dayNamed);
  const interval = shift.number('interval') ?? 1;
  const numbers = [...listOf(shift, 'by_month'), ...listOf(shift, 'by_monthday')].map(Number);
  const isKnown =
    [interval, ...numbers].every(Number.isInteger) && interval >= 1 && interval <= 9999;
  const known = byDay.filter((day) => day !== null);
  if (!frequency || !weekStart || !isKnown || known.length < byDay.length) return null;
  return {
    ...{ frequency, start, minutes, interval, weekStart, groups },
    isRolling: shift.text('type') === 'rolling_users',
    byDay: days.filter((day) => known.includes(day)),
    byMonth: listOf(shift, 'by_month').map(Number),
    byMonthday: [...new Set(listOf(shift, 'by_monthday').map(Number))],
  };
}

function dayNamed(name: string): Day | null {
  return days.find((day) => day === name) ?? null;
}

function groupsOf(account: Account, shift: Source): Layer['groups'] {
  if (shift.text('type') !== 'rolling_users')
    return [{ userIds: groupFrom(account, shift, listOf(shift, 'users')) }];
  const rolling = shift.whole('rolling_users');
  const lists = Array.isArray(rolling) ? rolling : [];
  if (lists.length > groupsMax)
    shift.say('behaviour', `A layer has ${groupsMax} turns at most.`, 'rolling_users');
  const groups = lists.slice(0, groupsMax).map((list: unknown) => ({
    userIds: groupFrom(account, shift, Array.isArray(list) ? list.map(String) : namesIn(list)),
  }));
  return groups.length > 0 ? groups : [{ userIds: [] }];
}

/** Older versions have a group as an object whose values are ids. */
function namesIn(list: unknown): string[] {
  return isObject(list) ? Object.values(list).map(String) : [];
}

/** Who is not there any more leaves an empty place, so that turns of the others stay. */
function groupFrom({ people }: Account, shift: Source, ids: readonly string[]): string[] {
  const found = ids.flatMap((id) => people.find(id) ?? []);
  if (found.length < ids.length)
    shift.say('behaviour', 'Somebody is not there any more: their place stays empty.');
  return [...new Set(found)];
}

function levelOf(shift: Source): number {
  const level = shift.number('level') ?? 0;
  const kept = Math.min(Math.max(0, Math.round(level)), overrideLevel - 1);
  if (kept !== level) shift.say('behaviour', `Levels are 0 to ${overrideLevel - 1}.`, 'level');
  return kept;
}

function minutesOf(shift: Source): number | null {
  const seconds = shift.number('duration');
  if (seconds === null || seconds < 60) return null;
  if (seconds % 60 !== 0)
    shift.say('approximated', 'Lasts whole minutes here: seconds are cut.', 'duration');
  return Math.floor(seconds / 60);
}

/** A local time, of whole minutes; null where there is none, and, with a line, where it cannot be read. */
function localAt(shift: Source, member: string): Temporal.PlainDateTime | null {
  const text = shift.text(member);
  if (!text) return null;
  const [, local = '', seconds = '00'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d))?(?:\.0+)?Z?$/.exec(text) ?? [];
  try {
    const read = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
    if (seconds !== '00')
      shift.say('approximated', 'Begins on a minute here: seconds are cut.', member);
    return read;
  } catch {
    shift.say('behaviour', 'Not a time that can be read.', member);
    return null;
  }
}

function instantOf(local: Temporal.PlainDateTime, zone: string): string {
  return new Date(toInstant(local, zone)).toISOString();
}
