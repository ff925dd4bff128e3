import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Ledger, Source } from '../../model/ledger.ts';

/**
 * Whom escalations tell by Opsgenie's documents: each rule looks at the alert by itself, so long after it was created,
 * and tells its recipient unless the alert was acknowledged, or closed, by then. All is done again after a wait where
 * nobody acknowledged, or where each round takes acknowledgements back.
 */
export function interpretEscalations({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const people = ledger.all('user-details').map((user) => ({
    ...{ id: user.text('id') ?? user.of[0], address: user.text('username')?.toLowerCase() ?? '' },
  }));
  const named = (kind: string) =>
    ledger.all(kind).map((one) => ({ id: one.text('id') ?? one.of[0], source: one }));
  const known: Known = { people, schedules: named('schedules'), teams: named('team-details') };
  return ledger.all('escalations').map((escalation) => {
    const again = restartOf(ledger, escalation);
    return {
      ...{ key: escalation.key, name: escalation.name },
      tellings: (course) => tellingsOf(escalation, course, known, again),
    };
  });
}

/** Between two beginnings, and how often. */
interface Again {
  minutes: number;
  times: number;
}

/**
 * A notification policy for all alerts of the team that follows the escalation begins its notifications anew; all of
 * the rules come before, as they would be cut off otherwise.
 */
function restartOf(ledger: Ledger, escalation: Source): Again | null {
  const id = escalation.text('id') ?? '';
  const teams = ledger
    .all('team-routing-rules')
    .filter((rule) => rule.flag('isDefault') && rule.at('notify')?.text('id') === id)
    .map(({ of }) => of[0]);
  const owner = escalation.at('ownerTeam')?.text('id') ?? null;
  for (const policy of ledger.all('notification-policy-details')) {
    const action = policy.at('autoRestartAction');
    const filter = policy.at('filter')?.text('type') ?? 'match-all';
    const isForAll = filter === 'match-all' && !policy.at('timeRestriction');
    const isOurs = teams.includes(policy.of[0]) && policy.of[0] === owner;
    if (!action || !isForAll || !isOurs || policy.flag('enabled') === false) continue;
    const minutes = minutesOf(action.at('duration'));
    const times = action.number('maxRepeatCount') ?? 0;
    if (minutes > 0 && times > 0) return { minutes, times };
  }
  return null;
}

function minutesOf(duration: Source | null): number {
  const unit = minutesIn[(duration?.text('timeUnit') ?? 'minutes').toLowerCase()] ?? 1;
  return Math.round((duration?.number('timeAmount') ?? 0) * unit);
}

interface Named {
  id: string | undefined;
  source: Source;
}

interface Known {
  people: readonly { id: string | undefined; address: string }[];
  schedules: readonly Named[];
  teams: readonly Named[];
}

const minutesIn: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440 };

function tellingsOf(
  escalation: Source,
  course: Course,
  known: Known,
  again: Again | null,
): Telling[] {
  const rules = escalation.list('rules').flatMap((rule) => {
    const condition = rule.text('condition');
    const isKnown = condition === 'if-not-acked' || condition === 'if-not-closed';
    return isKnown ? [{ rule, condition, after: minutesOf(rule.at('delay')) }] : [];
  });
  const repeat = escalation.at('repeat');
  const wait = repeat?.number('waitInterval') ?? 0;
  const count = repeat?.number('count') ?? 0;
  const repeats = wait > 0 && count > 0;
  const rounds = repeats ? count : (again?.times ?? 0);
  const resets = repeats && repeat?.flag('resetRecipientStates') === true;
  const last = Math.max(0, ...rules.map(({ after }) => after));
  const length = repeats || !again ? last + wait : Math.max(last + 1, again.minutes);
  const { closedAfter, minutes } = course;
  const told: Telling[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const begins = round * length;
    const acknowledgedAt = resets && round > 0 ? null : course.acknowledgedAfter;
    if (round > 0 && acknowledgedAt !== null && begins > acknowledgedAt) break;
    for (const { rule, condition, after } of rules) {
      const minute = begins + after;
      const isClosed = closedAfter !== null && minute >= closedAfter;
      const isAcknowledged =
        condition === 'if-not-acked' && acknowledgedAt !== null && minute > acknowledgedAt;
      if (isClosed || isAcknowledged || minute >= minutes) continue;
      for (const whom of whomOf(rule, course, known)) told.push({ minute, whom });
    }
  }
  return told.sort((one, other) => one.minute - other.minute);
}

const picks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  schedule: { default: 'onCall', next: 'next', previous: 'previous', all: 'everybody' },
  team: {
    ...{ default: 'policy', all: 'members', admins: 'administrators', random: 'oneAtRandom' },
    users: 'members who are no admins',
  },
};

function whomOf(rule: Source, course: Course, { people, schedules, teams }: Known): Whom[] {
  const recipient = rule.at('recipient');
  const type = recipient?.text('type');
  const pick = picks[type ?? '']?.[rule.text('notifyType') ?? 'default'];
  if (type === 'user') {
    const username = recipient?.text('username')?.toLowerCase();
    const person =
      people.find(({ id }) => id !== undefined && id === recipient?.text('id')) ??
      people.find(({ address }) => address === username);
    return person ? [{ is: 'person', address: person.address }] : [];
  }
  if (pick === undefined || (type === 'schedule' && !course.isAnybodyOnCall)) return [];
  const found = (type === 'schedule' ? schedules : teams).find(
    ({ id, source }) =>
      (id !== undefined && id === recipient?.text('id')) ||
      source.text('name')?.toLowerCase() === recipient?.text('name')?.toLowerCase(),
  );
  return found
    ? [{ is: type === 'schedule' ? 'schedule' : 'team', key: found.source.key, pick }]
    : [];
}
