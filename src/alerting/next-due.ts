import { nextOpening } from '../calendar/index.ts';
import type { TeamPlanState } from '../incidents/index.ts';
import type { PolicyPlan, PolicyStep } from '../on-call/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { earlier, goesOn, minute, type PlanCircumstances, type Step } from './step.ts';
import { isPassed, repeatByHand } from './team-plan.ts';

/**
 * The next step of a plan that follows a policy. Its times run along the instants at which steps are due, so that one
 * that is passed over delays nobody. Conditions are looked at when a step is due; until then the answer says what would
 * be if nothing changed. Null: nothing follows unless something changes.
 */
export function nextDueStep(
  plan: TeamPlanState,
  policy: PolicyPlan,
  around: PlanCircumstances,
): Step | null {
  if (around.status !== 'Open') return null;
  if (plan.raisedAt) return raisedStep(plan, plan.raisedAt, policy.steps.length);
  const onwards = onwardsOf(plan, policy, around);
  const repeat = repeatOf(plan, policy, around);
  // At one time the next step is more than the same people once more.
  return earlier(onwards, repeat);
}

/** From when the next step counts: the present one was due then, or the plan began. */
export function chainStart({ lastDueAt, retryAt, startedAt }: TeamPlanState): number {
  return (lastDueAt ?? retryAt ?? startedAt).getTime();
}

/** The next step, or the last one again, whatever their conditions. */
function raisedStep(plan: TeamPlanState, raisedAt: Date, steps: number): Step {
  const { loop } = plan;
  const tier = Math.min(plan.tier + 1, Math.max(steps, 1));
  const again = isPassed(plan) ? repeatByHand : plan.repeat + 1;
  const repeat = tier === plan.tier ? again : 0;
  return { kind: 'alert', tier, repeat, loop, at: raisedAt.getTime(), untilResolved: false };
}

function onwardsOf(
  plan: TeamPlanState,
  policy: PolicyPlan,
  around: PlanCircumstances,
): Step | null {
  const { steps, rounds } = policy;
  let { tier, loop } = plan;
  let due = chainStart(plan);
  // A step that an acknowledgement holds back keeps its place: it is due again when the acknowledgement lapses; a
  // step for urgent incidents, when the incident becomes urgent. If a whole round of steps is held back, all are.
  for (let held = 0; held <= 2 * steps.length; held += 1) {
    if (tier >= steps.length) {
      if (loop >= rounds.count || !goesOn(rounds.stopsWhen, around)) return null;
      due += rounds.afterMinutes * minute;
      loop += 1;
      tier = 0;
    }
    const step = steps[tier];
    if (!step) return null;
    tier += 1;
    due += step.afterMinutes * minute;
    if (stopOf(policy, { tier, loop }, due, around) !== null) continue;
    const hurried = plan.failing ? Math.min(due, plan.failing.at.getTime()) : due;
    const place = { tier, loop };
    const next = stepAt(place, step, hurried, around);
    return next.kind === 'alert' && hurried < due ? { ...next, insteadOf: due } : next;
  }
  return null;
}

function stepAt(
  { tier, loop }: { tier: number; loop: number },
  step: PolicyStep,
  due: number,
  around: PlanCircumstances,
): Step {
  const skip = { kind: 'skip', tier, loop, at: due } as const;
  if (unsuited(step, due, around) !== null) return skip;
  const at = openingOf(step, due, around);
  if (at === null) return skip;
  const untilResolved = step.stopsWhen === 'resolved';
  return { kind: 'alert', tier, repeat: 0, loop, at, untilResolved };
}

/** The reason for which a step is not taken, as long as it lasts; null: there is none. */
export function stopOf(
  { steps, lowUrgencyEscalates }: PolicyPlan,
  { tier, loop }: { tier: number; loop: number },
  due: number,
  around: PlanCircumstances,
): Sentence | null {
  const step = steps[tier - 1];
  if (step && !goesOn(step.stopsWhen, around)) return say('stoppedByAcknowledgement');
  const isFirst = tier === 1 && loop === 0;
  if (!isFirst && !lowUrgencyEscalates && around.urgencyAt(due) === 'Low')
    return say('stoppedByLowUrgency');
  return null;
}

/** Why the step is not for such an incident, as far as that does not depend on the hour; null: it is. */
export function unsuited(
  { severities, urgencies, afterPayloads }: PolicyStep,
  due: number,
  { severity, urgencyAt, payloadsSince }: PlanCircumstances,
): Sentence | null {
  if (severities && !severities.includes(severity)) return say('stepNotForSeverity', { severity });
  if (urgencies && !urgencies.includes(urgencyAt(due))) return say('stepNotForUrgency');
  if (!afterPayloads) return null;
  const { count, withinMinutes } = afterPayloads;
  const isEnough = payloadsSince(due - withinMinutes * minute) >= count;
  return isEnough ? null : say('stepAfterPayloads', { count, minutes: withinMinutes });
}

/** The first instant from `due` on that the hours allow; null where that is not waited for. */
export function openingOf(
  { windows, outsideWindows }: PolicyStep,
  due: number,
  { timeZoneId, now }: PlanCircumstances,
): number | null {
  if (!windows) return due;
  const first = nextOpening(windows, due, timeZoneId);
  if (first === due || first === null) return first;
  if (outsideWindows === 'skip') return null;
  if (first >= now) return first;
  // Late: while it is open its first instant names the messages, else it waits again.
  const next = nextOpening(windows, now, timeZoneId);
  return next === now ? first : next;
}

function repeatOf(
  plan: TeamPlanState,
  { steps }: PolicyPlan,
  around: PlanCircumstances,
): Step | null {
  const { tier, repeat, loop, repeatsFrom = 0 } = plan;
  const step = steps[tier - 1];
  if (!step || isPassed(plan)) return null;
  const { count, afterMinutes, stopsWhen } = step.repeats;
  if (repeat >= count || !goesOn(stopsWhen, around)) return null;
  const at = chainStart(plan) + (repeat + 1 - repeatsFrom) * afterMinutes * minute;
  const untilResolved = stopsWhen === 'resolved';
  return { kind: 'alert', tier, repeat: repeat + 1, loop, at, untilResolved };
}
