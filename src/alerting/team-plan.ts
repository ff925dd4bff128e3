import type { LastResort, TeamPlanState } from '../incidents/index.ts';
import { eachOnce, type Sentence } from '../sentences/index.ts';

/**
 * Where a plan stands. Derived from what is stored of it: all that knows how these members belong together is in this
 * file, and pure.
 */
export type PlanStage =
  /** Nobody is told yet. */
  | {
      kind: 'untold';
      /** When the first tier is alerted. */
      at: Date;
      /** The first alert leaves out people who were told before. */
      sparesTold: boolean;
    }
  /** A tier is alerted, perhaps again. */
  | {
      kind: 'alerted';
      /** From 1. */
      tier: number;
      /** How often it was alerted again. */
      repeat: number;
      /** The teams of the tier have been assigned. */
      hasAssigned: boolean;
      /** From when the next step counts. */
      lastAlertAt: Date;
    }
  /** Nobody can be told in the tiers behind those that were alerted: what is left is another round. */
  | {
      kind: 'roundOver';
      /** The last one of the round. */
      tier: number;
      /** From when the next step counts. */
      lastAlertAt: Date;
    };

/** Marks a round that is over: no setting repeats a tier as often. */
const everyRepeat = Number.MAX_SAFE_INTEGER;
/** Names the alert by hand of a tier in a round that is over, and leaves the round over. */
export const repeatByHand = everyRepeat + 1;

/** Nobody is told any more by the step at which the plan stands, or nobody was. */
export function isPassed({ repeat }: TeamPlanState): boolean {
  return repeat >= everyRepeat;
}

export function stageOf(plan: TeamPlanState): PlanStage {
  const { tier, repeat, lastAlertAt } = plan;
  // Tier 0 with an alert: the tiers of the team were removed meanwhile.
  if (tier === 0 || lastAlertAt === undefined) {
    const at = plan.retryAt ?? plan.startedAt;
    return { kind: 'untold', at, sparesTold: plan.sparesTold === true };
  }
  if (repeat >= everyRepeat) return { kind: 'roundOver', tier, lastAlertAt };
  return { kind: 'alerted', tier, repeat, hasAssigned: plan.hasAssigned === true, lastAlertAt };
}

/** The id that tells a plan from the other plans of an incident. */
export function nameOf({ teamId, policyId }: TeamPlanState): string {
  return policyId ?? teamId;
}

/** A plan that begins. `sparesTold`: its first alert leaves out people who were told before. */
export function newPlan(teamId: string, startedAt: Date, sparesTold = false): TeamPlanState {
  const plan = { teamId, tier: 0, repeat: 0, loop: 0, startedAt };
  return sparesTold ? { ...plan, sparesTold } : plan;
}

/** The next tier is due since `at`, whatever its settings say. */
export function raised(plan: TeamPlanState, at: Date): TeamPlanState {
  return { ...plan, raisedAt: at };
}

/** Nobody is reached by the last alert: the next tier need not wait. */
export function failing(
  plan: TeamPlanState,
  since: NonNullable<TeamPlanState['failing']>,
): TeamPlanState {
  return { ...plan, failing: since };
}

/** Nobody is told instead of others any more. */
export function withoutFailing({ failing: _, ...plan }: TeamPlanState): TeamPlanState {
  return plan;
}

/** Which alert of the plan it is. */
export interface AlertPlace {
  tier: number;
  repeat: number;
  loop: number;
}

/** Somebody in a tier is told, by the messages of `step`. */
export function alerted(
  plan: TeamPlanState,
  place: AlertPlace,
  step: string,
  at: Date,
): TeamPlanState {
  const {
    raisedAt,
    failing: _,
    sparesTold,
    hasAssigned,
    repeatsFrom,
    ...kept
  } = withoutRetry(plan);
  const isSameTier = place.tier === plan.tier;
  const isRepeat = isSameTier && place.loop === plan.loop;
  return {
    ...kept,
    ...(hasAssigned && isSameTier ? { hasAssigned } : {}),
    ...(repeatsFrom !== undefined && isRepeat ? { repeatsFrom } : {}),
    ...place,
    lastAlertAt: at,
    lastStep: step,
  };
}

