import {
  circumstancesOf,
  type Scene,
  type SceneAt,
  stopOf,
  type TakenStep,
} from '../alerting/index.ts';
import {
  applyOperations,
  type ChannelLimits,
  type ChosenPolicy,
  type EventSource,
  type IncidentDocument,
  type IncidentEvent,
  type IncidentHold,
} from '../incidents/index.ts';
import { type DeliveryDocument, isToolLane } from '../notifications/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { Urgency } from '../urgency/index.ts';
import { type Happening, looksOf } from './looks.ts';

/** A message that would be sent, or why not. */
export interface SimulatedMessage {
  at: Date;
  /** A person, or an outbound integration where the lane is that of tools. */
  ownerId: string;
  name: string;
  lane: DeliveryDocument['lane'];
  because: Sentence;
  /** Null: it would be sent. */
  dropReason: Sentence | null;
}

/** The simulated result of a tier, or of a step of a policy. */
export interface SimulatedStep extends Omit<TakenStep, 'at' | 'outcome' | 'userIds'> {
  /** Null for what is `stopped`: it would be taken if that were over. */
  at: Date | null;
  outcome: TakenStep['outcome'] | 'stopped';
  team: string;
  policy: string | null;
  /** The name of the step in the policy. */
  displayName: string | null;
  people: { id: string; name: string }[];
}

export interface SimulatedAlerting {
  /** In order of time. */
  messages: SimulatedMessage[];
  /** In order of time, what is stopped last. */
  steps: SimulatedStep[];
  /** The entries that are added to the history. */
  events: IncidentEvent[];
  /** The incident as it is then. */
  after: IncidentDocument;
  /** The first hold on the incident. */
  hold: IncidentHold | null;
  /** More would follow. */
  hasMore: boolean;
}

/** Results of rules that have run, beside the incident itself. */
interface RulesLeft {
  channels: readonly ChannelLimits[];
  policies: readonly ChosenPolicy[];
}

interface SimulationOptions {
  /** When the incident opens. */
  at: Date;
  /** How far it is looked ahead; a day where nothing is said. */
  days?: number | undefined;
  /** When somebody acknowledges it. */
  acknowledgedAt?: Date | undefined;
  /** Instead of what integration and services say. */
  urgency?: Urgency | undefined;
}

const dayMilliseconds = 24 * 3_600_000;
const looksMax = 100;
const messagesMax = 500;
const stepsMax = 1000;

/** The incident as rules that have run left it: they do not run again. */
export function afterRules(
  incident: IncidentDocument,
  { channels, policies }: RulesLeft,
): IncidentDocument {
  const routed = Number.MAX_SAFE_INTEGER;
  return { ...incident, alerting: { routed, limits: [...channels], policies: [...policies] } };
}

/**
 * Who would be told of an incident from an instant on, when and by which way, if nobody did anything else: each message
 * is taken to arrive. It starts from the incident as rules left it (`afterRules`). Pure.
 */
export function simulateAlerting(
  sceneAt: SceneAt,
  given: IncidentDocument,
  { at, days = 1, acknowledgedAt, urgency }: SimulationOptions,
): SimulatedAlerting {
  let until = at.getTime() + days * dayMilliseconds;
  const messages: SimulatedMessage[] = [];
  const steps: SimulatedStep[] = [];
  let stopped: SimulatedStep[] = [];
  let hold: IncidentHold | null = null;
  let after = given;
  let hasMore = false;
  let looks = 0;
  let acknowledgement: Happening | null = acknowledgedAt
    ? {
        at: acknowledgedAt.getTime(),
        change(incident, now) {
          acknowledgement = null;
          return acknowledged(incident, now);
        },
      }
    : null;
  const course = looksOf({
    incident: given,
    sceneAt: (now, asked) => ({
      ...sceneAt(now, asked),
      ...(urgency === undefined ? {} : { urgency: () => constantly(urgency) }),
    }),
    courier: everythingArrives,
    // Whose turn it will be nobody knows: the first in the list stands for it.
    turn: () => 0,
    nextHappening: () => acknowledgement,
    // The simulation assumes that everything it waits for stays as it is.
    nextLook: ({ hold: held, alerting }) =>
      (held?.until ?? alerting?.nextAt)?.getTime() ?? Number.POSITIVE_INFINITY,
    at: at.getTime(),
    until: Number.POSITIVE_INFINITY,
    lateOf: () => 0,
  });
  for (const { now, scene, decision, incident, nextAt } of course) {
    looks += 1;
    after = incident;
    const more = decision.deliveries.map((one) => messageOf(one, scene));
    messages.push(...more.filter((one) => !isRepeated(one, messages)));
    for (const step of decision.steps.map((one) => stepOf(one, scene)))
      if (step.outcome === 'told' || !steps.some((other) => isSame(step, other))) steps.push(step);
    // A resolved incident has no plans any more; steps that had stopped before stay stopped.
    if (decision.state.plans.length > 0) stopped = stoppedSteps(incident, scene, steps);
    if (hold === null && incident.hold) {
      hold = incident.hold;
      until += hold.until.getTime() - now.getTime();
    }
    const next = Math.min(nextAt, acknowledgement?.at ?? Number.POSITIVE_INFINITY);
    hasMore = Number.isFinite(next);
    if (next > until || looks > looksMax || messages.length >= messagesMax) break;
  }
  const known = new Set(given.events.map(({ id }) => id));
  return {
    messages: messages.slice(0, messagesMax).toSorted((one, other) => +one.at - +other.at),
    steps: [...steps.toSorted((one, other) => Number(one.at) - Number(other.at)), ...stopped].slice(
      0,
      stepsMax,
    ),
    events: after.events.filter(({ id }) => !known.has(id)),
    after,
    hold,
    hasMore,
  };
}

