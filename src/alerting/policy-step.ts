import type { TeamPlanState } from '../incidents/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { type PolicyStep, type StepRoster, sharedOut } from '../on-call/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { type AlertStep, beginningOf, sayReachedAfterAll } from './alert-tier.ts';
import { retryOf } from './await-duty.ts';
import { beginPolicy, beginTeam } from './begin-plans.ts';
import type { Draft, TakenStep } from './draft.ts';
import { sayUnreached } from './last-resort.ts';
import { chainStart, openingOf, stopOf, unsuited } from './next-due.ts';
import type { PolicyScene, Scene } from './scene.ts';
import type { PlanCircumstances, Step } from './step.ts';
import {
  type AlertPlace,
  againAt,
  alerted,
  dueSince,
  passed,
  withoutFailing,
} from './team-plan.ts';
import { type Look, tellPeople } from './tell-people.ts';

/** A look at a plan that follows a policy. */
export interface PolicyLook extends Look {
  policy: PolicyScene;
}

/**
 * From this delay on, the steps behind it wait as long as they would have behind one that was on time. As little as any
 * step waits: of two that are not due at once only one is ever taken in one look.
 */
const lateMilliseconds = 60_000;

/**
 * Takes a step of a policy. Where it names people and none of them can be told, the steps behind it whose conditions
 * hold follow at once, unless it is set to keep its time.
 */
export function takePolicyStep(
  look: PolicyLook,
  plan: TeamPlanState,
  step: AlertStep,
  around: PlanCircumstances,
): TeamPlanState {
  const { draft, policy } = look;
  const { steps } = policy.plan;
  const at = new Date(Math.max(step.at, plan.startedAt.getTime()));
  // Only who is told late makes others wait longer.
  const dueAt = new Date(step.at);
  const obstacles: Sentence[] = [];
  for (let tier = step.tier; tier <= steps.length; tier += 1) {
    const settings = steps[tier - 1];
    if (!settings) break;
    const isFirst = tier === step.tier;
    const next = { tier, loop: step.loop };
    if (!isFirst && stopOf(policy.plan, next, step.at, around) !== null) continue;
    const why = isFirst ? null : obstacleTo(settings, step.at, around);
    if (why !== null) {
      noteTaken(look, { ...next, repeat: 0 }, at, { outcome: 'skipped', why });
      continue;
    }
    // A step that waits for its hours waits from when it is due.
    const opensAt = isFirst ? step.at : (openingOf(settings, step.at, around) ?? step.at);
    if (opensAt > step.at && !isFirst)
      return ended(look, passed(plan, { tier: tier - 1, loop: step.loop }, dueAt, obstacles));
    const place = { tier, repeat: isFirst ? step.repeat : 0, loop: step.loop };
    const who = peopleOf(look, settings, place);
    const { users, namesPeople } = who;
    if (draft.missingTurns.size > 0) return plan;
    if (place.repeat === 0) doBeside(look, plan, settings, place, at);
    const told = tell(look, plan, settings, place, at, { ...who, obstacles });
    if (told !== null) {
      record(look, plan, place, step, at, users);
      const isByHand = plan.raisedAt !== undefined;
      const after = chainAfter(plan, step, draft.now);
      return dueSince(alerted(plan, place, told, draft.now), after, isByHand);
    }
    if (isRepeat(plan, place)) return { ...plan, repeat: place.repeat };
    if (!namesPeople) return ended(look, passed(plan, place, dueAt));
    if (settings.ifNobody === 'wait') return ended(look, passed(plan, place, dueAt, obstacles));
  }
  return ended(look, passed(plan, { tier: steps.length, loop: step.loop }, dueAt, obstacles));
}

/** Why the step is passed over when it is due; null: it is taken, then or when its hours begin. */
function obstacleTo(settings: PolicyStep, due: number, around: PlanCircumstances): Sentence | null {
  const why = unsuited(settings, due, around);
  if (why !== null) return why;
  return openingOf(settings, due, around) === null ? say('stepOutsideHours') : null;
}

/** For whoever asks beforehand what became of it. */
function noteTaken(
  { draft, policy }: PolicyLook,
  { tier, repeat, loop }: AlertPlace,
  at: Date,
  { outcome, why = null, userIds = [] }: Partial<TakenStep> & Pick<TakenStep, 'outcome'>,
): void {
  const { id: policyId, teamId } = policy;
  draft.steps.push({ at, teamId, policyId, tier, loop, repeat, outcome, why, userIds });
}

