import {
  afterHold,
  afterSilence,
  afterSnooze,
  alertingOf,
  type IncidentDocument,
  isAcknowledged,
  type TeamPlanState,
  withEvent,
} from '../incidents/index.ts';
import { type Decision, decide } from './decide.ts';
import type { Scene } from './scene.ts';
import { nameOf } from './team-plan.ts';

/** An alert of one tier that nobody has been told of yet. */
export interface NextAlert {
  at: Date;
  teamId: string;
  /** The escalation policy whose step it is; null for a tier of the team. */
  policyId: string | null;
  /** From 1. */
  tier: number;
  /** How often the tier was alerted before in this round. */
  repeat: number;
  userIds: string[];
  /** Whose turn it is in a round robin is settled when it is due: another incident may take the turn. */
  mayChange: boolean;
}

/** Why nobody is told, or not before a time. */
type Obstacle =
  | 'Resolved'
  | 'Archived'
  | 'Snoozed'
  | 'Silenced'
  | 'Held'
  | 'Muted'
  | 'Merged'
  | 'Shadow'
  | 'Acknowledged'
  | 'NoTeam'
  | 'NobodyOnCall'
  | 'QuietHours'
  | 'AllTold';

export interface WhoIsNext {
  /** All of one instant, by team. */
  alerts: NextAlert[];
  because: Obstacle | null;
  /** When the obstacle goes away by itself. */
  until: Date | null;
}

export interface NextOptions {
  sceneFor(
    incident: IncidentDocument,
    turns: ReadonlyMap<string, number>,
    now: Date,
  ): Promise<Scene>;
  /** The turn that the next incident takes in a round robin. */
  turnOf(key: string): Promise<number>;
  /** When the silence that mutes it is over; null when it is gone. */
  silenceEnd(id: string): Promise<Date | null>;
  /** When the first who waits for it is told, as their quiet hours are over then; null: nobody waits. */
  quietUntil(): Promise<Date | null>;
}

/** Somebody comes on call within this time, or it is as good as never. */
const horizonMilliseconds = 8 * 86_400_000;
const looksMax = 60;

/**
 * Who is told next of an incident, and when, if nobody does anything: the decisions that alerting takes, from where the
 * incident stands, none of them carried out.
 */
export async function whoIsNext(
  given: IncidentDocument,
  start: Date,
  options: NextOptions,
): Promise<WhoIsNext> {
  const awaited = await whenHeard(given, start, options);
  const { because, until } = awaited;
  if (awaited.incident === null) return { alerts: [], because, until };
  let { incident } = awaited;
  let now = until ?? start;
  const end = now.getTime() + horizonMilliseconds;
  const alerts: NextAlert[] = [];
  for (let looks = 0; looks < looksMax; looks += 1) {
    const { decision, open } = await decideAt(incident, now, options);
    // Not looked at yet: it will be held back at once.
    const { after } = decision;
    if (after.hold && !incident.hold)
      return whoIsNext({ ...after, alerting: decision.state }, now, options);
    alerts.push(...alertsOf(incident, decision, open, now));
    incident = { ...decision.after, alerting: decision.state };
    const next = decision.state.nextAt?.getTime();
    if (next === undefined || next > end || decision.isToBeDeleted) break;
    // Teams that are assigned at that instant are alerted at it, too.
    if (alerts.length > 0 && next > now.getTime()) break;
    now = new Date(Math.max(next, now.getTime()));
  }
  if (alerts.length > 0) return { alerts, because, until };
  const obstacle = because ?? obstacleOf(incident);
  const quiet = obstacle === 'AllTold' ? await options.quietUntil() : null;
  return quiet
    ? { alerts, because: 'QuietHours', until: quiet }
    : { alerts, because: obstacle, until };
}

