import { type Intent, isAcknowledged, type TeamPlanState } from '../incidents/index.ts';
import { type DeliveryDocument, deliveriesTo } from '../notifications/index.ts';
import { type TierRoster, takeTurn } from '../on-call/index.ts';
import { eachOnce, type Sentence, say } from '../sentences/index.ts';
import type { Draft } from './draft.ts';
import { nextStep, type Step } from './next-step.ts';
import type { Scene, TeamScene } from './scene.ts';

/** Steps of one plan that are taken in one look; more than any settings can ask for at once. */
const stepsMax = 200;
/** How often it is tried again to reach people who are on call and have no working channel. */
const retryMilliseconds = 15 * 60_000;
/** How soon it is looked whether those who are told instead were reached. */
const resortMilliseconds = 15_000;

/** After these the plans of all teams of an incident begin. */
const beginning: readonly Intent[] = ['Created', 'Unresolved', 'Unsnoozed', 'Unarchived'];

const noTiers: TeamScene['escalations'] = { escalationTiers: [], tierSettings: null };

/** Takes every step that is due in the plans of the incident's teams, and notes when the next one is. */
export function advancePlans(draft: Draft, scene: Scene): void {
  const { state } = draft;
  if (!isActive(draft)) {
    if (state.plans.length > 0) state.generation += 1;
    state.plans = [];
    return;
  }
  // Assigning a team adds to both lists while they are walked.
  for (let index = 0; index < draft.incident.teamIds.length; index += 1) {
    const teamId = draft.incident.teamIds[index] ?? '';
    if (state.plans.every((plan) => plan.teamId !== teamId)) state.plans.push(begun(draft, teamId));
  }
  state.plans = state.plans.filter(({ teamId }) => draft.incident.teamIds.includes(teamId));
  for (const plan of state.plans) advance(draft, scene, plan);
}

function isActive({ incident }: Draft): boolean {
  return (
    incident.status === 'Open' && !incident.snoozed && !incident.isMuted && !incident.isArchived
  );
}

function begun({ incident }: Draft, teamId: string): TeamPlanState {
  // Not the latest event: decided again after another one, the messages must be the same.
  const start = incident.events.findLast(
    ({ intent, options }) => beginning.includes(intent) || options?.endsSilence === true,
  );
  return newPlan(teamId, start?.at ?? incident.createdAt);
}

export function newPlan(teamId: string, startedAt: Date): TeamPlanState {
  return { teamId, tier: 0, repeat: 0, loop: 0, startedAt };
}

function advance(draft: Draft, scene: Scene, plan: TeamPlanState): void {
  const team = scene.team(plan.teamId);
  if (!team) return;
  followLastResort(draft, scene, plan, team);
  /** Steps that follow at once are taken when the first of them was due: their messages have its instant in their ids. */
  let dueSince: number | null = null;
  for (let count = 0; count < stepsMax; count += 1) {
    // This concerns the latest step, too: its messages may have failed before the step was stored.
    skipUnreached(draft, scene, plan, team);
    const step = nextStep(plan, team.escalations ?? noTiers, {
      status: draft.incident.status,
      severity: draft.incident.severity,
      isAcknowledged: isAcknowledged(draft.incident),
      timeZoneId: team.timeZoneId,
      now: draft.now.getTime(),
    });
    if (!step) return;
    if (step.at > draft.now.getTime()) {
      draft.dueAt(step.at);
      return;
    }
    // A step that follows one of this look counts from now. Any other step is due since an instant that is stored.
    const since: number = plan.lastAlertAt === draft.now ? (dueSince ?? step.at) : step.at;
    dueSince = since;
    if (step.kind === 'assign') assign(draft, scene, plan, team, new Date(since));
    else alert(draft, scene, plan, team, { ...step, at: since });
    if (draft.missingTurns.size > 0) return;
  }
}

