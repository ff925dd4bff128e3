import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import { type Intent, type Severity, severities } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import type { ToolExchange } from '../outbound/index.ts';
import type { Log, LogDocument } from '../resources/index.ts';
import { type NamedPerson, type Sentence, words } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { type Lane, lanes, toolLane } from './lanes.ts';

/**
 * `perhapsSent`: an attempt ended without an answer (the server or the connection stopped), and nothing that is known
 * to have arrived came after it.
 */
export type DeliveryState = 'queued' | 'sent' | 'delivered' | 'perhapsSent' | 'failed' | 'dropped';

export interface DeliveryAttempt {
  at: Date;
  /** Status of the receiver. */
  code: string | null;
  error: string | null;
  /** The error where it is our own; else it is in the words of the receiver. */
  sentence?: Sentence;
  milliseconds: number;
}

/** Why an attempt failed; null where it did not. */
export function errorOf({ error, sentence }: DeliveryAttempt): Sentence | null {
  return sentence ?? (error === null ? null : words(error));
}

/** How often it was tried in vain. */
export function failuresOf({ attempts }: Pick<DeliveryDocument, 'attempts'>): number {
  return attempts.filter(({ error }) => error !== null).length;
}

/** Something that tools are told and that is about no incident, before it is in a language. */
export interface DeliveryToolNotice {
  title: Sentence;
  /** In lines. */
  said: readonly Sentence[];
  /** The body for tools that take JSON; with a page, also its address as `url`. */
  json: object;
  /** Where in the console more of it is. */
  page?: { path: string; text: Sentence };
  /** Notices about the same are told in order; one that could not be sent is dropped once there is a later one. */
  about: string;
  /** The order among notices about the same and of the same instant. */
  place: number;
}

/** Something that people are told and that is about no incident, before it is in a language. */
export interface DeliveryNote {
  title: Sentence;
  body: Sentence;
  /** Where more is to be seen: a page of this server, and what to call it. */
  link?: { path: string; text: Sentence };
  /** A cover request that the receiver may answer by a link, which is made when it is sent. */
  asks?: { coverRequestId: string; text: Sentence };
  /** It is so until then, and not said later. */
  until?: Date;
  /** The thread of a mail: all mails with the same value are about the same thing. */
  threadId?: string;
}

/** Who is to be in a user group of Slack. */
export interface DeliveryUserGroup {
  id: string;
  /** Ids of their accounts, as Slack takes them: `U1,U2`; empty: nobody on call has connected one. */
  users: string;
}

/**
 * One message to one person by one channel, or to one tool. Its id is made of what it tells and to whom, so storing it
 * twice is harmless. Also the record of it: who was told when, by which way, and why not.
 */
