import { type WeeklyWindow, weekdays, weeklyWindow } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import type { Repeats, Stop } from './escalation-plan.ts';
import type { PolicyStepWire, PolicyTargetWire, PolicyWire } from './policy-kind.ts';

type Severity = components['schemas']['Severity'];
type Urgency = components['schemas']['Urgency'];

/** Who, or what, a step of a policy tells. */
export type PolicyTarget =
  | { kind: 'user'; userId: string }
  | { kind: 'schedule'; scheduleId: string; pick: 'onCall' | 'next' | 'previous' | 'everybody' }
  | { kind: 'team'; teamId: string; pick: 'members' | 'administrators' | 'oneAtRandom' }
  /** The default policy or the tiers of the team begin as a plan of their own. */
  | { kind: 'teamPolicy'; teamId: string }
  /** Begins as a plan of its own. */
  | { kind: 'policy'; policyId: string }
  | { kind: 'tool'; outboundIntegrationId: string };

export interface PolicyStep {
  displayName: string | null;
  /** Since the step before was due. */
  afterMinutes: number;
  stopsWhen: Stop;
  /** Null: all. */
  severities: readonly Severity[] | null;
  /** Null: all. */
  urgencies: readonly Urgency[] | null;
  /** In the time zone of the policy's team; null: always. */
  windows: readonly WeeklyWindow[] | null;
  outsideWindows: 'wait' | 'skip';
  afterPayloads: { count: number; withinMinutes: number } | null;
  targets: readonly PolicyTarget[];
  /** Null: everybody is told. */
  share: { size: number; over: 'people' | 'targets' } | null;
  repeats: Repeats;
  /** The way on where nobody can be told. */
  ifNobody: 'nextAtOnce' | 'wait';
  assignTeamIds: readonly string[];
  resolves: boolean;
  /** The urgency of its alerts; null: that of the incident. */
  urgency: Urgency | null;
}

/** A policy as decisions know it. Its times run along the instants at which steps are due. */
export interface PolicyPlan {
  kind: 'policy';
  steps: readonly PolicyStep[];
  rounds: Repeats;
  /** How long acknowledgements count; null: for ever. */
  lapsesAfterMinutes: number | null;
  /** Null: never by itself. */
  resolvesAfterMinutes: number | null;
  /** If not, only the first step is taken of incidents that are not urgent. */
  lowUrgencyEscalates: boolean;
}

const repeatMinutesDefault = 5;

export function planOfPolicy(
  wire: Pick<
    PolicyWire,
    | 'steps'
    | 'loops'
    | 'loopAfterMinutes'
    | 'loopWhile'
    | 'acknowledgementLapsesAfterMinutes'
    | 'resolvesAfterMinutes'
    | 'lowUrgencyEscalates'
  >,
): PolicyPlan {
  return {
    kind: 'policy',
    steps: wire.steps.map(stepOf),
    rounds: {
      count: wire.loops,
      afterMinutes: wire.loopAfterMinutes,
      stopsWhen: wire.loopWhile,
    },
    lapsesAfterMinutes: wire.acknowledgementLapsesAfterMinutes,
    resolvesAfterMinutes: wire.resolvesAfterMinutes,
    lowUrgencyEscalates: wire.lowUrgencyEscalates,
  };
}

function stepOf(step: PolicyStepWire): PolicyStep {
  const stopsWhen = step.stopsWhen ?? 'acknowledged';
  return {
    displayName: step.displayName ?? null,
    afterMinutes: step.afterMinutes ?? 0,
    stopsWhen,
    severities: step.severities ?? null,
    urgencies: step.urgencies ?? null,
    windows: step.hours ? step.hours.flatMap(windowsOf) : null,
    outsideWindows: step.outsideHours ?? 'wait',
    afterPayloads: step.afterPayloads ?? null,
    targets: (step.targets ?? []).flatMap(targetOf),
    share: step.share ? { size: step.share.size, over: step.share.over ?? 'people' } : null,
    repeats: {
      count: step.repeats ?? 0,
      afterMinutes: step.repeatsAfterMinutes ?? repeatMinutesDefault,
      stopsWhen,
    },
    ifNobody: step.ifNobody ?? 'nextAtOnce',
    assignTeamIds: (step.assignTeamIds ?? []).map((id) => id.toLowerCase()),
    resolves: step.resolves ?? false,
    urgency: step.urgency ?? null,
  };
}

function targetOf(target: PolicyTargetWire): PolicyTarget[] {
  const { userId, scheduleId, teamId, policyId, outboundIntegrationId, pick } = target;
  if (userId) return [{ kind: 'user', userId: userId.toLowerCase() }];
  if (scheduleId) {
    const picked = pick === 'next' || pick === 'previous' || pick === 'everybody' ? pick : 'onCall';
    return [{ kind: 'schedule', scheduleId: scheduleId.toLowerCase(), pick: picked }];
  }
  if (teamId && pick === 'policy') return [{ kind: 'teamPolicy', teamId: teamId.toLowerCase() }];
  if (teamId) {
    const picked = pick === 'administrators' || pick === 'oneAtRandom' ? pick : 'members';
    return [{ kind: 'team', teamId: teamId.toLowerCase(), pick: picked }];
  }
  if (policyId) return [{ kind: 'policy', policyId: policyId.toLowerCase() }];
  if (outboundIntegrationId)
    return [{ kind: 'tool', outboundIntegrationId: outboundIntegrationId.toLowerCase() }];
  return [];
}

type HoursWire = components['schemas']['OnCallLayerHours'];

/** A window of the week that may span days, as windows of days. With both ends the same it lasts a week. */
function windowsOf({ fromDay, from, untilDay, until }: HoursWire): WeeklyWindow[] {
  const first = weekdays.indexOf(fromDay);
  const across = (weekdays.indexOf(untilDay) - first + 7) % 7;
  const isWeek = across === 0 && until <= from;
  const days = isWeek ? 7 : across;
  if (days === 0) return [weeklyWindow([fromDay], from, until)];
  return Array.from({ length: days + 1 }, (_, day) => {
    const name = weekdays[(first + day) % 7] ?? fromDay;
    const isLast = day === days;
    // A last day that ends at midnight has no time of its own.
    if (isLast && until === '00:00') return [];
    return [weeklyWindow([name], day === 0 ? from : null, isLast ? until : null)];
  }).flat();
}

/** The ids that a policy names, by kind. */
export interface NamedByPolicy {
  userIds: string[];
  scheduleIds: string[];
  teamIds: string[];
  policyIds: string[];
}

export function namedBy({ steps }: Pick<PolicyPlan, 'steps'>): NamedByPolicy {
  const named: NamedByPolicy = { userIds: [], scheduleIds: [], teamIds: [], policyIds: [] };
  for (const { targets, assignTeamIds } of steps) {
    named.teamIds.push(...assignTeamIds);
    for (const target of targets) {
      if (target.kind === 'user') named.userIds.push(target.userId);
      else if (target.kind === 'schedule') named.scheduleIds.push(target.scheduleId);
      else if (target.kind === 'policy') named.policyIds.push(target.policyId);
      else if (target.kind !== 'tool') named.teamIds.push(target.teamId);
    }
  }
  return named;
}
