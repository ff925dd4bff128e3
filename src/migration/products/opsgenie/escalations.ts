import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import type { Defaults } from './defaults.ts';
import { minutesOf } from './durations.ts';
import { type Restart, restartsOf } from './restarts.ts';

type Policy = Bodies['tocsin_escalation_policy'];
type Step = Policy['steps'][number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const loopsMax = 99;

/** Times of rules count from the creation of the alert, those of steps from the step before. */
export function bringEscalations(account: Account, defaults: Defaults): void {
  const restarts = restartsOf(account, defaults);
  for (const source of account.escalations.sources)
    bringEscalation(account, source, defaults, restarts.get(source.key) ?? null);
}

function bringEscalation(
  account: Account,
  source: Source,
  defaults: Defaults,
  restart: Restart | null,
): void {
  const { work, teams } = account;
  const teamId = teams.ownerOf(source);
  const read = source
    .list('rules')
    .flatMap((rule) => timedStep(account, source, rule, teamId, defaults) ?? [])
    .sort((one, other) => one.at - other.at);
  if (read.length > stepsMax)
    source.say(
      'behaviour',
      `A policy has ${stepsMax} steps at most: later ones are left out.`,
      'rules',
    );
  const kept = read.slice(0, stepsMax);
  if (kept.length === 0) {
    source.say('behaviour', 'Left out, as none of its rules can be kept: nobody is told by it.');
    return;
  }
  const steps = kept.map(({ at, step }, index) => ({
    ...step,
    afterMinutes: at - (kept[index - 1]?.at ?? 0),
  }));
  work.add('tocsin_escalation_policy', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    description: textUpTo(1000, source, 'description'),
    teamId,
    isDefault: defaults.isDefault(source.key),
    steps,
    ...(restart
      ? {
          loops: restart.times,
          loopAfterMinutes: Math.max(1, restart.minutes - (kept.at(-1)?.at ?? 0)),
        }
      : repeatOf(source, kept.at(-1)?.at ?? 0)),
  });
}

interface TimedStep {
  at: number;
  step: Step;
}

function timedStep(
  account: Account,
  escalation: Source,
  rule: Source,
  teamId: string,
  defaults: Defaults,
): TimedStep | null {
  const condition = rule.text('condition');
  const at = minutesOf(rule.at('delay'));
  const recipient = rule.at('recipient');
  const target = recipient && targetOf(account, escalation, rule, recipient, defaults);
  if (target?.userId) account.teams.involve(teamId, [target.userId]);
  if (condition !== 'if-not-acked' && condition !== 'if-not-closed')
    rule.say('behaviour', 'Left out: not a condition that is known to this version.', 'condition');
  else if (target && at !== null)
    return {
      at,
      step: {
        stopsWhen: condition === 'if-not-acked' ? 'acknowledged' : 'resolved',
        targets: [target],
        // A rule that reaches nobody does not bring the next one forward.
        ifNobody: 'wait',
      },
    };
  return null;
}

const schedulePicks: Readonly<Record<string, NonNullable<Target['pick']>>> = {
  default: 'onCall',
  next: 'next',
  previous: 'previous',
  all: 'everybody',
};

function targetOf(
  account: Account,
  escalation: Source,
  rule: Source,
  recipient: Source,
  defaults: Defaults,
): Target | null {
  const { people, schedules } = account;
  const type = recipient.text('type');
  const notify = rule.text('notifyType') ?? 'default';
  if (type === 'user') {
    const userId = people.find(recipient);
    return userId === null ? gone(recipient) : { userId };
  }
  if (type === 'schedule') {
    const scheduleId = schedules.find(recipient);
    if (scheduleId === null) return gone(recipient);
    const pick = schedulePicks[notify];
    return pick ? { scheduleId, pick } : unknown(rule);
  }
  if (type === 'team') return teamTarget(account, escalation, rule, recipient, defaults);
  recipient.say('behaviour', 'Left out: not a recipient that is known to this version.');
  return null;
}

function teamTarget(
  { teams }: Account,
  escalation: Source,
  rule: Source,
  recipient: Source,
  defaults: Defaults,
): Target | null {
  const teamId = teams.index.find(recipient);
  if (teamId === null) return gone(recipient);
  switch (rule.text('notifyType') ?? 'default') {
    case 'default':
      if (!defaults.isCircle(escalation.key, teamId)) return { teamId, pick: 'policy' };
      recipient.say(
        'behaviour',
        'By its routing rules the team would come back to this escalation: its members are told.',
      );
      return { teamId, pick: 'members' };
    case 'users':
      rule.say(
        'approximated',
        'All members are told; there those who are no admins.',
        'notifyType',
      );
      return { teamId, pick: 'members' };
    case 'all':
      return { teamId, pick: 'members' };
    case 'admins':
      return { teamId, pick: 'administrators' };
    case 'random':
      return { teamId, pick: 'oneAtRandom' };
    default:
      return unknown(rule);
  }
}

function gone(recipient: Source): null {
  recipient.say('behaviour', 'Left out: not in the account any more.');
  return null;
}

function unknown(rule: Source): null {
  rule.say('behaviour', 'Left out: whom of the recipient it tells is not known.', 'notifyType');
  return null;
}

type Repeat = Pick<
  Policy,
  | 'loops'
  | 'loopAfterMinutes'
  | 'loopWhile'
  | 'acknowledgementLapsesAfterMinutes'
  | 'resolvesAfterMinutes'
>;

/** `length` is how long after the creation the last rule comes. */
function repeatOf(source: Source, length: number): Repeat {
  const repeat = source.at('repeat');
  if (!repeat) return {};
  const wait = Math.round(repeat.number('waitInterval') ?? 0);
  const count = Math.round(repeat.number('count') ?? 0);
  const resets = repeat.flag('resetRecipientStates') ?? false;
  const closes = repeat.flag('closeAlertAfterAll') ?? false;
  // Without time in between, nothing is repeated, whatever the count.
  if (wait <= 0 || count <= 0) return {};
  const loops = Math.min(loopsMax, count);
  if (resets)
    repeat.say(
      'approximated',
      'An acknowledgement lapses after one round, and all begins again; there it is taken back ' +
        'when the next round begins.',
      'resetRecipientStates',
    );
  if (closes)
    repeat.say(
      'approximated',
      'Counts from when the alert opened; there from when the last round is over.',
      'closeAlertAfterAll',
    );
  return {
    loops,
    loopAfterMinutes: wait,
    loopWhile: resets ? 'resolved' : 'acknowledged',
    ...(resets && { acknowledgementLapsesAfterMinutes: Math.max(1, length + wait) }),
    ...(closes && { resolvesAfterMinutes: (length + wait) * (loops + 1) }),
  };
}