/** Passes over a step whose conditions do not hold. */
export function skipPolicyStep(
  look: PolicyLook,
  plan: TeamPlanState,
  { tier, loop, at }: Step & { kind: 'skip' },
  around: PlanCircumstances,
): TeamPlanState {
  const settings = look.policy.plan.steps[tier - 1];
  const why = settings ? obstacleTo(settings, at, around) : null;
  noteTaken(look, { tier, loop, repeat: 0 }, new Date(at), { outcome: 'skipped', why });
  return ended(look, passed(plan, { tier, loop }, new Date(at)));
}

/** From when what follows counts. Repeats leave it as it is. */
function chainAfter(plan: TeamPlanState, { at, repeat }: AlertStep, now: Date): Date {
  const late = now.getTime() - at;
  const delay = late >= lateMilliseconds ? late : 0;
  return new Date((isRepeat(plan, { repeat }) ? chainStart(plan) : at) + delay);
}

/** Not one that somebody asked for. */
function isRepeat({ raisedAt }: TeamPlanState, { repeat }: Pick<AlertPlace, 'repeat'>): boolean {
  return repeat > 0 && raisedAt === undefined;
}

/** Where no step is left, and nobody was told although there should have been somebody, others are. */
function ended(look: PolicyLook, plan: TeamPlanState): TeamPlanState {
  const { policy } = look;
  if (plan.tier < policy.plan.steps.length) return plan;
  if (plan.lastAlertAt === undefined) {
    const obstacles = plan.triedInVain;
    if (!obstacles) return plan;
    const hasObstacles = obstacles.length > 0;
    const why = hasObstacles ? obstacles : [say('nobodyInSteps')];
    return sayUnreached(look, againAt(plan, retryOf(look, { hasObstacles })), why);
  }
  return plan.failing ? sayUnreached(look, withoutFailing(plan), [plan.failing.why]) : plan;
}

/** The people of a step, and why others before them could not be told. */
interface Addressed extends Pick<StepRoster, 'schedulesOf'> {
  users: readonly string[];
  /** Some of its targets are people, whether or not anybody is there. */
  namesPeople: boolean;
  /** Grows by those of the step. */
  obstacles: Sentence[];
}

/** Tells these people; the name of the step where anybody is reached, else null. */
function tell(
  look: PolicyLook,
  plan: TeamPlanState,
  settings: PolicyStep,
  { tier, repeat, loop }: AlertPlace,
  at: Date,
  { users, schedulesOf, namesPeople, obstacles }: Addressed,
): string | null {
  const place = { tier, repeat, loop };
  if (users.length === 0) {
    if (namesPeople) noteTaken(look, place, at, { outcome: 'nobody', why: say('nobodyOfStep') });
    else if (repeat === 0) noteTaken(look, place, at, { outcome: 'done' });
    return null;
  }
  const { draft, policy } = look;
  const key = `alert ${plan.startedAt.getTime()} ${policy.id} ${loop}.${tier}.${repeat}`;
  const told = tellPeople(look, plan, users, {
    key,
    step: key,
    at,
    schedulesOf,
    because: say('stepOfPolicy', {
      step: tier,
      policy: policy.displayName,
      why: plan.because ?? say('policyIsDefault', { team: look.team.displayName }),
    }),
    ...(settings.stopsWhen === 'resolved' ? { isUntilResolved: true as const } : {}),
    ...(settings.urgency === null ? {} : { urgency: settings.urgency }),
    ...(plan.lastAlertAt === undefined ? beginningOf(look, plan) : { intent: 'Escalated' }),
  });
  draft.addAlerts(told.deliveries, plan.lastAlertAt === undefined);
  const drops = told.deliveries.flatMap(({ dropReason }) => dropReason ?? []);
  obstacles.push(...drops);
  if (told.reached.length === 0) {
    noteTaken(look, place, at, { outcome: 'nobody', why: drops[0] ?? say('nobodyOfStep') });
    return null;
  }
  noteTaken(look, place, at, { outcome: 'told', userIds: told.reached });
  sayReachedAfterAll(look, plan, told);
  return key;
}

