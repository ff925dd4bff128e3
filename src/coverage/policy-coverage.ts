import { suspendedAmong } from '../identity/index.ts';
import type { Intent } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  administratorsOf,
  type EscalationPolicy,
  everybodyNamed,
  type PlannedTeam,
  type PolicyPlan,
  type PolicyStep,
  type PolicyTarget,
  planOfPolicy,
  policyKind,
  rosterAt,
  scheduleRotas,
  stepRoster,
  stretchesOf,
  teamPlans,
} from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import { type Rota, stretches } from '../rota/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import type { Period, TeamCoverage } from './team-coverage.ts';

/** All that says who the steps of policies tell in the time looked at. Nobody in it is suspended. */
export interface PolicyFacts {
  policies: ReadonlyMap<string, PolicyPlan>;
  teams: ReadonlyMap<string, PlannedTeam>;
  rotas: ReadonlyMap<string, Rota>;
  suspended: ReadonlySet<string>;
}

/** What the default policies of these teams name, and what those name in turn. */
export async function loadPolicyFacts(
  ctx: Ctx,
  planned: readonly PlannedTeam[],
  from: Date,
): Promise<PolicyFacts> {
  const policies = new Map<string, PolicyPlan>();
  const teams = new Map(planned.map((one) => [one.team.id, one]));
  let fresh: readonly EscalationPolicy[] = planned.flatMap(
    ({ defaultPolicy }) => defaultPolicy ?? [],
  );
  while (fresh.length > 0) {
    for (const { id, wire } of fresh) policies.set(id, planOfPolicy(wire));
    const targets = fresh.flatMap(({ id }) => targetsOf(policies.get(id)));
    const teamIds = targets.flatMap((one) =>
      'teamId' in one && !teams.has(one.teamId) ? one.teamId : [],
    );
    const named = teamIds.length > 0 ? await teamPlans(ctx, teamIds, from) : [];
    for (const one of named) teams.set(one.team.id, one);
    const followed = targets.flatMap((one) =>
      one.kind === 'teamPolicy' ? (teams.get(one.teamId)?.defaultPolicy ?? []) : [],
    );
    const ids = targets.flatMap((one) => (one.kind === 'policy' ? one.policyId : []));
    const others =
      ids.length > 0 ? (await listResources(ctx, policyKind, { _id: { $in: ids } })).items : [];
    fresh = [...followed, ...others].filter(({ id }) => !policies.has(id));
  }
  const targets = [...policies.values()].flatMap(targetsOf);
  const scheduleIds = targets.flatMap((one) => (one.kind === 'schedule' ? one.scheduleId : []));
  const userIds = targets.flatMap((one) => (one.kind === 'user' ? one.userId : []));
  const [rotas, suspended] = await Promise.all([
    scheduleRotas(ctx, ctx.organizationId, scheduleIds, from),
    suspendedAmong(ctx, userIds),
  ]);
  return { policies, teams, rotas, suspended };
}

function targetsOf(plan: PolicyPlan | undefined) {
  return plan?.steps.flatMap(({ targets }) => targets) ?? [];
}

/**
 * What is missing in the default policy of a team: it is followed in place of tiers. Steps are looked at as if their
 * conditions held; a step that only tells tools or assigns teams need not reach people.
 */
export function coverageOfPolicy(
  { team, plan: { timeZoneId }, escalationPlan, overrides }: PlannedTeam,
  policy: EscalationPolicy,
  facts: PolicyFacts,
  period: Period,
  nameOf: (userId: string) => string,
): TeamCoverage {
  const about = { id: team.id, displayName: team.wire.displayName, timeZoneId };
  const plan = facts.policies.get(policy.id) ?? planOfPolicy(policy.wire);
  const name = policy.wire.displayName;
  const times = timesOf(plan, facts, period);
  const findings = emptyTimes(times).map((gap) => nobodyBy(name, gap, period, about));
  for (const [index, step] of plan.steps.entries())
    if (step.targets.some(({ kind }) => kind !== 'tool'))
      findings.push(...stepInVain(index, times, { name, team: about }));
  if (!goesFurther(plan))
    findings.push(finding('NeverEscalates', 'Hint', say('neverEscalates'), { team: about }));
  if (escalationPlan.steps.length > 0)
    findings.push(
      finding('TwoDefaults', 'Hint', say('policyBesideTiers', { policy: name }), {
        team: about,
        objectId: policy.id,
      }),
    );
  // Those of a person everywhere count in schedules, too.
  const ofTeam = Map.groupBy(
    overrides.filter(({ wire }) => wire.teamId !== null),
    ({ wire }) => wire.userId.toLowerCase(),
  );
  for (const userId of ofTeam.keys())
    findings.push(
      finding(
        'OverrideUnused',
        'Hint',
        say('overrideDoesNothing', { person: nameOf(userId), policy: name }),
        { team: about, userId },
      ),
    );
  return {
    findings: findings.map((one) => ({ ...one, objectId: one.objectId ?? policy.id })),
    onDuty: firstIntents(times),
    toldBy: waysOf(plan, facts, times),
  };
}