/** Begins to follow a policy, at its first step, for further teams than its own. */
export function followingPolicy(
  { startedAt, sparesTold }: Pick<TeamPlanState, 'startedAt' | 'sparesTold'>,
  policy: { policyId: string; teamId: string; because: Sentence },
  alsoFor: readonly string[],
): TeamPlanState {
  const { policyId, because } = policy;
  const plan = newPlan(policy.teamId, startedAt, sparesTold);
  return { ...plan, policyId, because, ...(alsoFor.length > 0 ? { alsoFor: [...alsoFor] } : {}) };
}

/** The policy begins again at its first step, as if nobody had been told. */
export function beginsAgain(
  { teamId, policyId, alsoFor, because }: TeamPlanState,
  startedAt: Date,
): TeamPlanState {
  const plan = newPlan(teamId, startedAt);
  return {
    ...plan,
    ...(policyId === undefined ? {} : { policyId }),
    ...(alsoFor ? { alsoFor } : {}),
    ...(because ? { because } : {}),
  };
}

/**
 * The step of a policy at which the plan stands was due then. `isByHand`: somebody asked for it, so its repeats count
 * from this one.
 */
export function dueSince(plan: TeamPlanState, dueAt: Date, isByHand: boolean): TeamPlanState {
  const { triedInVain: _, ...kept } = plan;
  return {
    ...kept,
    lastDueAt: dueAt,
    ...(isByHand && plan.repeat > 0 ? { repeatsFrom: plan.repeat } : {}),
  };
}

/** A step of a policy is over without anybody having been told by it. `inVain`: it names people, who could not be. */
export function passed(
  plan: TeamPlanState,
  { tier, loop }: Pick<AlertPlace, 'tier' | 'loop'>,
  dueAt: Date,
  inVain?: readonly Sentence[],
): TeamPlanState {
  const { raisedAt, repeatsFrom, ...kept } = withoutRetry(plan);
  const triedBefore = plan.triedInVain ?? [];
  const place = { tier, loop, repeat: everyRepeat, lastDueAt: dueAt };
  return {
    ...kept,
    ...place,
    ...(inVain ? { triedInVain: eachOnce([...triedBefore, ...inVain]) } : {}),
  };
}

/** Nobody can be told by any step of a policy yet: it begins again then. */
export function againAt(plan: TeamPlanState, retry: Retry): TeamPlanState {
  const { lastDueAt, repeatsFrom, triedInVain, ...kept } = retriedAt(plan, retry);
  return { ...kept, tier: 0, repeat: 0, loop: 0 };
}

/** The teams of the present tier are assigned. */
export function assigned(plan: TeamPlanState): TeamPlanState {
  return { ...plan, hasAssigned: true };
}

/** Nobody in the tiers that are left can be told. `tiers`: how many the team has. */
export function roundOver(plan: TeamPlanState, tiers: number, loop: number): TeamPlanState {
  const { raisedAt, failing: _, ...kept } = plan;
  return { ...kept, tier: tiers, repeat: everyRepeat, loop, hasAssigned: true };
}

/** When it is tried again to tell somebody. */
export interface Retry {
  at: Date;
  /** Because nobody is on call. */
  awaitsDuty: boolean;
}

/** Nobody can be told yet: it is tried again then. */
export function retriedAt(plan: TeamPlanState, { at, awaitsDuty }: Retry): TeamPlanState {
  const { raisedAt, ...kept } = withoutRetry(plan);
  return { ...kept, retryAt: at, ...(awaitsDuty ? { awaitsDuty } : {}) };
}

function withoutRetry({ retryAt, awaitsDuty, ...plan }: TeamPlanState) {
  return plan;
}

/**
 * The history says that nobody was told, and who is being told instead; null when nobody can be, or what became of it
 * is said, too.
 */
export function unreached(plan: TeamPlanState, others: LastResort | null): TeamPlanState {
  const { lastResort, ...kept } = plan;
  return { ...kept, saidUnreached: true, ...(others ? { lastResort: others } : {}) };
}

/** The clock went back since: how long ago it was nobody knows, and it was not later than now. */
export function notOfTheFuture(plan: TeamPlanState, now: Date): TeamPlanState {
  const { startedAt, lastAlertAt, lastDueAt } = plan;
  return {
    ...plan,
    ...(startedAt > now ? { startedAt: now } : {}),
    ...(lastDueAt && lastDueAt > now ? { lastDueAt: now } : {}),
    ...(lastAlertAt && lastAlertAt > now ? { lastAlertAt: now } : {}),
  };
}