/** Who is told. Notes in the draft whose turn it is, or that a turn has to be taken first. */
function peopleOf(
  { draft, scene, policy }: PolicyLook,
  { share }: PolicyStep,
  { tier, loop }: AlertPlace,
): Omit<Addressed, 'obstacles'> & { users: string[] } {
  const draw = (count: number) => drawn(draft, [policy.id, tier, loop], count);
  const roster = policy.roster(tier, draw);
  const { groups, schedulesOf, namesPeople } = roster;
  const everybody = { users: [...new Set(groups.flat())], schedulesOf, namesPeople };
  if (!share) return everybody;
  const present = groups.map((group) => group.filter((userId) => isPresent(scene, userId)));
  // Where nobody is left, messages to all of them are dropped, which says why.
  if (present.flat().length === 0) return everybody;
  const key = `${policy.id}:${tier}:share`;
  const turn = draft.state.turns[key] ?? scene.turn(key);
  if (turn === undefined) {
    draft.missingTurns.add(key);
    return { users: [], schedulesOf, namesPeople };
  }
  draft.state.turns[key] = turn;
  return { users: sharedOut(present, share, turn), schedulesOf, namesPeople };
}

/** Whether a turn of this person can reach anybody: people whom a step names may be suspended, or gone. */
function isPresent(scene: Scene, userId: string): boolean {
  return scene.recipient(userId)?.isSuspended === false;
}

/** The same number whenever it is decided: nobody else is told after a crash. */
function drawn({ before }: Draft, parts: readonly (string | number)[], count: number): number {
  const digits = repeatableId(0, before._id, ...parts).slice(-12);
  return Number.parseInt(digits, 16) % count;
}

/** Does what a step does beside telling people: tools, other policies, teams, and the end of the incident. */
function doBeside(
  look: PolicyLook,
  plan: TeamPlanState,
  { targets, assignTeamIds, resolves }: PolicyStep,
  { tier, loop }: AlertPlace,
  at: Date,
): void {
  const { draft, scene, policy } = look;
  const named = { step: tier, policy: policy.displayName };
  const key = `${policy.id} ${plan.startedAt.getTime()} ${loop}.${tier}`;
  const because = say('policyOfStep', named);
  for (const target of targets) {
    if (target.kind === 'policy') beginPolicy(draft, scene, target.policyId, { at, because });
    if (target.kind === 'teamPolicy') beginTeam(draft, scene, target.teamId, { at, because });
    if (target.kind === 'tool')
      forward(look, target.outboundIntegrationId, `${key} forward`, at, named);
  }
  assign(look, assignTeamIds, `${key} assign`, at, named);
  if (resolves)
    draft.endings.push({
      key: `${key} resolve`,
      at,
      policy,
      message: say('resolvedByStep', named),
    });
}

type NamedStep = { step: number; policy: string };

/** As if somebody forwarded it: the tool is told of later events as its settings say. */
function forward(
  { draft, scene }: PolicyLook,
  id: string,
  key: string,
  at: Date,
  named: NamedStep,
): void {
  if (!scene.tool(draft.incident.organizationId, id)) return;
  draft.addEvent(`${key} ${id}`, at, {
    intent: 'Forwarded',
    message: say('stepForwards', named),
    options: { outboundIntegrationId: id },
  });
}

/** Assigns these teams; their plans begin at the next look, which announces them. */
function assign(
  { draft, scene }: PolicyLook,
  teamIds: readonly string[],
  key: string,
  at: Date,
  named: NamedStep,
): void {
  const { incident } = draft;
  const ids = teamIds
    .flatMap((id) => scene.team(id)?.id ?? [])
    .filter((id) => !incident.teamIds.includes(id));
  if (ids.length === 0) return;
  draft.change({ ...incident, teamIds: [...incident.teamIds, ...ids] });
  draft.addEvent(key, at, {
    intent: 'Assigned',
    message: say('stepAssigns', {
      ...named,
      teams: ids.map((id) => scene.team(id)?.displayName ?? ''),
    }),
    options: { teams: { ids, repeatAlerts: null } },
  });
}

/** The history tells of every step after the first, and of each further round. */
function record(
  { draft, scene, team, policy }: PolicyLook,
  plan: TeamPlanState,
  { tier, loop }: AlertPlace,
  { insteadOf }: AlertStep,
  at: Date,
  users: readonly string[],
): void {
  if (plan.lastAlertAt === undefined || (tier === plan.tier && loop === plan.loop)) return;
  const told = { step: tier, policy: policy.displayName, names: users.map(scene.person) };
  const message =
    insteadOf !== undefined && plan.failing
      ? say('stepBroughtForward', {
          ...told,
          at: zonedMoment(insteadOf, team.timeZoneId),
          why: plan.failing.why,
        })
      : say('stepTold', told);
  draft.addEvent(`escalate ${policy.id} ${plan.loop} ${tier} ${plan.tier}`, at, {
    intent: 'Escalated',
    message,
  });
}
