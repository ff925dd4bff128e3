import type { Intent, TeamPlanState } from '../incidents/index.ts';
import { type TierRoster, takeTurn } from '../on-call/index.ts';
import { eachOnce, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { retryOf } from './await-duty.ts';
import { remark, sayUnreached } from './last-resort.ts';
import type { Step } from './step.ts';
import { type AlertPlace, alerted, retriedAt, roundOver, stageOf } from './team-plan.ts';
import { type Look, type Told, tellPeople } from './tell-people.ts';

export type AlertStep = Step & { kind: 'alert' };

const again: readonly Intent[] = ['Unresolved', 'Unsnoozed', 'Released', 'Unmerged'];

/** Alerts a tier. One in which nobody can be reached takes no time: the next one is alerted in its place. */
export function alertTier(look: Look, plan: TeamPlanState, step: AlertStep): TeamPlanState {
  const { draft, team } = look;
  const obstacles: Sentence[] = [];
  for (let tier = step.tier; tier <= team.roster.length; tier += 1) {
    const users = onDuty(look, tier, team.roster[tier - 1]);
    if (draft.missingTurns.size > 0) return plan;
    const place = { tier, repeat: tier === step.tier ? step.repeat : 0, loop: step.loop };
    // People of several teams are told once, by the key; whether anybody was reached is asked for each team.
    const key = `alert ${plan.startedAt.getTime()} ${place.loop}.${tier}.${place.repeat}`;
    const ownStep = `${key} ${plan.teamId}`;
    const at = new Date(Math.max(step.at, plan.startedAt.getTime()));
    const told = tellPeople(look, plan, users, {
      key,
      step: ownStep,
      at,
      because: say('tierOfTeam', { tier, team: team.displayName }),
      ...(step.untilResolved ? { isUntilResolved: true as const } : {}),
      ...(intentOfTier(place) === 'Created' ? beginningOf(look, plan) : { intent: 'Escalated' }),
    });
    draft.addAlerts(told.deliveries, plan.tier === 0);
    const drops = told.deliveries.flatMap(({ dropReason }) => dropReason ?? []);
    obstacles.push(...drops);
    noteTaken(look, place, at, told.reached, drops);
    if (told.reached.length === 0) continue;
    sayReachedAfterAll(look, plan, told);
    record(look, plan, place, step, at, users);
    return alerted(plan, place, ownStep, draft.now);
  }
  return exhausted(look, plan, step, obstacles);
}

/** The alert of a tier tells of the incident, or that it was escalated to these people. */
export function intentOfTier({ tier, repeat }: Omit<AlertPlace, 'loop'>): 'Created' | 'Escalated' {
  return tier === 1 && repeat === 0 ? 'Created' : 'Escalated';
}

/** For whoever asks beforehand what became of it. */
function noteTaken(
  { draft, team }: Look,
  place: AlertPlace,
  at: Date,
  userIds: readonly string[],
  drops: readonly Sentence[],
): void {
  const isTold = userIds.length > 0;
  draft.steps.push({
    ...place,
    at,
    teamId: team.id,
    policyId: null,
    outcome: isTold ? 'told' : 'nobody',
    why: isTold ? null : (drops[0] ?? say('nobodyOfStep')),
    userIds,
  });
}

/**
 * An alert after a reopening, a snooze or a hold, and as support hours begin, tells of that, so that nobody needs to be
 * told of it beside.
 */
export function beginningOf({ draft: { incident } }: Look, { startedAt }: TeamPlanState) {
  const found = incident.events.findLast(
    ({ intent, at, message }) =>
      (again.includes(intent) || message?.code === 'urgencyRaised') &&
      at.getTime() === startedAt.getTime(),
  );
  if (!found) return { intent: 'Created' as const };
  return { intent: found.intent, eventId: found.id, alsoAs: ['Created'] as const };
}

/** The history says that nobody was told: it goes on. */
export function sayReachedAfterAll(look: Look, plan: TeamPlanState, { deliveries }: Told): void {
  if (!plan.saidUnreached || stageOf(plan).kind !== 'untold') return;
  const asked = deliveries.flatMap(({ state, ownerId }) => (state === 'queued' ? ownerId : []));
  if (asked.length === 0) return;
  const names = [...new Set(asked)].map(look.scene.person);
  remark(look, plan, 'later', say('onCallBeingTold', { team: look.team.displayName, names }));
}

/** The history tells of every tier after the first, and of each further round. */
function record(
  { draft, scene, team }: Look,
  plan: TeamPlanState,
  { tier, loop }: AlertPlace,
  { insteadOf }: AlertStep,
  at: Date,
  users: readonly string[],
): void {
  if (tier === plan.tier && loop === plan.loop) return;
  if (plan.tier === 0 && tier === 1) return;
  const key = `escalate ${plan.teamId} ${plan.loop} ${tier} ${plan.tier}`;
  const told = { tier, team: team.displayName, names: users.map(scene.person) };
  const message =
    insteadOf !== undefined && plan.failing
      ? say('tierBroughtForward', {
          ...told,
          at: zonedMoment(insteadOf, team.timeZoneId),
          why: plan.failing.why,
        })
      : say('tierTold', told);
  draft.addEvent(key, at, { intent: 'Escalated', message });
}

/** The people on duty in a tier. Notes in the draft whose turn it is, or that a turn has to be taken first. */
function onDuty({ draft, scene, team }: Look, tier: number, roster?: TierRoster): string[] {
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

/** No tier from this one on has anybody who can be reached. */
function exhausted(
  look: Look,
  plan: TeamPlanState,
  step: AlertStep,
  obstacles: readonly Sentence[],
): TeamPlanState {
  const { draft, team } = look;
  if (plan.tier > 0) {
    // Somebody was told before. The pause before the next round counts from the last alert, or from the round that was
    // to be.
    const over = roundOver(plan, team.plan.steps.length, step.loop);
    const paused = step.tier === 1 ? { ...over, lastAlertAt: draft.now } : over;
    return plan.failing ? sayUnreached(look, paused, [plan.failing.why]) : paused;
  }
  const waiting = retriedAt(plan, retryOf(look, { hasObstacles: obstacles.length > 0 }));
  return sayUnreached(look, waiting, whyNobody(look, obstacles));
}

function whyNobody({ team }: Look, obstacles: readonly Sentence[]): Sentence[] {
  if (obstacles.length > 0) return eachOnce(obstacles);
  if (team.plan.steps.length === 0) return [say('noEscalationTiers')];
  return [say('nobodyOnCall')];
}
