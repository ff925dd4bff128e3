import {
  type ChannelName,
  type Contacts,
  channelNames,
  contactKinds,
  type PersonSettings,
  registry,
  type Target,
} from '../channels/index.ts';
import {
  allowsChannel,
  asksForAction,
  type ChannelLimits,
  type Intent,
  intents,
  type Severity,
} from '../incidents/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type DeliveryDocument, rankOf } from './delivery.ts';
import { toolLane } from './lanes.ts';

/** Something that is to be told about an incident. */
export interface Notice {
  organizationId: string;
  incidentId: string;
  teamIds: string[];
  severity: Severity;
  intent: Intent;
  /** Wanted by people who want one of these, too: an alert after a reopening is an alert, whatever it is called. */
  alsoAs?: readonly Intent[];
  eventId: string | null;
  /** Tells this notice from all others of the incident. Part of the key that makes repeating it harmless. */
  key: string;
  /** The step that the notice belongs to, where several steps tell each person once; default: `key`. */
  step?: string;
  /** Delays count from here. */
  at: Date;
  isAlert: boolean;
  isUntilResolved?: true;
  because: Sentence;
  /** Whatever the person's settings say: they are the last who can be told. */
  isLastResort?: true;
}

/** A person and how they can be reached. */
export interface Recipient extends Contacts {
  userId: string;
  settings: PersonSettings;
  /** Whatever their settings say, nothing is sent to them. */
  isSuspended: boolean;
}

/** Which channels can send at all. */
export interface ChannelReadiness {
  /** Null when it can; else the sentence that says which setting is missing. */
  missing(channel: ChannelName): Sentence | null;
}

interface ChannelSettings {
  isOn: boolean;
  delayMinutes: number;
  severities: readonly Severity[];
  disabledIntents: readonly Intent[];
}

/** Intents that people who have set nothing are not told of. */
const disabledByDefault: Readonly<Record<'all' | 'forAction', readonly Intent[]>> = {
  all: ['Updated'],
  forAction: intents.filter((intent) => !asksForAction(intent)),
};

/** Whether a channel with this kind of news tells people of an intent who need not act. */
const carriesNews = {
  all: () => true,
  informing: (intent: Intent) => !asksForAction(intent),
  none: () => false,
};

/** The channel by which the log says that nothing was sent by any. */
const forNone: ChannelName = 'Email';

/**
 * The messages that tell one person, by their settings. What their settings ask for and cannot be sent is among them,
 * dropped and with its reason, so that the log explains a silence. Pure.
 */
export function deliveriesTo(
  recipient: Recipient,
  notice: Notice,
  limits: readonly ChannelLimits[],
  channels: ChannelReadiness,
): DeliveryDocument[] {
  const none = (reason: Sentence) => [dropped(queued(recipient, forNone, notice, 0), reason)];
  if (recipient.isSuspended) return notice.isAlert ? none(say('personSuspended')) : [];
  const wanted = channelNames.filter((channel) => wants(recipient, channel, notice));
  const messages = wanted.flatMap((channel) => {
    const { delayMinutes } = channelSettings(recipient.settings, channel);
    const delay = notice.isLastResort ? 0 : delayMinutes;
    const reason = obstacle(recipient, channel, limits, channels);
    return reason === null
      ? targetsOf(recipient, channel).map((to) => queued(recipient, channel, notice, delay, to))
      : [dropped(queued(recipient, channel, notice, delay), reason)];
  });
  // That news of an incident did not get through explains no silence.
  if (!notice.isAlert) return messages.filter(({ state }) => state === 'queued');
  if (messages.length > 0) return messages;
  return none(say('personTakesNone', { severity: notice.severity }));
}

/** The settings of one channel, with what holds for people who have set nothing. */
export function channelSettings(settings: PersonSettings, channel: ChannelName): ChannelSettings {
  const { members, defaults } = registry[channel];
  if (!settings) return { ...defaults, disabledIntents: disabledByDefault[defaults.intents] };
  return {
    // A channel that came after they were set is as for those who have set nothing.
    isOn: settings[members.isOn] ?? defaults.isOn,
    delayMinutes: settings[members.delayMinutes] ?? defaults.delayMinutes,
    severities: settings[members.severities] ?? defaults.severities,
    disabledIntents: settings[members.disabledIntents] ?? [],
  };
}

/** Where the person can be written to by the channel. */
export function targetsOf(contacts: Contacts, channel: ChannelName): Target[] {
  return contactKinds[registry[channel].reachedBy].targetsOf(contacts);
}

function wants(recipient: Recipient, channel: ChannelName, notice: Notice): boolean {
  const { isLastResort, isOptional, news } = registry[channel];
  const isUnexpected = isOptional && targetsOf(recipient, channel).length === 0;
  if (notice.isLastResort) return isLastResort && !isUnexpected;
  // Nobody asked for it by the defaults alone, so there is nothing to say about it.
  if (!recipient.settings && isUnexpected) return false;
  // Whatever the settings say: whoever has to act is alerted, and the others are to sleep.
  if (!notice.isAlert && !carriesNews[news](notice.intent)) return false;
  const { isOn, severities, disabledIntents } = channelSettings(recipient.settings, channel);
  const told = [notice.intent, ...(notice.alsoAs ?? [])];
  return (
    isOn &&
    severities.includes(notice.severity) &&
    told.some((intent) => !disabledIntents.includes(intent))
  );
}

/** Why this channel does not reach the person, or null. */
function obstacle(
  recipient: Recipient,
  channel: ChannelName,
  limits: readonly ChannelLimits[],
  channels: ChannelReadiness,
): Sentence | null {
  if (!allowsChannel(limits, channel)) return say('channelMuted');
  const missing = channels.missing(channel);
  if (missing !== null) return missing;
  if (targetsOf(recipient, channel).length > 0) return null;
  return contactKinds[registry[channel].reachedBy].lacking;
}

function queued(
  recipient: Recipient,
  lane: ChannelName,
  notice: Notice,
  delayMinutes: number,
  target = wholeTarget(recipient, lane),
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
    ),
    ownerId: recipient.userId,
    ...(deviceId === undefined ? {} : { deviceId }),
    lane,
    ...(notice.isUntilResolved ? { isUntilResolved: true as const } : {}),
    dueAt: new Date(notice.at.getTime() + delayMinutes * 60_000),
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
function dropped(
  { nextAt: _at, rank: _rank, takenBy: _by, ...delivery }: DeliveryDocument,
  dropReason: Sentence,
): DeliveryDocument {
  return { ...delivery, state: 'dropped', dropReason };
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