/** No message of the last alert arrived: the next tier does not wait. */
function skipUnreached(draft: Draft, scene: Scene, plan: TeamPlanState, team: TeamScene): void {
  const { state } = draft;
  if (plan.lastStep === undefined || !state.unreached.includes(plan.lastStep)) return;
  state.unreached = state.unreached.filter((step) => step !== plan.lastStep);
  if (plan.tier < team.escalations.escalationTiers.length)
    plan.raisedAt = plan.lastAlertAt ?? draft.now;
  else sayUnreached(draft, scene, plan, team, [say('onCallUnreached')]);
}

function assign(
  draft: Draft,
  scene: Scene,
  plan: TeamPlanState,
  team: TeamScene,
  since: Date,
): void {
  plan.hasAssigned = true;
  const tier = team.escalations.escalationTiers[plan.tier - 1];
  const { incident } = draft;
  const ids = (tier?.autoAssignToTeams ?? []).filter(
    (id) => !incident.teamIds.includes(id) && scene.team(id),
  );
  if (ids.length === 0) return;
  const repeatAlerts = tier?.autoAssignToTeamsRepeatAlerts ?? true;
  draft.change({ ...incident, teamIds: [...incident.teamIds, ...ids] });
  draft.addEvent(`assign ${plan.teamId} ${plan.tier} ${plan.loop}`, since, {
    intent: 'Assigned',
    message: say('tierAssigns', {
      tier: plan.tier,
      team: team.displayName,
      teams: ids.map((id) => scene.team(id)?.displayName ?? ''),
    }),
    options: { teams: { ids, repeatAlerts } },
  });
  // Announced at the next look, which begins their plans.
  draft.dueAt(draft.now.getTime());
}

type AlertStep = Step & { kind: 'alert' };

/** Alerts a tier. One in which nobody can be reached takes no time: the next one is alerted in its place. */
function alert(
  draft: Draft,
  scene: Scene,
  plan: TeamPlanState,
  team: TeamScene,
  step: AlertStep,
): void {
  const { roster } = team;
  const obstacles: Sentence[] = [];
  for (let tier = step.tier; tier <= roster.length; tier += 1) {
    const users = onDuty(draft, scene, team, tier, roster[tier - 1]);
    if (draft.missingTurns.size > 0) return;
    const repeat = tier === step.tier ? step.repeat : 0;
    const key = `alert ${plan.startedAt.getTime()} ${step.loop}.${tier}.${repeat}`;
    // People of several teams are told once, by the key; whether anybody was reached is asked for each team.
    const ownStep = `${key} ${plan.teamId}`;
    const at = new Date(Math.max(step.at, plan.startedAt.getTime()));
    const { deliveries, isReached } = tell(draft, scene, plan, users, {
      key,
      step: ownStep,
      at,
      because: say('tierOfTeam', { tier, team: team.displayName }),
      ...(step.untilResolved ? { isUntilResolved: true as const } : {}),
      ...(tier === 1 && repeat === 0 ? beginningOf(draft, plan) : { intent: 'Escalated' }),
    });
    draft.addAlerts(deliveries, plan.tier === 0);
    obstacles.push(...deliveries.flatMap(({ dropReason }) => dropReason ?? []));
    if (!isReached) continue;
    // The history says that nobody was told: it goes on.
    const asked = deliveries.flatMap(({ state, ownerId }) => (state === 'queued' ? ownerId : []));
    if (plan.saidUnreached && plan.tier === 0 && asked.length > 0) {
      const names = [...new Set(asked)].map(scene.nameOf);
      remark(draft, plan, 'later', say('onCallBeingTold', { team: team.displayName, names }));
    }
    if (tier !== plan.tier || step.loop !== plan.loop)
      record(draft, scene, plan, team, { tier, at }, users);
    if (tier !== plan.tier) delete plan.hasAssigned;
    Object.assign(plan, {
      tier,
      repeat,
      loop: step.loop,
      lastAlertAt: draft.now,
      lastStep: ownStep,
    });
    delete plan.retryAt;
    delete plan.raisedAt;
    delete plan.sparesTold;
    return;
  }
  exhausted(draft, scene, plan, team, step, obstacles);
}