/** Nothing is sent: a simulation shows what is meant to be, and never waits for a message. */
const everythingArrives = {
  add: () => {},
  nextAt: () => Number.POSITIVE_INFINITY,
  reached: () => ['everybody'],
  deliver: () => ({ failing: [], unreached: [], remarks: [] }),
};

function constantly(urgency: Urgency): ReturnType<Scene['urgency']> {
  const integration = { type: 'constant', urgency } as const;
  return { integration, services: [], hours: () => undefined };
}

/** By whoever was told first; it makes no difference to anybody else. */
function acknowledged(incident: IncidentDocument, now: Date): IncidentDocument {
  if (incident.status !== 'Open') return incident;
  const [id = 'somebody'] = incident.alerting?.told ?? [];
  const by: EventSource = { kind: 'user', id, displayName: null, email: null };
  const appendIntent = {
    intent: 'Investigated',
    message: null,
    messageIsPublic: null,
    options: {},
  } as const;
  return applyOperations(incident, { appendIntent }, by, now);
}

function messageOf(delivery: DeliveryDocument, scene: Scene): SimulatedMessage {
  const { dueAt, ownerId, lane, target, because, dropReason = null } = delivery;
  const name = isToolLane(lane) ? (target ?? '') : (scene.person(ownerId).displayName ?? '');
  return { at: dueAt, ownerId, name, lane, because, dropReason };
}

function stepOf({ userIds, ...step }: TakenStep, scene: Scene): SimulatedStep {
  const { teamId, policyId, tier } = step;
  const policy = policyId === null ? undefined : scene.policy(policyId);
  return {
    ...step,
    team: scene.team(teamId)?.displayName ?? '',
    policy: policy?.displayName ?? null,
    displayName: policy?.plan.steps[tier - 1]?.displayName ?? null,
    people: userIds.map((id) => ({ id, name: scene.person(id).displayName ?? '' })),
  };
}

/** Where nobody can be told it is tried again and again, to no other end. */
function isRepeated(one: SimulatedMessage, known: readonly SimulatedMessage[]): boolean {
  const nameOf = ({ ownerId, lane, because, dropReason }: SimulatedMessage) =>
    JSON.stringify([ownerId, lane, because, dropReason]);
  return one.dropReason !== null && known.some((other) => nameOf(other) === nameOf(one));
}

/** The same of steps. */
function isSame(one: SimulatedStep, other: SimulatedStep): boolean {
  return isPlace(one, other) && one.repeat === other.repeat && one.outcome === other.outcome;
}

function isPlace(
  one: Pick<SimulatedStep, 'policyId' | 'tier' | 'loop'>,
  other: SimulatedStep,
): boolean {
  const { policyId, tier, loop } = other;
  return one.policyId === policyId && one.tier === tier && one.loop === loop;
}

/** Steps of the policies that are followed which somebody's acknowledgement, or low urgency, keeps from being taken. */
function stoppedSteps(
  incident: IncidentDocument,
  scene: Scene,
  taken: readonly SimulatedStep[],
): SimulatedStep[] {
  return (incident.alerting?.plans ?? []).flatMap(({ policyId, teamId, loop: rounds }) => {
    const policy = policyId === undefined ? undefined : scene.policy(policyId);
    const team = scene.team(teamId);
    if (!policy || !team) return [];
    const { now } = scene;
    const around = circumstancesOf({ incident, now }, scene, team);
    return Array.from({ length: rounds + 1 }, (_, loop) => loop).flatMap((loop) =>
      policy.plan.steps.flatMap((_, index): SimulatedStep[] => {
        const place = { policyId: policy.id, tier: index + 1, loop };
        if (taken.some((step) => isPlace(place, step))) return [];
        const why = stopOf(policy.plan, place, now.getTime(), around);
        if (why === null) return [];
        const step = { ...place, teamId, at: now, repeat: 0, outcome: 'skipped', why } as const;
        return [{ ...stepOf({ ...step, userIds: [] }, scene), at: null, outcome: 'stopped' }];
      }),
    );
  });
}
