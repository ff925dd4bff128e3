import { isAcknowledged, type TeamPlanState } from '../incidents/index.ts';
import type { EscalationPlan } from '../on-call/index.ts';
import { say } from '../sentences/index.ts';
import { urgencyAt } from '../urgency/index.ts';
import { alertTier } from './alert-tier.ts';
import { broughtForward } from './await-duty.ts';
import { plansOf } from './begin-plans.ts';
import type { Draft } from './draft.ts';
import { endByTime } from './end-by-time.ts';
import { followLastResort, sayUnreached } from './last-resort.ts';
import { nextStep } from './next-step.ts';
import { type PolicyLook, skipPolicyStep, takePolicyStep } from './policy-step.ts';
import { raiseUrgency } from './raise-urgency.ts';
import type { Scene, TeamScene } from './scene.ts';
import type { PlanCircumstances, Step } from './step.ts';
import { assigned, failing, raised } from './team-plan.ts';
import type { Look } from './tell-people.ts';

/** Steps of one plan that are taken in one look; more than any settings can ask for at once. */
const stepsMax = 200;

/** Takes every step that is due in the plans of the incident's teams, and notes when the next one is. */
export function advancePlans(draft: Draft, scene: Scene): void {
  const { state } = draft;
  state.risesAt = undefined;
  if (!isActive(draft)) {
    if (state.plans.length > 0) state.generation += 1;
    state.plans = [];
    return;
  }
  state.plans = plansOf(draft, scene);
  raiseUrgency(draft, scene);
  // Steps may begin further plans, which come behind the others.
  for (let index = 0; index < state.plans.length; index += 1) {
    const plan = state.plans[index];
    if (plan) state.plans[index] = advance(draft, scene, plan);
  }
  endByTime(draft, scene);
}

function isActive({ incident }: Draft): boolean {
  return (
    incident.status === 'Open' &&
    !incident.snoozed &&
    !incident.hold &&
    !incident.mergedInto &&
    !incident.isMuted &&
    !incident.isArchived
  );
}

function advance(draft: Draft, scene: Scene, before: TeamPlanState): TeamPlanState {
  const team = scene.team(before.teamId);
  if (!team) return before;
  const policy = before.policyId === undefined ? undefined : scene.policy(before.policyId);
  const look: Look = { draft, scene, team, ...(policy ? { policy } : {}) };
  let plan = followLastResort(look, before);
  const sooner = broughtForward(look, plan);
  if (sooner) return sooner;
  /**
   * Steps that follow at once are taken when the first of them was due: their messages have its instant in their ids.
   */
  let dueSince: number | null = null;
  for (let count = 0; count < stepsMax; count += 1) {
    // This concerns the latest step, too: its messages may have failed before the step was stored.
    plan = skipFailing(look, skipUnreached(look, plan));
    const step = stepOf(look, plan);
    if (!step) return plan;
    if (step.at > draft.now.getTime()) {
      draft.dueAt(step.at);
      return plan;
    }
    // A step that follows one of this look counts from now. Any other step is due since an instant that is stored.
    const followsAtOnce =
      plan.lastAlertAt === draft.now && !(policy && step.at < draft.now.getTime());
    dueSince = followsAtOnce ? (dueSince ?? step.at) : step.at;
    plan = take(look, plan, step.kind === 'skip' ? step : { ...step, at: dueSince });
    if (draft.missingTurns.size > 0) return plan;
  }
  return plan;
}

function stepOf(look: Look, plan: TeamPlanState): Step | null {
  return nextStep(plan, followed(look), around(look));
}

function around({ draft, scene, team }: Look): PlanCircumstances {
  return circumstancesOf(draft, scene, team);
}

function followed({ team, policy }: Look): EscalationPlan {
  return policy?.plan ?? team.plan;
}

/** The facts that, with where its plan stands, decide which step of an incident follows. */
export function circumstancesOf(
  { incident, now }: Pick<Draft, 'incident' | 'now'>,
  scene: Scene,
  { timeZoneId }: TeamScene,
): PlanCircumstances {
  return {
    status: incident.status,
    severity: incident.severity,
    isAcknowledged: isAcknowledged(incident),
    timeZoneId,
    now: now.getTime(),
    payloadsSince: (since) =>
      incident.events.filter(({ by, at }) => by?.kind === 'integration' && at.getTime() >= since)
        .length,
    urgencyAt: (at) => urgencyAt(scene.urgency(incident), incident.severity, at).urgency,
  };
}

/**
 * No message of the last alert has arrived yet, while some are tried again: the next tier does not wait, as far as its
 * severities and times let it come. Where there is none, the last who can be told are.
 */
function skipFailing(look: Look, plan: TeamPlanState): TeamPlanState {
  const { draft } = look;
  const { state } = draft;
  const found = state.failing.find(({ step }) => step === plan.lastStep);
  if (!found) return plan;
  state.failing = state.failing.filter((one) => one !== found);
  if (isAcknowledged(draft.incident)) return plan;
  const why = say('onCallFailing', { why: found.why });
  const now = draft.now.getTime();
  const hurried = failing(plan, { at: new Date(Math.min(found.at.getTime(), now)), why });
  const next = stepOf(look, hurried);
  const isNow = next && next.at <= now && (next.kind !== 'alert' || next.tier > plan.tier);
  return isNow ? hurried : sayUnreached(look, hurried, [why]);
}

/** No message of the last alert arrived: the next tier does not wait. */
function skipUnreached(look: Look, plan: TeamPlanState): TeamPlanState {
  const { draft } = look;
  const { state } = draft;
  const { lastStep } = plan;
  if (lastStep === undefined || !state.unreached.includes(lastStep)) return plan;
  state.unreached = state.unreached.filter((step) => step !== lastStep);
  const why = say('onCallUnreached');
  const since = plan.lastAlertAt ?? draft.now;
  return plan.tier < followed(look).steps.length
    ? raised(failing(plan, { at: since, why }), since)
    : sayUnreached(look, plan, [why]);
}

/** Takes a step that is due since its `at`. */
function take(look: Look, plan: TeamPlanState, step: Step): TeamPlanState {
  switch (step.kind) {
    case 'assign':
      assignTeams(look, plan, step);
      return assigned(plan);
    case 'alert':
      return followsPolicy(look)
        ? takePolicyStep(look, plan, step, around(look))
        : alertTier(look, plan, step);
    case 'skip':
      return followsPolicy(look) ? skipPolicyStep(look, plan, step, around(look)) : plan;
  }
}

function followsPolicy(look: Look): look is PolicyLook {
  return look.policy !== undefined;
}

function assignTeams(
  { draft, scene, team }: Look,
  { teamId, loop }: TeamPlanState,
  { tier, at }: Step & { kind: 'assign' },
): void {
  const assigns = team.plan.steps[tier - 1]?.assigns;
  if (!assigns) return;
  const { incident } = draft;
  const { repeatAlerts } = assigns;
  const ids = assigns.teamIds
    .flatMap((id) => scene.team(id)?.id ?? [])
    .filter((id) => !incident.teamIds.includes(id));
  if (ids.length === 0) return;
  draft.change({ ...incident, teamIds: [...incident.teamIds, ...ids] });
  draft.addEvent(`assign ${teamId} ${tier} ${loop}`, new Date(at), {
    intent: 'Assigned',
    message: say('tierAssigns', {
      tier,
      team: team.displayName,
      teams: ids.map((id) => scene.team(id)?.displayName ?? ''),
    }),
    options: { teams: { ids, repeatAlerts } },
  });
  // Announced at the next look, which begins their plans.
  draft.dueAt(draft.now.getTime());
}
