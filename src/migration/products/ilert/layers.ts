import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import { type Account, instantAt } from './account.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];
type Hours = NonNullable<Layer['hours']>[number];

const everyMax = 10_000;
const groupsMax = 500;
const hoursMax = 100;
const days: Readonly<Record<string, Hours['fromDay']>> = {
  ...{ MONDAY: 'mon', TUESDAY: 'tue', WEDNESDAY: 'wed', THURSDAY: 'thu' },
  ...{ FRIDAY: 'fri', SATURDAY: 'sat', SUNDAY: 'sun' },
};

/** A layer of a recurring schedule; those further down win. Null, with a line, where it was over or has no place. */
export function layerOf(
  { work, people }: Account,
  source: Source,
  { zone, place }: { zone: string; place: number },
): Layer | null {
  const start = instantAt(source, 'startsOn', zone);
  const end = instantAt(source, 'endsOn', zone);
  const groups = source.list('users').map((user) => {
    const found = people.find(user);
    if (found === null) user.say('behaviour', 'Nobody who can be invited: their turns stay empty.');
    return { userIds: found === null ? [] : [found] };
  });
  if (hadEnded(work, source, end)) return null;
  const turns = start === null ? null : turnsOf(source, start, zone);
  const hours = hoursOf(source);
  if (start === null || turns === null || hours === 'unknown' || groups.length === 0) {
    source.say('behaviour', 'Left out: when it is in force, or who takes turns, cannot be read.');
    return null;
  }
  if (groups.length > groupsMax)
    source.say('behaviour', `A layer has ${groupsMax} turns at most.`, 'users');
  const displayName = textUpTo(500, source, 'name');
  return {
    ...{ id: `layer-${place + 1}`, level: place, startsAt: start },
    ...(displayName !== null && { displayName }),
    ...(end !== null && { endsAt: end }),
    ...(hours !== null && { hours }),
    ...(groups.length > 1 && { turns }),
    groups: groups.slice(0, groupsMax),
  };
}

/** How long each turn is, by a duration such as P7D. */
function turnsOf(source: Source, from: string, zone: string): NonNullable<Layer['turns']> | null {
  const text = source.text('rotation') ?? '';
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text);
  if (!match) return null;
  const [weeks, wholeDays, wholeHours, rest] = match.slice(1).map((part) => Number(part ?? 0));
  const minutes = (wholeHours ?? 0) * 60 + (rest ?? 0);
  const count = (weeks ?? 0) * 7 + (wholeDays ?? 0);
  if (minutes > 0 && zone !== 'UTC')
    source.say(
      'approximated',
      'Hand-overs keep their time of day when clocks change; the other reading is that turns stay equally long.',
      'rotation',
    );
  const turns =
    minutes > 0
      ? { every: count * 1440 + minutes, unit: 'minutes' as const, from }
      : { every: count, unit: 'days' as const, from };
  return turns.every >= 1 && turns.every <= everyMax ? turns : null;
}

/** Null: always. */
function hoursOf(source: Source): Hours[] | null | 'unknown' {
  const type = source.text('restrictionType');
  const restrictions = source.list('restrictions');
  if (restrictions.length === 0)
    return type === null || type === 'TIMES_OF_WEEK' ? null : 'unknown';
  const hours = restrictions.flatMap((restriction): Hours[] => {
    const [from, to] = [restriction.at('from'), restriction.at('to')];
    const fromDay = days[from?.text('dayOfWeek') ?? ''];
    const untilDay = days[to?.text('dayOfWeek') ?? ''];
    const [start, end] = [clockOf(from), clockOf(to)];
    if (!fromDay || !untilDay || start === null || end === null) return [];
    return [{ fromDay, from: start, untilDay, until: end }];
  });
  return hours.length === restrictions.length && hours.length <= hoursMax ? hours : 'unknown';
}

function clockOf(source: Source | null): string | null {
  return /^(?:[01]\d|2[0-3]):[0-5]\d/.exec(source?.text('time') ?? '')?.[0] ?? null;
}
