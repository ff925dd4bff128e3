import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfNames } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { bringRotation, described } from './schedules.ts';
import { bringTool } from './tools.ts';

type Policy = Bodies['tocsin_escalation_policy'];
type Step = Policy['steps'][number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const targetsMax = 50;
const loopsMax = 99;

export function bringPolicies(account: Account): void {
  for (const source of inOrderOfNames(account.policies.sources)) bringPolicy(account, source);
}

function bringPolicy(account: Account, source: Source): void {
  const { work, teams } = account;
  const teamId = teams.ofPolicy(source.text('id'));
  const ordered = source
    .list('steps')
    .map((step) => ({ step, place: step.number('stepNumber') ?? 0 }))
    .sort((one, other) => one.place - other.place);
  const steps: Step[] = [];
  let waited = 0;
  for (const { step } of ordered) {
    const targets = targetsOf(account, step, teamId);
    // A delay is how long its step waits for an answer, whether or not it reaches anybody.
    const delay = step.number('delayMinutes') ?? 0;
    if (targets.length > 0) {
      steps.push({ afterMinutes: waited, targets, ifNobody: 'wait' });
      waited = delay;
    } else waited += delay;
  }
  if (steps.length > stepsMax)
    source.say('behaviour', `A policy has ${stepsMax} steps at most: later ones are left out.`);
  if (steps.length === 0) {
    source.say('behaviour', 'Not brought: it has no step that tells anybody.');
    return;
  }
  work.add('tocsin_escalation_policy', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    ...described(source),
    ...{ teamId, steps: steps.slice(0, stepsMax) },
    ...loopsOf(source, waited),
  });
}

function loopsOf(
  source: Source,
  minutes: number,
): Pick<Policy, 'loops' | 'loopAfterMinutes' | 'loopWhile'> {
  const repeat = source.number('repeat') ?? 0;
  if (repeat === 0) return {};
  const isEndless = repeat < 0 || repeat > loopsMax;
  if (isEndless)
    source.say(
      'behaviour',
      `It goes through its steps ${loopsMax} times more; there without an end.`,
      'repeat',
    );
  return {
    loops: isEndless ? loopsMax : repeat,
    ...{ loopAfterMinutes: Math.max(1, minutes), loopWhile: 'acknowledged' },
  };
}

function targetsOf(account: Account, step: Source, teamId: string): Target[] {
  const targets = step.list('actions').flatMap((action): Target[] => {
    const target = targetOf(account, action, teamId);
    return target === null ? [] : [target];
  });
  const sortedBy = (target: Target) => JSON.stringify(target);
  targets.sort((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
  if (targets.length > targetsMax)
    step.say('behaviour', `A step has ${targetsMax} targets at most: others are left out.`);
  return targets.slice(0, targetsMax);
}

function targetOf(account: Account, action: Source, teamId: string): Target | null {
  const { people, schedules, rotations, teams } = account;
  const args = action.at('args');
  switch (action.text('type')) {
    case 'builtin-user': {
      const userId = people.find(args?.text('user_id') ?? null);
      if (userId !== null) teams.involve(teamId, [userId]);
      else action.say('behaviour', 'Left out: nobody who can be invited.');
      return userId === null ? null : { userId };
    }
    case 'builtin-schedule': {
      const scheduleId = schedules.find(args?.text('schedule_id') ?? null);
      if (scheduleId === null) action.say('behaviour', 'Left out: its schedule is not there.');
      return scheduleId === null ? null : { scheduleId, pick: 'onCall' };
    }
    case 'builtin-rotation': {
      const rotation = rotations.sourceOf(rotations.find(args?.text('rotation_id') ?? null));
      if (!rotation) action.say('behaviour', 'Left out: its rotation was not read.');
      return rotation ? { scheduleId: bringRotation(account, rotation), pick: 'onCall' } : null;
    }
    default: {
      const outboundIntegrationId = bringTool(account, action, teamId);
      return outboundIntegrationId === null ? null : { outboundIntegrationId };
    }
  }
}
