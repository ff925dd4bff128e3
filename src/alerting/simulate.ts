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
import { circumstancesOf } from './advance-plans.ts';
import { type Decision, decide } from './decide.ts';
import type { TakenStep } from './draft.ts';
import { stopOf } from './next-due.ts';
import type { Scene } from './scene.ts';
import type { SceneCache } from './scene-cache.ts';

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

/** What would become of a tier, or of a step of a policy. */
export interface SimulatedStep extends Omit<TakenStep, 'at' | 'outcome' | 'userIds'> {
  /** Null for what is `stopped`: it would be taken if that were over. */
  at: Date | null;
  outcome: TakenStep['outcome'] | 'stopped';
  team: string;
  policy: string | null;
  /** What the policy calls the step. */
  displayName: string | null;
  people: { id: string; name: string }[];
}

export interface SimulatedAlerting {
  /** In order of time. */
  messages: SimulatedMessage[];
  /** In order of time, what is stopped last. */
  steps: SimulatedStep[];
  /** What is added to the history. */
  events: IncidentEvent[];
  /** The incident as it is then. */
  after: IncidentDocument;
  /** What it is held back by first. */
  hold: IncidentHold | null;
  /** More would follow. */
  hasMore: boolean;
}

/** What rules that have run left beside the incident. */
export interface RulesLeft {
  channels: readonly ChannelLimits[];
  policies: readonly ChosenPolicy[];
}

export interface SimulationOptions {
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

/**
 * Who would be told of an incident from an instant on, when and by which way, if nobody did anything else. Takes the
 * very decisions that alerting takes and carries none of them out.
 */
export async function simulateAlerting(
  cache: Pick<SceneCache, 'sceneFor'>,
  given: IncidentDocument,
  { channels, policies }: RulesLeft,
  options: SimulationOptions,
): Promise<SimulatedAlerting> {
  const { at, days = 1 } = options;
  let until = at.getTime() + days * dayMilliseconds;
  const messages: SimulatedMessage[] = [];
  const steps: SimulatedStep[] = [];
  // Rules have run: what is simulated here is what follows from what they left.
  let incident: IncidentDocument = {
    ...given,
    alerting: { routed: Number.MAX_SAFE_INTEGER, limits: [...channels], policies: [...policies] },
  };
  let now = at;
  let acknowledgedAt = options.acknowledgedAt ?? null;
  let hold: IncidentHold | null = null;
  let hasMore = false;
  let stopped: SimulatedStep[] = [];
  for (let looks = 0; ; looks += 1) {
    if (acknowledgedAt && now >= acknowledgedAt) {
      incident = acknowledged(incident, now);
      acknowledgedAt = null;
    }
    const { decision, scene } = await decisionAt(cache, incident, now, options);
    const more = decision.deliveries.map((one) => messageOf(one, scene));
    messages.push(...more.filter((one) => !isRepeated(one, messages)));
    for (const step of decision.steps.map((one) => stepOf(one, scene)))
      if (step.outcome === 'told' || !steps.some((other) => isSame(step, other))) steps.push(step);
    incident = { ...decision.after, alerting: decision.state };
    // What is resolved has no plans any more; what had stopped before stays so.
    if (decision.state.plans.length > 0) stopped = stoppedSteps(incident, scene, steps);
    if (hold === null && incident.hold) {
      hold = incident.hold;
      until += hold.until.getTime() - now.getTime();
    }
    const next = Math.min(
      // What it waits for stays as it is, for all that is known.
      incident.hold?.until.getTime() ??
        decision.state.nextAt?.getTime() ??
        Number.POSITIVE_INFINITY,
      acknowledgedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    hasMore = Number.isFinite(next);
    if (next > until || looks >= looksMax || messages.length >= messagesMax) break;
    now = new Date(Math.max(next, now.getTime() + 1));
  }
  const known = new Set(given.events.map(({ id }) => id));
  return {
    messages: messages.slice(0, messagesMax).toSorted((one, other) => +one.at - +other.at),
    steps: [...steps.toSorted((one, other) => Number(one.at) - Number(other.at)), ...stopped].slice(
      0,
      stepsMax,
    ),
    events: incident.events.filter(({ id }) => !known.has(id)),
    after: incident,
    hold,
    hasMore,
  };
}

async function decisionAt(
  cache: Pick<SceneCache, 'sceneFor'>,
  incident: IncidentDocument,
  now: Date,
  { urgency }: SimulationOptions,
): Promise<{ decision: Decision; scene: Scene }> {
  const turns = new Map<string, number>();
  for (;;) {
    const found = await cache.sceneFor([incident], turns, now);
    const scene: Scene = {
      ...found,
      // A simulation assumes that each message arrives, so it never waits for one.
      reached: () => ['everybody'],
      ...(urgency === undefined ? {} : { urgency: () => constantly(urgency) }),
    };
    const decision = decide(incident, scene);
    if (decision.missingTurns.size === 0) return { decision, scene };
    // Whose turn it will be nobody knows: the first in the list stands for it.
    for (const key of decision.missingTurns) turns.set(key, 0);
  }
}

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
  const name = isToolLane(lane) ? (target ?? '') : scene.nameOf(ownerId);
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
    people: userIds.map((id) => ({ id, name: scene.nameOf(id) })),
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