/** An alert after a reopening or a snooze tells of that, so that nobody needs to be told of it beside. */
function beginningOf({ incident }: Draft, { startedAt }: TeamPlanState) {
  const again = incident.events.findLast(
    ({ intent, at }) =>
      (intent === 'Unresolved' || intent === 'Unsnoozed') && at.getTime() === startedAt.getTime(),
  );
  if (!again) return { intent: 'Created' as const };
  return { intent: again.intent, eventId: again.id, alsoAs: ['Created'] as const };
}

/** The history tells of every tier after the first, and of each further round. */
function record(
  draft: Draft,
  scene: Scene,
  plan: TeamPlanState,
  team: TeamScene,
  { tier, at }: { tier: number; at: Date },
  users: readonly string[],
): void {
  if (plan.tier === 0 && tier === 1) return;
  draft.addEvent(`escalate ${plan.teamId} ${plan.loop} ${tier} ${plan.tier}`, at, {
    intent: 'Escalated',
    message: say('tierTold', {
      tier,
      team: team.displayName,
      names: users.map(scene.nameOf),
    }),
  });
}

function onDuty(
  draft: Draft,
  scene: Scene,
  team: TeamScene,
  tier: number,
  roster: TierRoster | undefined,
): string[] {
  const users = [...(roster?.always ?? [])];
  for (const robin of roster?.roundRobins ?? []) {
    if (robin.candidates.length === 0) continue;
    const key = `${team.id}:${tier}:${robin.schedule}`;
    const turn = draft.state.turns[key] ?? scene.turn(key);
    if (turn === undefined) draft.missingTurns.add(key);
    else {
      draft.state.turns[key] = turn;
      users.push(...takeTurn(robin, turn));
    }
  }
  return [...new Set(users)];
}

interface AlertNotice {
  key: string;
  step?: string;
  at: Date;
  because: Sentence;
  intent: Intent;
  alsoAs?: readonly Intent[];
  eventId?: string;
  isLastResort?: true;
  isUntilResolved?: true;
}

function tell(
  { incident, state }: Draft,
  scene: Scene,
  plan: TeamPlanState,
  users: readonly string[],
  notice: AlertNotice,
): { deliveries: DeliveryDocument[]; isReached: boolean } {
  const deliveries: DeliveryDocument[] = [];
  let isReached = false;
  for (const userId of users) {
    if (plan.sparesTold && state.told.includes(userId)) {
      isReached = true;
      continue;
    }
    const recipient = scene.recipient(userId);
    if (!recipient) continue;
    const messages = deliveriesTo(
      recipient,
      {
        organizationId: incident.organizationId,
        incidentId: incident._id,
        teamIds: incident.teamIds,
        severity: incident.severity,
        eventId: incident.events.at(-1)?.id ?? null,
        isAlert: true,
        ...notice,
      },
      notice.isLastResort ? [] : state.limits,
      scene.channels,
    );
    deliveries.push(...messages);
    if (!messages.some((message) => message.state === 'queued')) continue;
    isReached = true;
    if (!state.told.includes(userId)) state.told.push(userId);
  }
  return { deliveries, isReached };
}

/** No tier from this one on has anybody who can be reached. */
function exhausted(
  draft: Draft,
  scene: Scene,
  plan: TeamPlanState,
  team: TeamScene,
  step: AlertStep,
  obstacles: readonly Sentence[],
): void {
  delete plan.raisedAt;
  if (plan.tier > 0) {
    // Somebody was told before: this round is over. What is left is another round.
    const count = team.escalations.escalationTiers.length;
    Object.assign(plan, { tier: count, repeat: Number.MAX_SAFE_INTEGER, loop: step.loop });
    plan.hasAssigned = true;
    if (step.tier === 1) plan.lastAlertAt = draft.now;
    return;
  }
  const next = obstacles.length > 0 ? null : team.nextDutyAt();
  const retryAt = next ?? draft.now.getTime() + retryMilliseconds;
  plan.retryAt = new Date(Math.max(retryAt, draft.now.getTime() + 1000));
  sayUnreached(draft, scene, plan, team, whyNobody(team, obstacles));
}

