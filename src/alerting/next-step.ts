import { nextOpening } from '../calendar/index.ts';
import { severities, type TeamPlanState } from '../incidents/index.ts';
import type { EscalationPlan, Passage, PlanStep, TierPlan } from '../on-call/index.ts';
import { nextDueStep } from './next-due.ts';
import { earlier, goesOn, minute, type PlanCircumstances, type Step } from './step.ts';
import { alerted, newPlan, type PlanStage, repeatByHand, stageOf } from './team-plan.ts';

/**
 * The next step of a plan (oncall-and-calls.md 3.1), computed anew at each look from where the plan stands, so that
 * changed settings, severities and acknowledgements count at once. Null: nothing follows unless something changes.
 */
export function nextStep(
  plan: TeamPlanState,
  escalation: EscalationPlan,
  around: PlanCircumstances,
): Step | null {
  return escalation.kind === 'policy'
    ? nextDueStep(plan, escalation, around)
    : nextTier(plan, escalation, around);
}

/** Whether anything follows by itself once the first tier was alerted: of an incident of any severity, at any hour. */
export function goesFurther(escalation: TierPlan, timeZoneId: string, now: Date): boolean {
  const told = alerted(newPlan('', now), { tier: 1, repeat: 0, loop: 0 }, '', now);
  return severities.some((severity) => {
    const around: PlanCircumstances = {
      ...{ status: 'Open', severity, isAcknowledged: false, timeZoneId, now: now.getTime() },
      ...{ payloadsSince: () => 0, urgencyAt: () => 'High' },
    };
    return nextTier(told, escalation, around) !== null;
  });
}

function nextTier(
  plan: TeamPlanState,
  escalation: TierPlan,
  around: PlanCircumstances,
): Step | null {
  if (around.status !== 'Open') return null;
  const { steps } = escalation;
  const { loop, raisedAt } = plan;
  const stage = stageOf(plan);
  if (raisedAt) return raisedStep(plan, stage, raisedAt, steps.length);
  switch (stage.kind) {
    case 'untold': {
      const at = stage.at.getTime();
      if (around.isAcknowledged) return null;
      return { kind: 'alert', tier: 1, repeat: 0, loop, at, untilResolved: false };
    }
    case 'alerted': {
      const step = steps[stage.tier - 1];
      if (!step) return loopOf(plan, stage, escalation, around);
      const repeat = repeatOf(plan, stage, step, around);
      const onwards = earlier(
        assignmentOf(plan, stage, step, around),
        nextTierOf(plan, stage, escalation, around),
      );
      // The same people once more would help less than others.
      const inTier = plan.failing ? earlier(onwards, repeat) : (repeat ?? onwards);
      return inTier ?? loopOf(plan, stage, escalation, around);
    }
    case 'roundOver':
      // Tiers may have been added.
      return nextTierOf(plan, stage, escalation, around) ?? loopOf(plan, stage, escalation, around);
  }
}

type Untold = PlanStage & { kind: 'untold' };
type Alerted = PlanStage & { kind: 'alerted' };
/** Somebody was told. */
type Begun = Exclude<PlanStage, Untold>;

/** The next tier, or the last one again, at any time and severity. */
function raisedStep(
  { loop }: TeamPlanState,
  stage: PlanStage,
  raisedAt: Date,
  tiers: number,
): Step {
  const present = stage.kind === 'untold' ? 0 : stage.tier;
  const tier = Math.min(present + 1, Math.max(tiers, 1));
  const repeat = tier === present ? repeatAfter(stage) : 0;
  return { kind: 'alert', tier, repeat, loop, at: raisedAt.getTime(), untilResolved: false };
}

/** Which repeat of the present tier an alert would be. */
function repeatAfter(stage: PlanStage): number {
  switch (stage.kind) {
    case 'untold':
      return 0;
    case 'alerted':
      return stage.repeat + 1;
    case 'roundOver':
      return repeatByHand;
  }
}

function repeatOf(
  { loop }: TeamPlanState,
  { tier, repeat, lastAlertAt }: Alerted,
  { repeats: { count, afterMinutes, stopsWhen } }: PlanStep,
  around: PlanCircumstances,
): Step | null {
  if (repeat >= count || !goesOn(stopsWhen, around)) return null;
  const at = lastAlertAt.getTime() + afterMinutes * minute;
  const untilResolved = stopsWhen === 'resolved';
  return { kind: 'alert', tier, repeat: repeat + 1, loop, at, untilResolved };
}

/** The teams of a step are assigned once. */
function assignmentOf(
  plan: TeamPlanState,
  { tier, hasAssigned, lastAlertAt }: Alerted,
  { assigns }: PlanStep,
  around: PlanCircumstances,
): Step | null {
  if (hasAssigned || !assigns || !goesOn(assigns.stopsWhen, around)) return null;
  const at = opening(assigns, hastened(plan, dueAfter(assigns, lastAlertAt)), around);
  return at === null ? null : { kind: 'assign', tier, at };
}

function nextTierOf(
  plan: TeamPlanState,
  { tier, lastAlertAt }: Begun,
  { steps }: TierPlan,
  around: PlanCircumstances,
): Step | null {
  const next = tier < steps.length ? steps[tier - 1]?.next : null;
  if (!next || !goesOn(next.stopsWhen, around)) return null;
  const due = dueAfter(next, lastAlertAt);
  const planned = opening(next, due, around);
  const at = opening(next, hastened(plan, due), around);
  if (planned === null || at === null) return null;
  return {
    kind: 'alert',
    tier: tier + 1,
    repeat: 0,
    loop: plan.loop,
    at,
    untilResolved: next.stopsWhen === 'resolved',
    ...(at < planned ? { insteadOf: planned } : {}),
  };
}

/** An alert by which nobody is reached need not run its time. */
function hastened({ failing }: TeamPlanState, due: number): number {
  return failing ? Math.min(due, failing.at.getTime()) : due;
}

function dueAfter({ afterMinutes }: Passage, lastAlertAt: Date): number {
  return lastAlertAt.getTime() + afterMinutes * minute;
}

/** All tiers once more, after the last one that is reached. */
function loopOf(
  plan: TeamPlanState,
  { lastAlertAt }: Begun,
  { rounds: { count, afterMinutes, stopsWhen } }: TierPlan,
  around: PlanCircumstances,
): Step | null {
  if (plan.loop >= count || !goesOn(stopsWhen, around)) return null;
  const at = lastAlertAt.getTime() + afterMinutes * minute;
  const untilResolved = stopsWhen === 'resolved';
  return { kind: 'alert', tier: 1, repeat: 0, loop: plan.loop + 1, at, untilResolved };
}

/** The first instant from `due` on that the times allow; null for other severities. */
function opening(
  { severities, windows }: Passage,
  due: number,
  { severity, timeZoneId, now }: PlanCircumstances,
): number | null {
  if (severities && !severities.includes(severity)) return null;
  if (!windows) return due;
  const first = nextOpening(windows, due, timeZoneId);
  if (first === null || first >= now) return first;
  // Late: while it is open its first instant names the messages, else it waits again.
  const next = nextOpening(windows, now, timeZoneId);
  return next === now ? first : next;
}
