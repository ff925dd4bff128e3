import { type Decision, decide } from '../../src/alerting/decide.ts';
import type { PolicyScene, Scene } from '../../src/alerting/scene.ts';
import type { Wait } from '../../src/alerting/waits.ts';
import type {
  EventSource,
  IncidentDocument,
  IncidentHold,
  Intent,
  Leader,
  Severity,
} from '../../src/incidents/index.ts';
import {
  allowedIntents,
  applyOperations,
  intoLeader,
  outOfLeader,
} from '../../src/incidents/index.ts';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import type { PersonRules } from '../../src/notifications/planned-messages.ts';
import {
  type EscalationsWire,
  type EscalationTier,
  type PolicyWire,
  planOfPolicy,
  planOfTiers,
  stepRoster,
} from '../../src/on-call/index.ts';
import { rotaOf } from '../../src/rota/index.ts';
import { inEnglish, say, words } from '../../src/sentences/index.ts';
import type { UrgencySources } from '../../src/urgency/index.ts';

export const start = Date.parse('2026-03-02T10:00:00Z');
const minute = 60_000;

export interface TimelineTeam {
  tiers: Omit<EscalationTier, 'schedules'>[];
  tierSettings?: EscalationsWire['tierSettings'];
  /** Who is on duty, by tier. */
  onDuty: string[][];
  timeZoneId?: string;
  administrators?: string[];
  defaultPolicyId?: string;
}

/**
 * A policy whose targets are people and schedules: who is on call by a schedule is its id, letter by letter; by `-`
 * nobody is.
 */
export interface TimelinePolicy
  extends Partial<Omit<PolicyWire, 'steps'>>,
    Pick<PolicyWire, 'steps'> {
  teamId: string;
}

export interface TimelineOptions {
  /** By id; the incident belongs to the first. */
  teams: Record<string, TimelineTeam>;
  policies?: Record<string, TimelinePolicy>;
  /** What the integration of the incident says. */
  chosen?: string[];
  severity?: Severity;
  /** What people do, by minute. */
  actions?: Record<number, Action> | undefined;
  /** Minutes that are simulated. */
  until?: number;
  /** People without any way to reach them. */
  unreachable?: string[];
  /** People who are gone. */
  gone?: string[];
  /** People to whom every message fails. */
  failing?: string[];
  /** People to whom every message fails twice within 15 s, and is tried on in vain. */
  slow?: string[];
  /** What it is held back by when it opens. */
  hold?: IncidentHold | undefined;
  /** What it is merged into, by the minute; undefined once that is gone. */
  leader?: (minute: number) => Leader | undefined;
  /** What it waits for, by the minute. */
  waitOf?: (minute: number) => Wait | null;
  /** Whether another product tells the people of its teams, by the minute. */
  inShadow?: (minute: number, teamIds: readonly string[]) => boolean;
  /** Whether runs that have ended adopt what is open. */
  adoptsOpen?: boolean;
  /** What says how urgent the incident is. */
  urgency?: UrgencySources | undefined;
  /** What people have said of alerts, by person. */
  rules?: Record<string, PersonRules>;
  /** Sees each incident about which it is decided, with the decision. */
  onDecision?: (
    incident: IncidentDocument,
    now: number,
    decision: Decision,
    reached: Scene['reached'],
  ) => void;
}

export type Action = {
  intent: Intent;
  by?: string;
  snoozeMinutes?: number;
  teams?: string[];
  users?: string[];
  repeatAlerts?: boolean;
};

export interface Timeline {
  /** `5 tier 1 A,B` per alert, in minutes from the opening. */
  alerts: string[];
  deliveries: DeliveryDocument[];
  incident: IncidentDocument;
}