function whyNobody(team: TeamScene, obstacles: readonly Sentence[]): Sentence[] {
  if (obstacles.length > 0) return eachOnce(obstacles);
  if (team.escalations.escalationTiers.length === 0) return [say('noEscalationTiers')];
  return [say('nobodyOnCall')];
}

/** Never silent: administrators are told, and the incident says so. Once per plan. */
function sayUnreached(
  draft: Draft,
  scene: Scene,
  plan: TeamPlanState,
  team: TeamScene,
  why: readonly Sentence[],
): void {
  if (plan.saidUnreached) return;
  plan.saidUnreached = true;
  const instead = tellInstead(draft, scene, plan, team);
  remark(draft, plan, '', say('nobodyWasTold', { team: team.displayName, why, instead }));
}

/**
 * Tells the administrators of the team, and once these cannot be told those of the organization with its Owners. Says what is being
 * done: what became of it is not known yet.
 */
function tellInstead(draft: Draft, scene: Scene, plan: TeamPlanState, team: TeamScene): Sentence {
  const tried = [...(plan.lastResort?.userIds ?? [])];
  for (const [index, people] of [
    team.administrators,
    scene.lastResort(draft.incident.organizationId),
  ].entries()) {
    const userIds = people.filter((userId) => !tried.includes(userId));
    const step = `unreached ${plan.startedAt.getTime()} ${plan.teamId}${index === 0 ? '' : ' owners'}`;
    if (userIds.length === 0 || step === plan.lastResort?.step) continue;
    const { deliveries, isReached } = tell(draft, scene, plan, userIds, {
      key: step,
      at: plan.startedAt,
      because: say('nobodyReachedIn', { team: team.displayName }),
      intent: 'Escalated',
      isLastResort: true,
    });
    draft.deliveries.push(...deliveries);
    tried.push(...userIds);
    if (!isReached) continue;
    plan.lastResort = { step, userIds: tried, since: draft.now };
    draft.dueAt(draft.now.getTime() + resortMilliseconds);
    return say('beingToldInstead', { names: userIds.map(scene.nameOf) });
  }
  delete plan.lastResort;
  return say('nobodyToTellInstead');
}

/** Says what became of telling others, once it is known. */
function followLastResort(draft: Draft, scene: Scene, plan: TeamPlanState, team: TeamScene): void {
  const { state, incident } = draft;
  const { lastResort } = plan;
  if (!lastResort) return;
  const { step, since } = lastResort;
  const reached = scene.reached(incident._id, step);
  if (reached.length > 0) {
    delete plan.lastResort;
    const names = reached.map(scene.nameOf);
    remark(draft, plan, 'told', say('toldInstead', { team: team.displayName, names }));
  } else if (state.unreached.includes(step)) {
    state.unreached = state.unreached.filter((one) => one !== step);
    const names = lastResort.userIds.map(scene.nameOf);
    const instead = tellInstead(draft, scene, plan, team);
    remark(draft, plan, step, say('toldInsteadInVain', { names, instead }));
  } else {
    // Tried again for a while: looked at ever more seldom.
    const waited = draft.now.getTime() - since.getTime();
    draft.dueAt(draft.now.getTime() + Math.max(resortMilliseconds, waited / 2));
  }
}

function remark(draft: Draft, plan: TeamPlanState, key: string, message: Sentence): void {
  draft.addEvent(`unreached ${plan.teamId} ${key}`, plan.startedAt, {
    intent: 'Commented',
    message,
    messageIsPublic: false,
  });
}
