import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { secondsOf } from './seconds.ts';
import { listOf } from './texts.ts';

type Policy = Bodies['tocsin_escalation_policy'];
type Step = Policy['steps'][number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const targetsMax = 50;
/** How often a chain that repeats itself does so. */
const repeats = 5;

export function bringChains(account: Account): void {
  const { work, chains } = account;
  const steps = Map.groupBy(work.ledger.all('escalation_policies'), (step) =>
    chains.find(step.text('escalation_chain_id')),
  );
  for (const step of steps.get(null) ?? [])
    step.say('lost', 'Its chain is not there, so it is never taken.');
  for (const chain of chains.sources) bringChain(account, chain, steps.get(chain.key) ?? []);
}

function bringChain(account: Account, chain: Source, own: readonly Source[]): void {
  const { work, teams } = account;
  const teamId = teams.ownerOf(chain);
  const ordered = own
    .map((step) => ({ step, position: step.number('position') ?? 0 }))
    .sort((one, other) => one.position - other.position)
    .map(({ step }) => step);
  const walk = createWalk();
  for (const step of ordered) take(account, walk, step, teamId);
  if (walk.steps.length > stepsMax)
    chain.say('behaviour', `A policy has ${stepsMax} steps at most: later ones are left out.`);
  const steps = walk.steps.slice(0, stepsMax);
  if (steps.length === 0) {
    chain.say(
      'behaviour',
      'Not brought: it has no step that can be kept, so nobody is told by it.',
    );
    return;
  }
  work.add('tocsin_escalation_policy', chain.key, {
    displayName: textUpTo(500, chain, 'name') ?? chain.name,
    ...{ teamId, steps },
    ...(walk.loopAfterMinutes !== null && {
      ...{ loops: repeats, loopAfterMinutes: walk.loopAfterMinutes, loopWhile: 'acknowledged' },
    }),
  });
}

/** State that earlier steps of a chain set for the next one. */
interface Walk {
  steps: Step[];
  seconds: number;
  hours: Step['hours'] | null;
  hasWaited: boolean;
  afterPayloads: Step['afterPayloads'] | null;
  loopAfterMinutes: number | null;
}

function createWalk(): Walk {
  return {
    ...{ steps: [], seconds: 0, hours: null, hasWaited: false },
    ...{ afterPayloads: null, loopAfterMinutes: null },
  };
}

function take(account: Account, walk: Walk, step: Source, teamId: string): void {
  const type = step.text('type');
  if (walk.loopAfterMinutes !== null) {
    step.say('behaviour', 'Left out: a policy goes through all of its steps again, and ends then.');
    return;
  }
  switch (type) {
    case 'wait':
      walk.seconds += secondsOf(step);
      walk.hasWaited = walk.hours !== null;
      return;
    case 'notify_if_time_from_to':
      walk.hours = hoursOf(step) ?? walk.hours;
      walk.hasWaited = false;
      return;
    case 'notify_if_num_alerts_in_window':
      walk.afterPayloads = payloadsOf(step) ?? walk.afterPayloads;
      return;
    case 'repeat_escalation':
      walk.loopAfterMinutes = Math.max(1, Math.round(walk.seconds / 60));
      if (walk.seconds < 60)
        step.say('approximated', 'Begins again after a minute; there at once.', 'type');
      return;
    case 'resolve':
      walk.steps.push({ ...nextOf(walk, step), resolves: true });
      return;
    default: {
      const targets = targetsOf(account, step, type, teamId);
      if (targets.length === 0) return;
      // Important or not is said of each step, so that people are told by the list that is meant.
      const urgency = step.flag('important') === true ? 'High' : 'Low';
      const share = type === 'notify_person_next_each_time' ? { share: { size: 1 } } : {};
      const told: Step = { targets, ...share, ifNobody: 'wait', urgency };
      walk.steps.push({ ...nextOf(walk, step), ...told });
    }
  }
}

function nextOf(walk: Walk, step: Source): Step {
  if (walk.hours && walk.hasWaited)
    step.say(
      'approximated',
      'Waits for its hours when it is due; there the chain waits for them before it waits for this.',
      'type',
    );
  const next: Step = {
    afterMinutes: Math.round(walk.seconds / 60),
    ...(walk.hours && { hours: walk.hours, outsideHours: 'wait' }),
    ...(walk.afterPayloads && { afterPayloads: walk.afterPayloads }),
  };
  Object.assign(walk, { seconds: 0, hours: null, hasWaited: false });
  return next;
}

function targetsOf(
  { people, schedules, teams }: Account,
  step: Source,
  type: string | null,
  teamId: string,
): Target[] {
  switch (type) {
    case 'notify_persons':
    case 'notify_person_next_each_time': {
      const member =
        type === 'notify_persons' ? 'persons_to_notify' : 'persons_to_notify_next_each_time';
      const ids = listOf(step, member);
      const found = [...new Set(ids.flatMap((id) => people.find(id) ?? []))];
      if (found.length === 0 || found.length < ids.length || found.length > targetsMax)
        step.say(
          'behaviour',
          `Some are left out: not there any more, or beyond ${targetsMax}.`,
          member,
        );
      teams.involve(teamId, found);
      return found.slice(0, targetsMax).map((userId) => ({ userId }));
    }
    case 'notify_on_call_from_schedule': {
      const scheduleId = schedules.find(step.text('notify_on_call_from_schedule'));
      if (scheduleId !== null) return [{ scheduleId, pick: 'onCall' }];
      step.say('behaviour', 'Left out: its schedule is not there any more.');
      return [];
    }
    case 'notify_team_members': {
      const team = teams.index.find(step.text('team_to_notify'));
      if (team !== null) return [{ teamId: team, pick: 'members' }];
      step.say('behaviour', 'Left out: its team is not there any more.');
      return [];
    }
    default:
      step.say('behaviour', `Left out: ${noPlace[type ?? ''] ?? 'not a step that is known'}.`);
      return [];
  }
}

const noPlace: Readonly<Record<string, string>> = {
  trigger_webhook: 'name an outbound integration in the policy that calls the webhook',
  notify_user_group: 'a user group of Slack is told; here people, schedules and teams are',
  notify_whole_channel:
    'a channel of Slack is told; name an outbound integration that writes there',
  declare_incident: 'an incident of Grafana is declared, which a tool has to be asked for',
};

/** Each day, in UTC; the teams of an import are in UTC for that. */
function hoursOf(step: Source): Step['hours'] | null {
  const [from, until] = ['notify_if_time_from', 'notify_if_time_to'].map((member) =>
    /^(?:[01]\d|2[0-3]):[0-5]\d/.exec(step.text(member) ?? '')?.at(0),
  );
  if (!from || !until) {
    step.say('behaviour', 'Left out: its hours cannot be read.');
    return null;
  }
  const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  return week.map((fromDay, index) => ({
    ...{ fromDay, from, until },
    untilDay: until > from ? fromDay : (week[(index + 1) % 7] ?? fromDay),
  }));
}

function payloadsOf(step: Source): Step['afterPayloads'] | null {
  const count = (step.number('num_alerts_in_window') ?? 0) + 1;
  const withinMinutes = step.number('num_minutes_in_window') ?? 0;
  if (count < 2 || count > 200 || withinMinutes < 1 || withinMinutes > 1440) {
    step.say('behaviour', 'Left out: it counts more than 199 alerts, or longer than a day.');
    return null;
  }
  step.say(
    'behaviour',
    'Steps behind it are passed over where too few alerts came by their time; there the chain waits ' +
      'until enough did.',
    'type',
  );
  return { count, withinMinutes };
}