export interface DeliveryDocument extends LogDocument {
  /** The teams of the incident then: their administrators may read the record. */
  teamIds: string[];
  /** The change that it tells of. */
  intent: Intent;
  eventId: string | null;
  severity: Severity;
  /** The person, or the outbound integration where the lane is that of tools. */
  ownerId: string;
  lane: Lane;
  /**
   * For a push: the subscription that gets it; in a chat: the account; else the further contact, and absent: the
   * person's own address. Null only in queries.
   */
  deviceId?: string | null;
  /** Which of the messages about the incident it is; the same for all who get it. */
  step: string;
  /** The same of further teams whose tier the person is in: they are told once. */
  alsoForSteps?: string[];
  /** Why this person or tool: `Tier 1 of Database`. */
  because: Sentence;
  /** Void once the incident is acknowledged or resolved. */
  isAlert: boolean;
  /** Void only once it is resolved. */
  isUntilResolved?: true;
  /** A forwarding: sent although the incident is snoozed. */
  isForced?: true;
  /** Changes what earlier messages about the incident show there. */
  isUpdate?: true;
  /** The text of a message about no incident. */
  note?: DeliveryNote;
  /** The notice for a tool that is about no incident. */
  toolNotice?: DeliveryToolNotice;
  /** An on-call reminder of a chat. Who is on call is looked up when it is sent. */
  reminder?: { channelId: string };
  /** A user group of a chat is brought in step with who is on call. */
  userGroup?: DeliveryUserGroup;
  /** The channel of an incident is archived, unless the incident is open by then, or was resolved once more. */
  archive?: { incidentId: string; resolvedBy: string | null };
  /** Somebody tries a tool: told of an incident that is nowhere else. Tried once, because they wait for the answer. */
  test?: { incidentId: string; by: NamedPerson };
  /**
   * A message of a status page, to a subscriber of it: `ownerId` is the subscriber or the sign-up. The address is
   * looked up when it is sent.
   */
  toSubscriber?: { statusPageId: string; newsId: string | null };
  /** A second message with this key is not stored, whatever its id. */
  onceKey?: string;
  /** Somebody wanted it sent again: sent whatever became of the incident. */
  isResent?: true;
  /** The last message that repeats this one, by its id. */
  resent?: { id: string; at: Date };
  dueAt: Date;
  state: DeliveryState;
  /** Address or number, in part. */
  target: string | null;
  attempts: DeliveryAttempt[];
  /** Requests to a tool and its answers at the latest attempt, without secrets. */
  exchanges?: readonly ToolExchange[];
  /** Why it was not sent, for people. */
  dropReason?: Sentence;
  providerId?: string;
  /** The delivery whose message told this one, too. */
  bundledIn?: string;
  /** When to send it or to try again; only while it is queued. */
  nextAt?: Date;
  /** It waits although it was due: its receiver hangs. Only while it is queued. */
  waitsBecause?: Sentence;
  /** When quiet hours of the person end for which it waits, or waited. */
  quietUntil?: Date;
  /** It was tried and has to be tried again: when it was due first. Only while it is queued. */
  retriedSince?: Date;
  /** 0 is the severest; only while it is queued. */
  rank?: number;
  takenBy?: string;
  /** Id of an attempt that has begun and whose outcome is not noted yet. Only while it is queued. */
  sending?: string;
  /** How many attempts ended without an answer: each may have arrived. */
  unanswered?: number;
  /** For a call: somebody pressed a key. A mailbox answers, too, but presses none. */
  hasPressedKey?: true;
  /** It failed twice or for good, and what follows from that is still to be done: the next channel, the next tier. */
  isUnfollowed?: true;
  /**
   * It has failed so that what comes next does not wait for it (`isEnough`), and is tried again. Only while it is
   * queued.
   */
  isFailing?: true;
  /** When something last became of it that its readers see (`changedNow`); absent: nothing yet. */
  changedAt?: Date;
  /** It was planned for later, until the message `by` to the same person failed. */
  broughtForward?: { by: string; from: Date };
}

const schema = schemaOf<DeliveryDocument>({
  _id: String,
  organizationId: String,
  incidentId: String,
  teamIds: [String],
  intent: String,
  eventId: String,
  severity: String,
  ownerId: String,
  lane: String,
  deviceId: String,
  step: String,
  alsoForSteps: { type: [String], default: undefined },
  because: Schema.Types.Mixed,
  isAlert: Boolean,
  isUntilResolved: Boolean,
  isForced: Boolean,
  isUpdate: Boolean,
  isResent: Boolean,
  resent: Schema.Types.Mixed,
  createdAt: Date,
  changedAt: Date,
  note: Schema.Types.Mixed,
  toolNotice: Schema.Types.Mixed,
  reminder: Schema.Types.Mixed,
  userGroup: Schema.Types.Mixed,
  archive: Schema.Types.Mixed,
  test: Schema.Types.Mixed,
  toSubscriber: Schema.Types.Mixed,
  onceKey: String,
  dueAt: Date,
  state: String,
  target: String,
  attempts: Schema.Types.Mixed,
  exchanges: Schema.Types.Mixed,
  dropReason: Schema.Types.Mixed,
  providerId: String,
  bundledIn: String,
  nextAt: Date,
  waitsBecause: Schema.Types.Mixed,
  quietUntil: Date,
  retriedSince: Date,
  rank: Number,
  takenBy: String,
  sending: String,
  unanswered: Number,
  isUnfollowed: Boolean,
  isFailing: Boolean,
  broughtForward: Schema.Types.Mixed,
  hasPressedKey: Boolean,
});
// Failures whose consequences were cut off by a crash.
schema.index({ isUnfollowed: 1 }, { sparse: true });
// Finds due messages of a lane, the severest first.
schema.index(
  { lane: 1, rank: 1, nextAt: 1 },
  { partialFilterExpression: { nextAt: { $exists: true } } },
);
// Finds messages that wait for another attempt, the oldest first.
schema.index(
  { lane: 1, retriedSince: 1 },
  { partialFilterExpression: { retriedSince: { $exists: true } } },
);
// Finds due messages for one contact.
schema.index(
  { ownerId: 1, lane: 1, nextAt: 1 },
  { partialFilterExpression: { nextAt: { $exists: true } } },
);
// Finds messages to a tool about one incident, in order.
schema.index(
  { incidentId: 1, ownerId: 1, nextAt: 1 },
  { partialFilterExpression: { lane: toolLane, nextAt: { $exists: true } } },
);
// The log of a person or a tool, and of an incident, latest first.
schema.index({ organizationId: 1, ownerId: 1, _id: -1 });
schema.index({ organizationId: 1, incidentId: 1, _id: -1 });
// Finds messages about incidents that have changed lately, for open pages. Those to subscribers are not among them.
schema.index(
  { organizationId: 1, changedAt: 1 },
  { partialFilterExpression: { incidentId: { $gt: '' }, changedAt: { $gt: new Date(0) } } },
);
schema.index({ providerId: 1 }, { sparse: true });
// Refuses a second message with the same key.
schema.index({ onceKey: 1 }, { unique: true, sparse: true });
// Finds the other messages that a report about a bundle concerns.
schema.index({ bundledIn: 1 }, { sparse: true });