/** What follows from one incident when each decision is carried out and time goes from due to due. */
export function timelineOf({
  teams,
  policies = {},
  chosen = [],
  severity = 'Critical',
  actions = {},
  until = 24 * 60,
  unreachable = [],
  gone = [],
  failing = [],
  slow = [],
  hold,
  leader = () => undefined,
  waitOf = () => null,
  inShadow = () => false,
  adoptsOpen = false,
  urgency = nothingSet,
  rules = {},
  onDecision = () => {},
}: TimelineOptions): Timeline {
  let incident = opened(Object.keys(teams)[0] ?? '', severity);
  if (hold) incident = { ...incident, hold };
  const deliveries: DeliveryDocument[] = [];
  const queuedOf = (step: string) =>
    deliveries.filter((one) => one.step === step && one.state === 'queued');
  const sentOf = (step: string) =>
    queuedOf(step).filter(({ ownerId }) => ![...failing, ...slow].includes(ownerId));
  /** By the step, until it is noted. */
  const failed = new Map<string, number>();
  const instants = Object.keys(actions).map((at) => start + Number(at) * minute);
  let now = start;
  for (let looks = 0; looks < 5000; looks += 1) {
    const action = actions[(now - start) / minute];
    if (action && instants.includes(now)) {
      // By then it may have been resolved.
      if (isPossible(incident, action.intent)) incident = act(incident, action, new Date(now));
      instants.splice(instants.indexOf(now), 1);
    }
    incident = noted(incident, failed, now);
    const reached = (_incident: string, step: string) => sentOf(step).map(({ ownerId }) => ownerId);
    const scene = sceneAt(teams, unreachable, now, policies, chosen, gone);
    const decision = decide(incident, {
      ...scene,
      reached,
      urgency: () => urgency,
      leader: () => leader((now - start) / minute),
      waitOf: () => waitOf((now - start) / minute),
      isInShadow: ({ teamIds }) => inShadow((now - start) / minute, teamIds),
      isAdopted: () => adoptsOpen,
      recipient(userId) {
        const found = scene.recipient(userId);
        return found && { ...found, rules: rules[userId] ?? null };
      },
    });
    if (decision.missingTurns.size > 0) throw new Error('These teams share nothing out.');
    onDecision(incident, now, decision, reached);
    deliveries.push(...decision.deliveries);
    const lost = [
      ...new Set(decision.deliveries.flatMap(({ step, isAlert }) => (isAlert ? step : []))),
    ].filter((step) => queuedOf(step).length > 0 && sentOf(step).length === 0);
    const isTriedOn = (step: string) =>
      queuedOf(step).some(({ ownerId }) => slow.includes(ownerId));
    for (const step of lost.filter(isTriedOn)) failed.set(step, now + 15_000);
    const forGood = lost.filter((step) => !isTriedOn(step));
    // As the sender notes it.
    const unreached = [...decision.state.unreached, ...forGood];
    const noteNow = forGood.length > 0 ? { unreached, nextAt: new Date(now) } : {};
    incident = { ...decision.after, alerting: { ...decision.state, ...noteNow } };
    const next = Math.min(
      incident.alerting?.nextAt?.getTime() ?? Infinity,
      ...instants,
      ...failed.values(),
    );
    if (next > start + until * minute) break;
    now = Math.max(next, now);
  }
  return { alerts: alertsIn(deliveries), deliveries, incident };
}

/** Merging is an operation of its own, not an intent that people send. */
function isPossible(incident: IncidentDocument, intent: Intent): boolean {
  const { status, mergedInto } = incident;
  if (intent === 'Merged') return status === 'Open' && !mergedInto;
  if (intent === 'Unmerged') return status === 'Open' && mergedInto !== undefined;
  return allowedIntents(incident).includes(intent);
}

/** As the sender notes what has failed twice by now. */
function noted(
  incident: IncidentDocument,
  failed: Map<string, number>,
  now: number,
): IncidentDocument {
  const at = new Date(now);
  const due = [...failed].flatMap(([step, since]) => (since <= now ? step : []));
  if (due.length === 0) return incident;
  for (const step of due) failed.delete(step);
  const { failing = [], ...alerting } = incident.alerting ?? {};
  const more = due.map((step) => ({ step, at, why: words('Connection refused.') }));
  return { ...incident, alerting: { ...alerting, failing: [...failing, ...more], nextAt: at } };
}

function alertsIn(deliveries: readonly DeliveryDocument[]): string[] {
  const alerts = deliveries.filter(
    ({ isAlert, state, because }) =>
      isAlert &&
      state === 'queued' &&
      (because.code === 'tierOfTeam' || because.code === 'stepOfPolicy'),
  );
  const groups = Map.groupBy(alerts, ({ because, createdAt }) => {
    const at = Math.round((createdAt.getTime() - start) / (minute / 100)) / 100;
    const [, step, policy] = /^Step (\d+) of ([^.]*)\./.exec(inEnglish(because)) ?? [];
    if (step) return `${at} step ${step} of ${policy}`;
    const [, tier, team] = /^Tier (\d+) of (.*)$/.exec(inEnglish(because)) ?? [];
    return `${at} ${team === 'T' ? '' : `${team} `}tier ${tier}`;
  });
  return [...groups].map(
    ([when, group]) => `${when} ${[...new Set(group.map(({ ownerId }) => ownerId))].join(',')}`,
  );
}

