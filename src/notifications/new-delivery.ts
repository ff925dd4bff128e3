import {
  type ChannelName,
  type Contacts,
  findingBy,
  furtherTarget,
  isAddress,
  registry,
  type Target,
} from '../channels/index.ts';
import type { Intent, Severity } from '../incidents/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Urgency } from '../urgency/index.ts';
import { type DeliveryDocument, rankOf } from './delivery.ts';
import { toolLane } from './lanes.ts';

/** Something that is to be told about an incident. */
export interface Notice {
  organizationId: string;
  incidentId: string;
  teamIds: string[];
  severity: Severity;
  /** The urgency of an alert, for the rules of people; left out: High. */
  urgency?: Urgency;
  intent: Intent;
  /** Wanted by people who want one of these, too: an alert after a reopening is an alert, whatever it is called. */
  alsoAs?: readonly Intent[];
  eventId: string | null;
  /** Tells this notice from all others of the incident. Part of the key that makes repeating it harmless. */
  key: string;
  /** The step that the notice belongs to, where several steps tell each person once; default: `key`. */
  step?: string;
  /** The schedules by which this person is told, in an alert by an escalation policy. */
  scheduleIds?: readonly string[];
  /** Delays count from here. */
  at: Date;
  isAlert: boolean;
  isUntilResolved?: true;
  because: Sentence;
  /** Whatever the person's settings say: they are the last who can be told. */
  isLastResort?: true;
}

/** Where the person can be written to by the channel: their own address, else the first further one. */
export function targetsOf(contacts: Contacts, channel: ChannelName): Target[] {
  const own = findingBy(registry[channel].reachedBy).targetsOf(contacts);
  if (own.length > 0) return own;
  const first = contacts.further?.find((one) => one.isConfirmed && one.channel === channel);
  return first ? [furtherTarget(first)] : [];
}

/**
 * The device, the account in a chat, or the further contact that a step names; null where it is gone or not confirmed.
 */
export function namedTarget(
  contacts: Contacts,
  channel: ChannelName,
  contactId: string,
): Target | null {
  const wanted = contactId.toLowerCase();
  if (!isAddress(registry[channel].reachedBy))
    return targetsOf(contacts, channel).find(({ deviceId }) => deviceId === wanted) ?? null;
  const found = contacts.further?.find(
    (one) => one.isConfirmed && one.channel === channel && one.id.toLowerCase() === wanted,
  );
  return found ? furtherTarget(found) : null;
}

/** When a message is due, and what tells it from others by the same channel. */
export interface Timing {
  dueAt: Date;
  /** The minutes of a message by rules, which use a channel several times. */
  minutes?: number;
  waitsBecause?: Sentence;
  quietUntil?: Date;
}

/** A message to a person that waits for its time. */
export function queued(
  recipient: Contacts & { userId: string },
  lane: ChannelName,
  notice: Notice,
  { dueAt, minutes, waitsBecause, quietUntil }: Timing,
  target: { shown: string | null; deviceId?: string } = wholeTarget(recipient, lane),
): DeliveryDocument {
  const { deviceId, shown } = target;
  return messageOf(notice, {
    _id: repeatableId(
      notice.at.getTime(),
      notice.incidentId,
      notice.key,
      recipient.userId,
      lane,
      ...(deviceId === undefined ? [] : [deviceId]),
      ...(minutes === undefined ? [] : [`+${minutes}`]),
    ),
    ownerId: recipient.userId,
    ...(deviceId === undefined ? {} : { deviceId }),
    lane,
    ...(notice.isUntilResolved ? { isUntilResolved: true as const } : {}),
    dueAt,
    ...(waitsBecause === undefined ? {} : { waitsBecause }),
    ...(quietUntil === undefined ? {} : { quietUntil }),
    target: shown,
  });
}

/** For a record of what was not sent: not one of several devices. */
function wholeTarget(
  contacts: Contacts,
  channel: ChannelName,
): { shown: string | null; deviceId?: string } {
  const address = targetsOf(contacts, channel).find(({ deviceId }) => deviceId === undefined);
  return { shown: address?.shown ?? null };
}

type Addressed = Pick<DeliveryDocument, '_id' | 'ownerId' | 'lane' | 'dueAt' | 'target'> &
  Partial<DeliveryDocument>;

/** A message that waits for its time, to whomever it is addressed. */
function messageOf(notice: Notice, addressed: Addressed): DeliveryDocument {
  const { organizationId, incidentId, teamIds, intent, eventId, severity, because, isAlert } =
    notice;
  return {
    organizationId,
    incidentId,
    teamIds,
    intent,
    eventId,
    severity,
    step: notice.step ?? notice.key,
    because,
    isAlert,
    createdAt: notice.at,
    state: 'queued',
    attempts: [],
    nextAt: addressed.dueAt,
    rank: rankOf(severity),
    ...addressed,
  };
}

/** Not to be sent, and why. */
export function dropped(
  { nextAt: _at, rank: _rank, takenBy: _by, waitsBecause: _why, ...delivery }: DeliveryDocument,
  dropReason: Sentence,
): DeliveryDocument {
  return { ...delivery, state: 'dropped', dropReason };
}

/**
 * The message as it would be sent if no other product told people of the incident. It has an id of its own: the
 * message that is decided anew once people are told is no repetition of this one.
 */
export function wouldBeSent(delivery: DeliveryDocument): DeliveryDocument {
  if (delivery.state !== 'queued') return delivery;
  const _id = repeatableId(delivery.createdAt.getTime(), delivery._id, 'in shadow');
  return { ...dropped(delivery, say('inShadow')), _id };
}

/** The message that tells a tool. Tools have no settings of a person: what they want has been judged before. */
export function toolDelivery(
  tool: { id: string; displayName: string },
  notice: Notice,
  isForced: boolean,
): DeliveryDocument {
  return messageOf(notice, {
    _id: repeatableId(notice.at.getTime(), notice.incidentId, notice.key, tool.id),
    ownerId: tool.id,
    lane: toolLane,
    isAlert: false,
    ...(isForced ? { isForced: true as const } : {}),
    dueAt: notice.at,
    target: tool.displayName,
  });
}