/** The incident as it will be when people hear of it again, from `until` on; null: never, unless somebody acts. */
async function whenHeard(
  given: IncidentDocument,
  start: Date,
  { silenceEnd }: NextOptions,
): Promise<{
  incident: IncidentDocument | null;
  because: Obstacle | null;
  until: Date | null;
}> {
  const never = (because: Obstacle) => ({ incident: null, because, until: null });
  if (given.status !== 'Open') return never('Resolved');
  if (given.isArchived) return never('Archived');
  if (given.mergedInto) return never('Merged');
  if (given.isShadow) return never('Shadow');
  let incident = given;
  let because: Obstacle | null = null;
  let until = start;
  if (incident.snoozed) {
    if (incident.snoozed.until === null) return never('Snoozed');
    because = 'Snoozed';
    until = later(start, incident.snoozed.until);
    incident = afterSnooze(incident, until);
  }
  if (incident.isMuted) {
    // A maintenance window has muted it for good.
    if (!incident.silencedBy) return never('Muted');
    const over = later(start, (await silenceEnd(incident.silencedBy.id)) ?? start);
    if (because === null || over > until) because = 'Silenced';
    until = later(until, over);
    incident = afterSilence(incident, until);
  }
  if (incident.hold) {
    const over = later(until, incident.hold.until);
    if (because === null || over > until) because = 'Held';
    until = over;
    const { incident: after, event } = afterHold(incident, until);
    if (after.status === 'Resolved') return { incident: null, because: 'Held', until };
    incident = withEvent(after, { ...event, at: until });
  }
  return { incident, because, until: because === null ? null : until };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

async function decideAt(
  incident: IncidentDocument,
  now: Date,
  { sceneFor, turnOf }: NextOptions,
): Promise<{ decision: Decision; open: ReadonlySet<string> }> {
  const turns = new Map<string, number>();
  for (;;) {
    const scene = await sceneFor(incident, turns, now);
    // Messages that are sent from now on count as delivered.
    const decision = decide(incident, { ...scene, reached: () => ['everybody'] });
    if (decision.missingTurns.size === 0) return { decision, open: new Set(turns.keys()) };
    for (const key of decision.missingTurns) turns.set(key, await turnOf(key));
  }
}

function alertsOf(
  before: IncidentDocument,
  { state, deliveries }: Decision,
  open: ReadonlySet<string>,
  at: Date,
): NextAlert[] {
  const known = alertingOf(before).plans;
  return state.plans.flatMap((plan) => {
    const { teamId, policyId = null, tier, repeat, lastStep } = plan;
    if (lastStep === undefined || isKnown(plan, known)) return [];
    const told = deliveries.filter(
      (one) =>
        one.isAlert &&
        one.state === 'queued' &&
        (one.step === lastStep || one.alsoForSteps?.includes(lastStep)),
    );
    const userIds = [...new Set(told.map(({ ownerId }) => ownerId))];
    const mayChange = [...open].some((key) => key.startsWith(`${nameOf(plan)}:${tier}:`));
    return userIds.length > 0 ? [{ at, teamId, policyId, tier, repeat, userIds, mayChange }] : [];
  });
}

function isKnown(plan: TeamPlanState, known: readonly TeamPlanState[]): boolean {
  return known.some((one) => nameOf(one) === nameOf(plan) && one.lastStep === plan.lastStep);
}

/** Why nothing follows by itself. */
function obstacleOf(incident: IncidentDocument): Obstacle {
  if (incident.status !== 'Open') return 'Resolved';
  if (incident.isArchived) return 'Archived';
  // A rule did it meanwhile.
  if (incident.snoozed) return 'Snoozed';
  if (incident.isShadow) return 'Shadow';
  if (isAcknowledged(incident)) return 'Acknowledged';
  const { plans } = alertingOf(incident);
  if (incident.teamIds.length === 0) return 'NoTeam';
  return plans.some(({ lastAlertAt }) => lastAlertAt) ? 'AllTold' : 'NobodyOnCall';
}
