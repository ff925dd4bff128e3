import type { TakenStep } from '../alerting/index.ts';
import type { IncidentDocument, IncidentEvent } from '../incidents/index.ts';
import { type DeliveryDocument, isToolLane, type Lane } from '../notifications/index.ts';
import type { Sentence } from '../sentences/index.ts';

/** The result of a message. */
interface TracedMessage {
  /** The same as the server would give it. */
  id: string;
  /** A person; an outbound integration where the lane is that of tools. */
  ownerId: string;
  lane: Lane;
  /** A further address or a browser; null: the person's own address. */
  deviceId: string | null;
  /** Which alert or news it is of. */
  step: string;
  because: Sentence;
  isAlert: boolean;
  /** `waiting`: it was neither sent nor given up when the run ended. */
  outcome: 'sent' | 'failed' | 'dropped' | 'waiting';
  /** When it was handed to its carrier: null where that did not happen. */
  sentAt: Date | null;
  /** When it was to be sent first. */
  dueAt: Date;
  attempts: number;
  /** Why it was dropped or failed. */
  reason: Sentence | null;
}

export interface TracedStep extends TakenStep {
  /** Its policy, or its team where it is a tier. */
  displayName: string;
}

export interface TracedRule {
  routingId: string;
  place: number | null;
  at: Date;
  rule: string | null;
  routing: string | null;
  effects: Sentence | null;
}

/** The record of a run. */
export interface Trace {
  /** In the order in which they were thought of, those that are dropped included. */
  messages: TracedMessage[];
  /** Steps of teams' plans: tiers and steps of policies, in the order in which they were taken. */
  steps: TracedStep[];
  /** The rules that fired, by their places in the routing, from 0; null: it is not among them. */
  fired: TracedRule[];
  /** The suppression rules that held it back. */
  suppressionRuleIds: string[];
  /** The entries that were added to the history. */
  events: IncidentEvent[];
  /** The incident at the end; null: a rule has deleted it. */
  after: IncidentDocument | null;
  /** When it was due to be looked at, in order. */
  lookedAt: number[];
  /** It needed more looks than a run may have: what follows is not known. */
  isCut: boolean;
}

/** Somebody was told: a message was handed to its carrier. */
export interface Told {
  userId: string;
  channel: Exclude<Lane, 'Outbound'>;
  at: Date;
}

/** Who was told, in order of time. */
export function toldBy({ messages }: Pick<Trace, 'messages'>): Told[] {
  return messages
    .flatMap(({ ownerId: userId, lane, sentAt: at }) =>
      at === null || isToolLane(lane) ? [] : [{ userId, channel: lane, at }],
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

export function tracedMessage(delivery: DeliveryDocument): TracedMessage {
  const { _id: id, ownerId, lane, deviceId = null, step, because, isAlert, state } = delivery;
  const { attempts, broughtForward, dueAt, dropReason = null } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    ownerId,
    lane,
    deviceId,
    step,
    because,
    isAlert,
    outcome: outcomeOf(state),
    sentAt: state === 'sent' && last ? last.at : null,
    dueAt: broughtForward?.from ?? dueAt,
    attempts: attempts.length,
    reason: dropReason,
  };
}

function outcomeOf(state: DeliveryDocument['state']): TracedMessage['outcome'] {
  switch (state) {
    case 'sent':
    case 'delivered':
    case 'perhapsSent':
      return 'sent';
    case 'queued':
      return 'waiting';
    case 'failed':
    case 'dropped':
      return state;
  }
}
