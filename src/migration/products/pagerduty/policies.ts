import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { type Find, inOrderOfKeys, uniqueNames } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { finder, labelsOf } from './references.ts';
import { scheduleKey, type TeamByPolicy } from './schedules.ts';

type Policy = Bodies['tocsin_escalation_policy'];
type Step = NonNullable<Policy['steps']>[number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const targetsMax = 50;
const loopsMax = 99;
const longestWait = 2_630_000;

/** Limits that a service adds to the policy that it uses; in Tocsin the policy itself has them. */
export interface Lapses {
  acknowledgementLapsesAfterMinutes: number | null;
  resolvesAfterMinutes: number | null;
}

export interface Policies {
  teamOf(key: string): string | null;
  policyOf: Find;
  /** The policy with these lapses: one of its own where services that use it differ. */
  withLapses(key: string, lapses: Lapses): string;
}

/** Schedules that name no team belong to the team of the first policy that uses them and has one. */
export function teamsByPolicies(account: Account): TeamByPolicy {
  const found = new Map<string, string>();
  for (const policy of inOrderOfKeys(account.work.ledger.all('escalation-policies'))) {
    const teamId = account.teamOf(policy.list('teams')[0] ?? null);
    if (teamId === null) continue;
    for (const rule of policy.list('escalation_rules'))
      for (const target of rule.list('targets')) {
        const key = scheduleKey(target.text('id'));
        if (!found.has(key)) found.set(key, teamId);
      }
  }
  return found;
}

/** `uses`: how many services use a policy with which lapses, by its key. */
export function bringPolicies(
  account: Account,
  scheduleOf: Find,
  uses: ReadonlyMap<string, readonly Lapses[]>,
): Policies {
  const { work } = account;
  const sources = inOrderOfKeys(work.ledger.all('escalation-policies'));
  const bodies = new Map<string, Policy>();
  const variants = new Map<string, string>();
  const namesOf = new Map<string, (name: string) => string>();
  const nameIn = (teamId: string, name: string) => {
    const unique = namesOf.get(teamId) ?? uniqueNames();
    namesOf.set(teamId, unique);
    return unique(name);
  };
  const known = sources.map((policy) => {
    const id = policy.text('id');
    const teamId = account.teamIn(policy) ?? account.ownerless();
    const body = policyOf(account, policy, teamId, scheduleOf);
    bodies.set(policy.key, { ...body, displayName: nameIn(teamId, body.displayName) });
    return { id, key: policy.key, name: policy.text('name') ?? policy.name };
  });
  const defaults = defaultsOf(bodies, uses);
  for (const [key, body] of bodies) {
    const wanted = Map.groupBy(uses.get(key) ?? [], textOf);
    const [most, ...others] = [...wanted].sort(
      ([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1),
    );
    const isDefault = defaults.has(key);
    work.add('tocsin_escalation_policy', key, { ...body, isDefault, ...(most?.[1][0] ?? {}) });
    variants.set(`${key} ${most?.[0]}`, key);
    for (const [text, [lapses]] of others) {
      const displayName = nameIn(body.teamId, `${body.displayName} (${text})`);
      const own = `${key}:${text.replaceAll(/\W+/g, '-')}`;
      work.add('tocsin_escalation_policy', own, { ...body, displayName, ...lapses });
      variants.set(`${key} ${text}`, own);
    }
  }
  return {
    policyOf: finder(known),
    teamOf: (key) => bodies.get(key)?.teamId ?? null,
    withLapses: (key, lapses) => variants.get(`${key} ${textOf(lapses)}`) ?? key,
  };
}

function textOf({ acknowledgementLapsesAfterMinutes, resolvesAfterMinutes }: Lapses): string {
  const minutes = (value: number | null) => (value === null ? 'never' : `${value} min`);
  return `lapses ${minutes(acknowledgementLapsesAfterMinutes)}, resolves ${minutes(resolvesAfterMinutes)}`;
}

/** The policy of each team that most services use: what else comes to the team follows it. */
function defaultsOf(
  bodies: ReadonlyMap<string, Policy>,
  uses: ReadonlyMap<string, readonly Lapses[]>,
): Set<string> {
  const byTeam = Map.groupBy(bodies, ([, { teamId }]) => teamId);
  const count = (key: string) => uses.get(key)?.length ?? 0;
  return new Set(
    [...byTeam.values()].map(
      (own) => own.reduce((best, one) => (count(one[0]) > count(best[0]) ? one : best))[0],
    ),
  );
}

function policyOf(account: Account, policy: Source, teamId: string, scheduleOf: Find): Policy {
  const id = policy.text('id');
  const description = policy.text('description');
  const { steps, loopAfterMinutes } = stepsOf(account, policy, teamId, scheduleOf);
  if (steps.length === 0) {
    policy.say('behaviour', 'nobody is left in it: the administrators of the team are told');
    steps.push({ afterMinutes: 0, targets: [{ teamId, pick: 'administrators' }] });
  }
  return {
    displayName: policy.text('name') ?? policy.name,
    ...(description && { description: cut(description, 1000) }),
    labels: labelsOf(id),
    teamId,
    isDefault: false,
    steps,
    loops: loopsOf(policy),
    loopAfterMinutes,
    loopWhile: 'acknowledged',
    // Incidents of low urgency are told to the first level only.
    lowUrgencyEscalates: false,
  };
}

function loopsOf(policy: Source): number {
  const loops = policy.number('num_loops') ?? 0;
  if (loops > loopsMax) policy.say('behaviour', `${loopsMax} rounds`, 'num_loops');
  return Math.min(loopsMax, Math.max(0, Math.round(loops)));
}

/** A delay is waited before the next rule; a rule of nobody takes no time. */
function stepsOf(
  account: Account,
  policy: Source,
  teamId: string,
  scheduleOf: Find,
): { steps: Step[]; loopAfterMinutes: number } {
  const steps: Step[] = [];
  let afterMinutes = 0;
  for (const rule of policy.list('escalation_rules')) {
    const delay = delayOf(rule);
    const targets = targetsOf(account, rule, teamId, scheduleOf);
    const share = shareOf(rule);
    if (targets.length === 0) {
      rule.say('behaviour', 'left out: nobody of this account is in it');
      continue;
    }
    if (steps.length === stepsMax) {
      rule.say('behaviour', `not brought: more than ${stepsMax} rules`);
      continue;
    }
    steps.push({
      ...{ afterMinutes, stopsWhen: 'acknowledged', targets },
      ...(share && { share }),
      ifNobody: 'nextAtOnce',
    });
    afterMinutes = delay;
  }
  return { steps, loopAfterMinutes: Math.max(1, afterMinutes) };
}

function delayOf(rule: Source): number {
  const member = 'escalation_delay_in_minutes';
  const delay = rule.number(member);
  if (delay === null) rule.say('behaviour', 'no delay that can be read: 30 minutes', member);
  return Math.min(longestWait, Math.max(0, Math.round(delay ?? 30)));
}

function shareOf(rule: Source): Step['share'] {
  const member = 'escalation_rule_assignment_strategy';
  const strategy = rule.text(member) ?? rule.at(member)?.text('type') ?? null;
  if (strategy === 'round_robin') return { size: 1, over: 'targets' };
  if (strategy !== null && strategy !== 'assign_to_everyone')
    rule.say('behaviour', 'everybody is told: no strategy that is known', member);
  return null;
}

function targetsOf(
  { userOf, members }: Account,
  rule: Source,
  teamId: string,
  scheduleOf: Find,
): Target[] {
  const targets = rule.list('targets').flatMap((target): Target[] => {
    const type = (target.text('type') ?? '').replace(/_reference$/, '');
    if (type !== 'user' && type !== 'schedule') {
      target.say('behaviour', 'nobody is told by it: no target that is known', 'type');
      return [];
    }
    const key = type === 'user' ? userOf(target) : scheduleOf(target);
    if (key === null) {
      target.say('behaviour', `nobody is told by it: no ${type} that was brought`);
      return [];
    }
    if (type === 'schedule') return [{ scheduleId: key, pick: 'onCall' }];
    members.add(teamId, key);
    return [{ userId: key }];
  });
  const unique = [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
  if (unique.length > targetsMax)
    rule.say('behaviour', `only the first ${targetsMax} are told`, 'targets');
  return unique.slice(0, targetsMax);
}