/** By which schedules people may be told; null: as themselves, or as one of a team. */
function waysOf(
  plan: PolicyPlan,
  facts: PolicyFacts,
  times: readonly Time[],
): Map<string, Set<string | null>> {
  const told = new Map<string, Set<string | null>>();
  const add = (userId: string, by: string | null) =>
    told.set(userId, (told.get(userId) ?? new Set()).add(by));
  const everybody = new Set(times.flatMap(({ reached }) => reached.flat()));
  for (const target of everyTarget(plan, facts)) {
    const rota = target.kind === 'schedule' ? facts.rotas.get(target.scheduleId) : undefined;
    if (target.kind === 'schedule')
      for (const userId of rota ? everybodyNamed(rota) : [])
        add(userId, target.scheduleId.toLowerCase());
    else
      for (const { start } of times.slice(0, 1))
        for (const userId of reachedBy({ targets: [target] }, start, facts, new Set()))
          if (target.kind === 'user' || target.kind === 'team') add(userId, null);
  }
  // Tiers of a team that the policy begins name no schedules.
  for (const userId of everybody) if (!told.has(userId)) add(userId, null);
  return told;
}

/** A time in which each step reaches the same people. */
interface Time {
  start: number;
  end: number;
  /** Step by step. */
  reached: readonly (readonly string[])[];
}

function timesOf(plan: PolicyPlan, facts: PolicyFacts, { from, until }: Period): Time[] {
  const starts = new Set([from]);
  for (const target of everyTarget(plan, facts)) {
    const rota = target.kind === 'schedule' ? facts.rotas.get(target.scheduleId) : undefined;
    const team = target.kind === 'teamPolicy' ? facts.teams.get(target.teamId) : undefined;
    for (const { start } of rota ? stretches(rota, from, until) : []) starts.add(start);
    for (const { start } of team ? stretchesOf(team.plan, from, until) : []) starts.add(start);
  }
  const ordered = [...starts].sort((a, b) => a - b);
  return ordered.map((start, index) => ({
    start,
    end: ordered[index + 1] ?? until,
    reached: plan.steps.map((step) => reachedBy(step, start, facts, new Set())),
  }));
}

/** Those of the policies that it begins, too. */
function everyTarget(plan: PolicyPlan, facts: PolicyFacts): readonly PolicyTarget[] {
  const plans = new Set([plan]);
  for (const one of plans)
    for (const target of targetsOf(one)) {
      const ofTeam = target.kind === 'teamPolicy' ? facts.teams.get(target.teamId) : undefined;
      const id = target.kind === 'policy' ? target.policyId : ofTeam?.defaultPolicy?.id;
      const begun = id === undefined ? undefined : facts.policies.get(id);
      if (begun) plans.add(begun);
    }
  return [...plans].flatMap(targetsOf);
}

