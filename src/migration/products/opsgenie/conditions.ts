import { type Weekday, weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { Account } from './account.ts';
import { type Alternative, alternativesIn } from './criteria.ts';
import { type DayPart, dayParts, windowsIn } from './hours.ts';

export type RoutingRule = NonNullable<Bodies['tocsin_routing']['rules']>[number];
export type Conditions = RoutingRule['conditions'];
type Hours = NonNullable<Conditions['schedule']>;

/** Rules look at an alert when it is created, comes back or is given to the team; not when it only changes. */
const intents: NonNullable<Conditions['intents']> = ['Created', 'Unresolved', 'Assigned'];
const always: readonly (Hours | null)[] = [null];

/** One for each alternative at each time; null, with a line, where something has no counterpart. */
export function conditionsOf(
  account: Account,
  source: Source,
  filterMember: string,
  zoneOfTeam: string | null,
): Conditions[] | null {
  const read = alternativesIn(source, filterMember, account.matched);
  const alternatives = read?.filter(({ priorities }) => priorities?.length !== 0);
  const hours = hoursOf(source, zoneOfTeam);
  if (!alternatives || !hours) {
    source.say('behaviour', 'Left out, as its conditions cannot be kept.');
    return null;
  }
  if (alternatives.length === 0) source.say('lost', 'Left out, as no alert meets its conditions.');
  return alike(account, source, filterMember, alternatives).flatMap((conditions) =>
    hours.map((schedule) => ({ intents, ...conditions, ...(schedule && { schedule }) })),
  );
}

/** One for each alternative; those of one comparison each are one condition. */
function alike(
  account: Account,
  source: Source,
  member: string,
  alternatives: readonly Alternative[],
): Conditions[] {
  const comparisons = alternatives.flatMap(({ priorities, attributes }) =>
    priorities === null && attributes.length === 1 ? attributes : [],
  );
  if (alternatives.length > 1 && comparisons.length === alternatives.length)
    return [{ attributes: comparisons, attributesMatchType: 'any' }];
  return alternatives.map((one) => alternativeConditions(account, source, member, one));
}

function alternativeConditions(
  { severities }: Account,
  source: Source,
  member: string,
  { priorities, attributes }: Alternative,
): Conditions {
  if (priorities === null) return attributes.length > 0 ? { attributes } : {};
  const among = severities.among(priorities);
  const [only] = priorities;
  if (among.isExact || priorities.length !== 1 || only === undefined) {
    if (!among.isExact)
      source.say(
        'approximated',
        `Is about ${priorities.join(', ')} there, and here about all that becomes ` +
          `${among.severities?.join(' or ')}.`,
        member,
      );
    return {
      ...(among.severities && { severities: among.severities }),
      ...(attributes.length > 0 && { attributes }),
    };
  }
  source.say(
    'approximated',
    `Compared with the attribute Priority, as other priorities become the severity of ${only}, too.`,
    member,
  );
  return { attributes: [...attributes, { name: 'Priority', operator: '=', value: only }] };
}

/** In the time zone of the team. Null: that cannot be kept. */
function hoursOf(source: Source, zoneOfTeam: string | null): readonly (Hours | null)[] | null {
  const member = source.members().includes('timeRestrictions')
    ? 'timeRestrictions'
    : 'timeRestriction';
  const windows = windowsIn(source, member);
  const zone = source.text('timezone');
  if (windows === 'unknown') return null;
  if (windows === null) return always;
  if (!zone)
    source.say(
      'approximated',
      'Its hours are read in the zone of the team, there in that of the account.',
      member,
    );
  else if (zone !== zoneOfTeam)
    source.say(
      'behaviour',
      `Its hours are read in the zone of the team, ${zoneOfTeam}.`,
      'timezone',
    );
  const parts = dayParts(windows).flatMap(withinDays);
  if (parts.some(({ from, until }) => !isQuarter(from) || !isQuarter(until))) {
    source.say('behaviour', 'Hours of rules begin and end on a quarter of an hour.', member);
    return null;
  }
  return parts.map(({ days, from, until }) => ({
    after: from === '00:00' ? null : from,
    before: until === '00:00' ? null : until,
    daysOfWeek: days,
  }));
}

/** A whole day from another hour than midnight is the rest of it and the beginning of the next one. */
function withinDays(part: DayPart): DayPart[] {
  const { days, from, until } = part;
  if (from !== until || from === '00:00') return [part];
  if (days === null) return [{ days, from: '00:00', until: '00:00' }];
  return [
    { days, from, until: '00:00' },
    { days: days.map(nextDay), from: '00:00', until },
  ];
}

function nextDay(day: Weekday): Weekday {
  return weekdays[(weekdays.indexOf(day) + 1) % 7] ?? day;
}

function isQuarter(time: string): boolean {
  return /:(00|15|30|45)$/.test(time);
}