export const deliveryModel = defineModel<DeliveryDocument>('deliveries', schema);

/** Messages are their own record: who was told when, by which way, and why not. */
export const deliveryLog: Log<DeliveryDocument> = {
  model: deliveryModel,
  keptAs: 'notifications',
};

export function deliveriesOf(world: World): Collection<DeliveryDocument> {
  return driverCollection(deliveryModel(world.store));
}

/** Ranks of alerts, one for each severity. */
const alertRanks = severities.map((_severity, index) => index);

/**
 * Behind all that is for the people on call: what a status page writes to its subscribers, of whom there may be very
 * many.
 */
export const lastRank = severities.length;

/** Ranks of all messages. */
export const ranks = [...alertRanks, lastRank];

/** 0 for the severest. */
export function rankOf(severity: Severity): number {
  return severities.length - 1 - severities.indexOf(severity);
}

/** Whether any message is due in any lane. */
export async function isAnythingDue(world: World): Promise<boolean> {
  const due = { lane: { $in: [...lanes] }, rank: { $in: ranks } };
  const found = await deliveriesOf(world).findOne(
    { ...due, nextAt: { $lte: world.clock.now() } },
    { projection: { _id: 1 } },
  );
  return found !== null;
}

/**
 * Since when the oldest message to people on call or tools waits that is to be sent now, or null; of each lane the
 * first is enough. One that has to be tried again is not among them (`overdue.ts`).
 */
export async function oldestDueAt(world: World): Promise<Date | null> {
  const due = { nextAt: { $lte: world.clock.now() }, retriedSince: { $exists: false } };
  const anywhere = { ...due, lane: { $in: [...lanes] }, rank: { $in: alertRanks } };
  if ((await deliveriesOf(world).findOne(anywhere, { projection: { _id: 1 } })) === null)
    return null;
  let oldest: Date | null = null;
  for (const lane of lanes)
    for (const rank of alertRanks) {
      const [first] = await deliveriesOf(world)
        .find({ ...due, lane, rank })
        .sort({ nextAt: 1 })
        .limit(1)
        .project<{ nextAt: Date }>({ nextAt: 1 })
        .toArray();
      if (first && (!oldest || first.nextAt < oldest)) oldest = first.nextAt;
    }
  return oldest;
}

/** After the clock went back by `milliseconds`: what was to be sent at an instant is to be sent as much earlier. */
export async function shiftDeliveries(world: World, milliseconds: number): Promise<void> {
  const now = world.clock.now();
  const waiting = deliveriesOf(world).find({
    lane: { $in: [...lanes] },
    rank: { $in: ranks },
    nextAt: { $gt: now },
    // Only messages from before the jump: another process that noticed it may have moved some already.
    createdAt: { $gt: now },
  });
  const earlier = (at: Date) => new Date(at.getTime() - milliseconds);
  for await (const { _id, nextAt, dueAt, createdAt } of waiting)
    if (nextAt)
      await deliveriesOf(world).updateOne(
        { _id, nextAt },
        { $set: { nextAt: earlier(nextAt), dueAt: earlier(dueAt), createdAt: earlier(createdAt) } },
      );
}

/** Set by every write of which readers of the log see something. */
export function changedNow(world: World): { changedAt: Date } {
  return { changedAt: world.clock.now() };
}

/** A message without the members that only queued ones have: the same as `noLongerDue` makes of a stored one. */
export function noLongerQueued({
  nextAt: _nextAt,
  waitsBecause: _why,
  rank: _rank,
  takenBy: _by,
  retriedSince: _since,
  sending: _sending,
  isFailing: _isFailing,
  ...delivery
}: DeliveryDocument): DeliveryDocument {
  return delivery;
}

/** Removes the members that only queued messages have. */
export const noLongerDue = {
  $unset: {
    nextAt: 1,
    waitsBecause: 1,
    rank: 1,
    takenBy: 1,
    retriedSince: 1,
    sending: 1,
    isFailing: 1,
  },
} as const;
