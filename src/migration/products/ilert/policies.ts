import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfNames } from '../../model/references.ts';
import { cut, textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';

type Policy = Bodies['tocsin_escalation_policy'];
type Step = Policy['steps'][number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const targetsMax = 50;

export interface Policies {
  /** The policy, or one like it that resolves what is open for so long; null where it was not brought. */
  policyFor(key: string | null, resolvesAfterMinutes: number | null): string | null;
}

export function bringPolicies(account: Account): Policies {
  const { work, policies } = account;
  const bodies = new Map<string, Policy>();
  for (const source of inOrderOfNames(policies.sources)) {
    const body = policyOf(account, source);
    if (body === null) continue;
    bodies.set(source.key, body);
    work.add('tocsin_escalation_policy', source.key, body);
  }
  return {
    policyFor(key, minutes) {
      const body = key === null ? undefined : bodies.get(key);
      // A policy that could not be read is there under its key, perhaps.
      if (key !== null && !body) return policies.sourceOf(key) === null ? key : null;
      if (key === null || !body || minutes === null) return body ? key : null;
      const own = `${key}:resolves-${minutes}`;
      if (work.has(own)) return own;
      const displayName = cut(`${body.displayName}, resolves after ${minutes} min`, 500);
      return work.add('tocsin_escalation_policy', own, {
        ...{ ...body, displayName, resolvesAfterMinutes: minutes },
      });
    },
  };
}

function policyOf(account: Account, source: Source): Policy | null {
  const teamId = account.teams.ownerOf(source);
  const steps: Step[] = [];
  const delay = source.number('delayMin') ?? 0;
  let waited = delay;
  for (const rule of source.list('escalationRules')) {
    const targets = targetsOf(account, rule, teamId);
    const timeout = rule.number('escalationTimeout') ?? 0;
    if (targets.length > 0) {
      // Left at once where nobody is on call, as there.
      steps.push({ afterMinutes: waited, targets });
      waited = timeout;
    } else rule.say('behaviour', 'Left out: it tells nobody who is there.');
  }
  if (delay > 0)
    source.say(
      'approximated',
      'Waits before its first step; the other reading is that it waits before each of them.',
      'delayMin',
    );
  if (steps.length > stepsMax)
    source.say('behaviour', `A policy has ${stepsMax} steps at most: later ones are left out.`);
  if (source.text('routingKey'))
    source.say(
      'behaviour',
      'Events that name it follow it, whatever their source says; here a rule has to choose it.',
      'routingKey',
    );
  if (steps.length === 0) {
    source.say('behaviour', 'Not brought: it has no step that tells anybody.');
    return null;
  }
  const frequency = source.number('frequency') ?? 1;
  // The first step of each round waits for the delay here, there that of the first round only.
  const loopAfterMinutes = Math.max(1, waited - delay);
  return {
    displayName: textUpTo(450, source, 'name') ?? source.name,
    ...{ teamId, steps: steps.slice(0, stepsMax) },
    ...(source.flag('repeating') === true && {
      ...{ loops: frequency, loopAfterMinutes, loopWhile: 'acknowledged' },
    }),
    // Alerts of low priority go no further than the first step there.
    lowUrgencyEscalates: false,
  };
}

function targetsOf({ people, schedules, teams }: Account, rule: Source, teamId: string): Target[] {
  // The API once had one user, schedule or team here and now has a list; it may answer both.
  const named = (one: string, many: string) => {
    const single = rule.at(one);
    return single ? [single, ...rule.list(many)] : rule.list(many);
  };
  const found = [
    ...named('user', 'users').map((user): Target | null => {
      const userId = people.find(user);
      return userId === null ? null : { userId };
    }),
    ...named('schedule', 'schedules').map((schedule): Target | null => {
      const scheduleId = schedules.find(schedule);
      return scheduleId === null ? null : { scheduleId, pick: 'onCall' };
    }),
    ...named('team', 'teams').map((team): Target | null => {
      const key = teams.index.find(team);
      return key === null ? null : { teamId: key, pick: 'members' };
    }),
  ];
  const targets = new Map(
    found.flatMap((target) => (target ? [[JSON.stringify(target), target]] : [])),
  );
  if (named('team', 'teams').length > 0)
    rule.say(
      'approximated',
      'All members of the team are told; the other reading is that whoever of them is on call is.',
      'teams',
    );
  if (found.includes(null) || targets.size > targetsMax)
    rule.say('behaviour', `Some are left out: not there any more, or beyond ${targetsMax}.`);
  teams.involve(
    teamId,
    [...targets.values()].flatMap(({ userId }) => userId ?? []),
  );
  return [...targets]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, targetsMax)
    .map(([, target]) => target);
}
