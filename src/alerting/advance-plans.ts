import { type Intent, isAcknowledged, type TeamPlanState } from '../incidents/index.ts';
import { say } from '../sentences/index.ts';
import { alertTier } from './alert-tier.ts';
import type { Draft } from './draft.ts';
import { followLastResort, sayUnreached } from './last-resort.ts';
import { nextStep, type Step } from './next-step.ts';
import { raiseUrgency } from './raise-urgency.ts';
import type { Scene } from './scene.ts';
import { assigned, failing, newPlan, raised } from './team-plan.ts';
import type { Look } from './tell-people.ts';

/** Steps of one plan that are taken in one look; more than any settings can ask for at once. */
const stepsMax = 200;

/** After these the plans of all teams of an incident begin. */
const beginning: readonly Intent[] = [
  'Created',
  'Unresolved',
  'Unsnoozed',
  'Released',
  'Unarchived',
];

/** Takes every step that is due in the plans of the incident's teams, and notes when the next one is. */
export function advancePlans(draft: Draft, scene: Scene): void {
  const { state } = draft;
  if (!isActive(draft)) {
    if (state.plans.length > 0) state.generation += 1;
    state.plans = [];
    return;
  }
  const { teamIds } = draft.incident;
  const present = state.plans.filter(({ teamId }) => teamIds.includes(teamId));
  const known = new Set(present.map(({ teamId }) => teamId));
  const fresh = [...new Set(teamIds).difference(known)].map((teamId) => begun(draft, teamId));
  state.plans = [...present, ...fresh];
  raiseUrgency(draft, scene);
  state.plans = state.plans.map((plan) => advance(draft, scene, plan));
}

function isActive({ incident }: Draft): boolean {
  return (
    incident.status === 'Open' &&
    !incident.snoozed &&
    !incident.hold &&
    !incident.isMuted &&
    !incident.isArchived
  );
}

function begun({ incident }: Draft, teamId: string): TeamPlanState {
  // Not the latest event: decided again after another one, the messages must be the same.
  const start = incident.events.findLast(
    ({ intent, options }) => beginning.includes(intent) || options?.endsSilence === true,
  );
  return newPlan(teamId, start?.at ?? incident.createdAt);
}

function advance(draft: Draft, scene: Scene, before: TeamPlanState): TeamPlanState {
  const team = scene.team(before.teamId);
  if (!team) return before;
  const look: Look = { draft, scene, team };
  let plan = followLastResort(look, before);
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
    const followsAtOnce = plan.lastAlertAt === draft.now;
    dueSince = followsAtOnce ? (dueSince ?? step.at) : step.at;
    plan = take(look, plan, { ...step, at: dueSince });
    if (draft.missingTurns.size > 0) return plan;
  }
  return plan;
}

function stepOf({ draft, team }: Look, plan: TeamPlanState): Step | null {
  return nextStep(plan, team.plan, {
    status: draft.incident.status,
    severity: draft.incident.severity,
    isAcknowledged: isAcknowledged(draft.incident),
    timeZoneId: team.timeZoneId,
    now: draft.now.getTime(),
  });
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
  const isNow = next && next.at <= now && (next.kind === 'assign' || next.tier > plan.tier);
  return isNow ? hurried : sayUnreached(look, hurried, [why]);
}

/** No message of the last alert arrived: the next tier does not wait. */
function skipUnreached(look: Look, plan: TeamPlanState): TeamPlanState {
  const { draft, team } = look;
  const { state } = draft;
  const { lastStep } = plan;
  if (lastStep === undefined || !state.unreached.includes(lastStep)) return plan;
  state.unreached = state.unreached.filter((step) => step !== lastStep);
  const why = say('onCallUnreached');
  const since = plan.lastAlertAt ?? draft.now;
  return plan.tier < team.plan.steps.length
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
      return alertTier(look, plan, step);
  }
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
