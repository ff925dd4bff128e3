import type { Source } from '../../model/ledger.ts';
import { inOrderOfKeys } from '../../model/references.ts';
import type { Account } from './account.ts';
import { filterIn } from './criteria.ts';
import type { Defaults } from './defaults.ts';
import { minutesOf } from './durations.ts';

/** How all is gone through again, after so many minutes, as long as nobody acknowledges. */
export interface Restart {
  minutes: number;
  times: number;
}

/**
 * By escalation, what notification policies of a team that follows it say of all its alerts: only escalation policies
 * go through their steps again, so what is about some alerts only has no counterpart.
 */
export function restartsOf(account: Account, defaults: Defaults): ReadonlyMap<string, Restart> {
  const { work, teams, escalations } = account;
  const restarts = new Map<string, Restart>();
  for (const policy of inOrderOfKeys(work.ledger.all('notification-policy-details'))) {
    const action = policy.at('autoRestartAction');
    if (!action || policy.flag('enabled') === false) continue;
    const minutes = minutesOf(action.at('duration'));
    const times = Math.min(99, Math.round(action.number('maxRepeatCount') ?? 0));
    const team = teams.index.sources.find(({ of }) => of[0] === policy.of[0])?.key;
    const isForAll = filterIn(policy, 'filter') === null && !hasHours(policy);
    const escalation = escalations.sourceOf(team === undefined ? null : defaults.of(team));
    const isFree = escalation && !repeatsItself(escalation) && !restarts.has(escalation.key);
    if (!isFree || !isForAll || !minutes || times < 1) {
      action.say(
        'behaviour',
        'Only escalation policies go through their steps again: set it there.',
      );
      continue;
    }
    action.say(
      'approximated',
      'The default escalation of the team repeats itself; there whatever an alert of it follows does.',
    );
    restarts.set(escalation.key, { minutes, times });
  }
  return restarts;
}

function repeatsItself(escalation: Source): boolean {
  const repeat = escalation.at('repeat');
  return (repeat?.number('waitInterval') ?? 0) > 0 && (repeat?.number('count') ?? 0) > 0;
}

function hasHours(policy: Source): boolean {
  return ['timeRestriction', 'timeRestrictions'].some((member) => policy.at(member) !== null);
}
