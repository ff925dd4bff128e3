import type { SceneFacts } from '../alerting/index.ts';
import { type Interval, joined } from '../calendar/index.ts';
import { draftIncident, type Intent, plainIncident } from '../incidents/index.ts';
import { type Ctx, systemContext } from '../kernel/index.ts';
import type {
  EscalationPolicy,
  PlannedTeam,
  PolicyPlan,
  PolicyStep,
  PolicyTarget,
} from '../on-call/index.ts';
import { planOfPolicy } from '../on-call/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import type { SimulatedStep } from '../stage/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import { type PlayedTeam, type PlayedTimes, playPolicies } from './play-policies.ts';
import type { Period, TeamCoverage } from './team-coverage.ts';

/**
 * Finds gaps in the default policy of a team, which is followed in place of tiers. A Critical incident shows whether
 * anybody is told; each step is checked as if its conditions held, and one that only tells tools or assigns teams need
 * not reach people.
 */
export async function coverageOfPolicy(
  ctx: Ctx,
  { team, plan: { timeZoneId }, escalationPlan, overrides }: PlannedTeam,
  policy: EscalationPolicy,
  facts: SceneFacts,
  period: Period,
): Promise<TeamCoverage> {
  const about = { id: team.id, displayName: team.wire.displayName, timeZoneId };
  const plan = planOfPolicy(policy.wire);
  const name = policy.wire.displayName;
  const drafted = await draftIncident(
    systemContext(ctx, ctx.organizationId),
    plainIncident({ title: name, status: 'Open', severity: 'Critical', teamIds: [team.id] }),
  );
  const ofTeam = await playPolicies(facts, drafted, period);
  const { played } = ofTeam;
  const gaps = timesOf(played, (one) => !isTold(one, ofTeam));
  const findings = gaps.map((gap) => nobodyBy(name, gap, period, about));
  for (const [index, step] of plan.steps.entries())
    if (step.targets.some(({ kind }) => kind !== 'tool'))
      findings.push(
        ...stepInVain(
          { index, gaps: timesOf(played, (one) => isInVain(one, policy.id, plan, index)) },
          gaps,
          period,
          { name, team: about },
        ),
      );
  if (!played.some(({ anyhow }) => anyhow.steps.length > 1))
    findings.push(finding('NeverEscalates', 'Hint', say('neverEscalates'), { team: about }));
  if (escalationPlan.steps.length > 0)
    findings.push(
      finding('TwoDefaults', 'Hint', say('policyBesideTiers', { policy: name }), {
        team: about,
        objectId: policy.id,
      }),
    );
  // A person's overrides without a team also count in schedules, so only those with a team are unused.
  const unused = new Set(
    overrides.flatMap(({ wire }) => (wire.teamId === null ? [] : wire.userId.toLowerCase())),
  );
  for (const userId of unused) {
    const person = facts.people.get(userId)?.name ?? 'Somebody';
    findings.push(
      finding('OverrideUnused', 'Hint', say('overrideDoesNothing', { person, policy: name }), {
        team: about,
        userId,
      }),
    );
  }
  return {
    findings: findings.map((one) => ({ ...one, objectId: one.objectId ?? policy.id })),
    ...toldIn(played),
  };
}

/** Whether somebody is told who was there when it opened, or when a step was due. */
function isTold({ at, critical }: PlayedTimes, { withinMilliseconds }: PlayedTeam): boolean {
  return critical.steps.some(
    (step) =>
      step.outcome === 'told' && step.at !== null && step.at.getTime() - at <= withinMilliseconds,
  );
}

/** The step names people, or plans that begin with it, and nobody is told by any of them. */
function isInVain(
  { anyhow: { steps }, scene }: PlayedTimes,
  policyId: string,
  plan: PolicyPlan,
  index: number,
): boolean {
  const taken = steps.find(
    (one) => one.policyId === policyId && one.tier === index + 1 && one.loop === 0,
  );
  // A step that is never taken does not count: something before it has ended the plan.
  if (!taken || taken.outcome === 'told') return false;
  const seen = new Set<string>();
  const tells = ({ targets }: Pick<PolicyStep, 'targets'>): boolean =>
    targets.some((target) => tellsBy(target));
  const tellsBy = (target: PolicyTarget): boolean => {
    const begun = begunBy(target, scene);
    if (begun === null || seen.has(begun.key)) return false;
    seen.add(begun.key);
    return steps.some((one) => one.outcome === 'told' && keyOf(one) === begun.key)
      ? true
      : (begun.policy?.plan.steps ?? []).some(tells);
  };
  return !tells(plan.steps[index] ?? { targets: [] });
}

/** The plan that begins with a target; null: none. */
function begunBy(target: PolicyTarget, scene: PlayedTimes['scene']) {
  if (target.kind !== 'policy' && target.kind !== 'teamPolicy') return null;
  const id =
    target.kind === 'policy' ? target.policyId : scene.team(target.teamId)?.defaultPolicyId;
  const policy = id === undefined ? undefined : scene.policy(id);
  if (policy) return { key: policy.id, policy };
  return target.kind === 'teamPolicy' ? { key: `tiers ${target.teamId}`, policy: null } : null;
}

function keyOf({ policyId, teamId }: SimulatedStep): string {
  return policyId ?? `tiers ${teamId}`;
}

/** The times of those that are meant, in order and apart. */
function timesOf(
  played: readonly PlayedTimes[],
  isMeant: (one: PlayedTimes) => boolean,
): Interval[] {
  return joined(played.filter(isMeant).flatMap(({ times }) => times));
}

/** Everybody who is told, of what first, and by which schedules; null: as themselves, or as one of a team. */
function toldIn(played: readonly PlayedTimes[]): Required<Omit<TeamCoverage, 'findings'>> {
  const onDuty = new Map<string, Set<Intent>>();
  const toldBy = new Map<string, Set<string | null>>();
  for (const { anyhow, scene } of played) {
    const begun = new Set<string>();
    for (const step of anyhow.steps) {
      if (step.outcome !== 'told') continue;
      const { policyId, tier } = step;
      const isFirst = !begun.has(keyOf(step));
      begun.add(keyOf(step));
      const roster = policyId === null ? undefined : scene.policy(policyId)?.roster(tier, () => 0);
      for (const { id } of step.people) {
        onDuty.set(id, (onDuty.get(id) ?? new Set()).add(isFirst ? 'Created' : 'Escalated'));
        const by = toldBy.get(id) ?? new Set();
        const schedules = roster?.schedulesOf(id) ?? [];
        for (const one of schedules.length > 0 ? schedules : [null]) by.add(one);
        toldBy.set(id, by);
      }
    }
  }
  return { onDuty, toldBy };
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
  { index, gaps }: { index: number; gaps: readonly Interval[] },
  nobodyAtAll: readonly Interval[],
  { from, until }: Period,
  { name, team }: { name: string; team: FindingTeam },
): Finding[] {
  // A time in which no step reaches anybody is said already.
  const [own] = gaps.filter(
    ({ start, end }) => !nobodyAtAll.some((gap) => gap.start <= start && gap.end >= end),
  );
  if (!own) return [];
  const step = index + 1;
  if (own.start <= from && own.end >= until)
    return [
      finding('StepReachesNobody', 'Gap', say('stepReachesNobody', { step, policy: name }), {
        team,
      }),
    ];
  const { start, end } = own;
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