/** Everybody whom a step may tell at an instant, by the policies that it begins as well. */
function reachedBy(
  { targets }: Pick<PolicyStep, 'targets'>,
  at: number,
  facts: PolicyFacts,
  begun: ReadonlySet<string>,
): string[] {
  // Whoever is drawn: anybody may be.
  const drawn = targets.map((one) =>
    one.kind === 'team' && one.pick === 'oneAtRandom' ? { ...one, pick: 'members' as const } : one,
  );
  const members = (teamId: string) => [...(facts.teams.get(teamId)?.plan.members ?? [])];
  const around = {
    rota: (id: string) => facts.rotas.get(id),
    members,
    administrators: (teamId: string) => {
      const team = facts.teams.get(teamId);
      return team ? administratorsOf(team) : [];
    },
  };
  const people = stepRoster({ targets: drawn }, at, around, () => 0).groups.flat();
  const others = targets.flatMap((target) => {
    if (target.kind === 'policy') return byPolicy(target.policyId, at, facts, begun);
    if (target.kind !== 'teamPolicy') return [];
    const team = facts.teams.get(target.teamId);
    if (!team) return [];
    if (team.defaultPolicy) return byPolicy(team.defaultPolicy.id, at, facts, begun);
    return rosterAt(team.plan, at).flatMap(({ always, roundRobins }) => [
      ...always,
      ...roundRobins.flatMap(({ candidates }) => candidates),
    ]);
  });
  return [...new Set([...people, ...others])].filter((userId) => !facts.suspended.has(userId));
}

function byPolicy(
  id: string,
  at: number,
  facts: PolicyFacts,
  begun: ReadonlySet<string>,
): string[] {
  const plan = facts.policies.get(id);
  if (!plan || begun.has(id)) return [];
  const now = new Set([...begun, id]);
  return plan.steps.flatMap((step) => reachedBy(step, at, facts, now));
}

/** When nobody is reached by any step, or by this one, as intervals that do not touch. */
function emptyTimes(times: readonly Time[], step?: number): { start: number; end: number }[] {
  const gaps: { start: number; end: number }[] = [];
  for (const { start, end, reached } of times) {
    const people = step === undefined ? reached.flat() : (reached[step] ?? []);
    if (people.length > 0) continue;
    const last = gaps.at(-1);
    if (last?.end === start) last.end = end;
    else gaps.push({ start, end });
  }
  return gaps;
}

function nobodyBy(
  policy: string,
  { start, end }: { start: number; end: number },
  { from, until }: Period,
  team: FindingTeam,
): Finding {
  const moment = (at: number) => zonedMoment(at, team.timeZoneId);
  const text =
    start === from && end === until
      ? say('policyReachesNobody', { policy, until: moment(end) })
      : say('policyReachesNobodyBetween', { policy, from: moment(start), until: moment(end) });
  return finding('NobodyOnCall', 'Gap', text, {
    team,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  });
}

/** A step that never tells anybody; or only a hint where it does at other times. */
function stepInVain(
  index: number,
  times: readonly Time[],
  { name, team }: { name: string; team: FindingTeam },
): Finding[] {
  const gaps = emptyTimes(times, index);
  const [first] = gaps;
  // A time in which no step reaches anybody is said already.
  const nobodyAtAll = emptyTimes(times);
  const own = gaps.filter(
    ({ start, end }) => !nobodyAtAll.some((gap) => gap.start <= start && gap.end >= end),
  );
  if (!first || own.length === 0) return [];
  const step = index + 1;
  const isAlways = times.every(({ reached }) => (reached[index] ?? []).length === 0);
  if (isAlways)
    return [
      finding('StepReachesNobody', 'Gap', say('stepReachesNobody', { step, policy: name }), {
        team,
      }),
    ];
  const { start, end } = own[0] ?? first;
  const text = say('stepReachesNobodyBetween', {
    step,
    policy: name,
    from: zonedMoment(start, team.timeZoneId),
    until: zonedMoment(end, team.timeZoneId),
  });
  return [
    finding('StepReachesNobody', 'Hint', text, {
      team,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    }),
  ];
}

function goesFurther({ steps, rounds }: PolicyPlan): boolean {
  return rounds.count > 0 || steps.length > 1 || steps.some(({ repeats }) => repeats.count > 0);
}

/** The first step tells that an incident was created, further ones that it was escalated. */
function firstIntents(times: readonly Time[]): Map<string, Set<Intent>> {
  const intents = new Map<string, Set<Intent>>();
  for (const { reached } of times)
    for (const [index, people] of reached.entries())
      for (const userId of people) {
        const own = intents.get(userId) ?? new Set<Intent>();
        intents.set(userId, own.add(index === 0 ? 'Created' : 'Escalated'));
      }
  return intents;
}