export function sceneAt(
  teams: Record<string, TimelineTeam>,
  unreachable: readonly string[],
  now: number,
  policies: Record<string, TimelinePolicy> = {},
  chosen: readonly string[] = [],
  gone: readonly string[] = [],
): Scene {
  return {
    now: new Date(now),
    team: (id) => {
      const known = id in teams ? id : id.toUpperCase();
      const team = teams[known];
      return (
        team && {
          id: known,
          displayName: id,
          timeZoneId: team.timeZoneId ?? 'UTC',
          plan: planOfTiers({
            escalationTiers: team.tiers.map((tier) => ({ ...tier, schedules: [] })),
            tierSettings: team.tierSettings ?? null,
          }),
          roster: team.onDuty.map((users) => ({ always: users, roundRobins: [] })),
          nextDutyAt: () => null,
          administrators: team.administrators ?? [],
          ...(team.defaultPolicyId ? { defaultPolicyId: team.defaultPolicyId } : {}),
        }
      );
    },
    policy: (id) => policySceneOf(id, policies[id], teams, now),
    chosenPolicies: () =>
      chosen.map((policyId) => ({ policyId, because: say('policyOfIntegration', { name: 'I' }) })),
    isInShadow: () => false,
    isAdopted: () => false,
    leader: () => undefined,
    waitOf: () => null,
    patienceOf: () => null,
    hasWaiting: () => false,
    isOver: () => true,
    recipient: (userId) =>
      gone.includes(userId)
        ? undefined
        : {
            userId,
            email: `${userId}@example.com`,
            phone: null,
            devices: [],
            settings: unreachable.includes(userId) ? silent : null,
            rules: null,
            isSuspended: false,
          },
    person: (userId) => ({ userId, displayName: userId }),
    lastResort: () => ['owner'],
    reached: () => [],
    tools: () => [],
    tool: () => undefined,
    channels: {
      missing: (channel) => (channel === 'Email' ? null : words(`${channel} is not set up.`)),
    },
    routings: () => [],
    surroundings: () => {
      throw new Error('There are no rules.');
    },
    urgency: () => nothingSet,
    turn: () => 0,
  };
}

const nothingSet: UrgencySources = { integration: null, services: [], hours: () => undefined };

function policySceneOf(
  id: string,
  policy: TimelinePolicy | undefined,
  teams: Record<string, TimelineTeam>,
  now: number,
): PolicyScene | undefined {
  if (!policy) return undefined;
  const plan = planOfPolicy({
    loops: 0,
    loopAfterMinutes: 30,
    loopWhile: 'acknowledged',
    acknowledgementLapsesAfterMinutes: null,
    resolvesAfterMinutes: null,
    lowUrgencyEscalates: true,
    ...policy,
  });
  const around = {
    rota: (schedule: string) => {
      const groups = [{ userIds: schedule.toUpperCase().match(/[A-Z]/g) ?? [] }];
      return rotaOf({ timeZoneId: 'UTC', layers: [{ id: 'layer', groups }] });
    },
    members: (teamId: string) => (teams[teamId.toUpperCase()]?.onDuty ?? []).flat(),
    administrators: (teamId: string) => teams[teamId.toUpperCase()]?.administrators ?? [],
  };
  return {
    id,
    displayName: id,
    teamId: policy.teamId,
    plan,
    roster: (step, draw) => stepRoster(plan.steps[step - 1] ?? { targets: [] }, now, around, draw),
    nextDutyAt: () => null,
  };
}

const nothing = { delay: 0, severities: [] as Severity[] };
const silent = {
  shouldSendSMS: false,
  delayInMinSMS: nothing.delay,
  severitiesSMS: nothing.severities,
  shouldCallVoice: false,
  delayInMinVoice: nothing.delay,
  severitiesVoice: nothing.severities,
  shouldSendPush: false,
  delayInMinPush: nothing.delay,
  severitiesPush: nothing.severities,
  shouldSendEmail: false,
  delayInMinEmail: nothing.delay,
  severitiesEmail: nothing.severities,
};

export function opened(teamId: string, severity: Severity): IncidentDocument {
  const at = new Date(start);
  return {
    _id: 'incident',
    organizationId: 'organization',
    integrationId: null,
    teamIds: [teamId],
    title: 'It is down',
    status: 'Open',
    severity,
    attributes: [],
    correlationId: null,
    events: [{ id: 'event-1', at, intent: 'Created', status: 'Open', severity }],
    eventsTotalCount: 1,
    unattended: true,
    isArchived: false,
    isMuted: false,
    serviceIds: [],
    userIds: [],
    sourceUserId: null,
    excludeFromUptimeCalculation: false,
    statusPageStartOverride: null,
    statusPageEndOverride: null,
    version: 1,
    createdAt: at,
    lastUpdatedAt: at,
    lastInteractionAt: null,
    alerting: { nextAt: at },
  };
}

export function act(incident: IncidentDocument, action: Action, now: Date): IncidentDocument {
  const by: EventSource = {
    kind: 'user',
    id: action.by ?? 'somebody',
    displayName: null,
    email: null,
  };
  const { intent, snoozeMinutes, teams, users, repeatAlerts = null } = action;
  if (intent === 'Merged') return intoLeader(incident, { _id: 'leader', title: 'Leader' }, by, now);
  if (intent === 'Unmerged') return outOfLeader(incident, by, now);
  const options = {
    ...(snoozeMinutes === undefined
      ? {}
      : { snoozedUntil: new Date(now.getTime() + snoozeMinutes * minute) }),
    ...(teams ? { teams: { ids: teams, repeatAlerts } } : {}),
    ...(users ? { users: { ids: users, repeatAlerts } } : {}),
  };
  const message = intent === 'Commented' ? words('hm') : null;
  return applyOperations(
    incident,
    { appendIntent: { intent, message, messageIsPublic: null, options } },
    by,
    now,
  );
}
