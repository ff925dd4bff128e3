import { isPlaceholderEmail, type NotificationSettings } from '../identity/index.ts';
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
import { type ChannelName, type DeliveryDocument, rankOf } from './delivery.ts';
import { maskedAddress, maskedNumber } from './masked-target.ts';

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
export interface Recipient {
  userId: string;
  email: string;
  /** Null without a number that is confirmed. */
  phone: string | null;
  /** Browsers and apps that are subscribed: each gets messages of its own. */
  devices: readonly Device[];
  settings: NotificationSettings;
  /** Whatever their settings say, nothing is sent to them. */
  isSuspended: boolean;
}

/** A push subscription, and what its person calls it. */
export interface Device {
  id: string;
  name: string;
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

const noUpdates: readonly Intent[] = ['Updated'];
/** A text or a call wakes people: by default only for what somebody has to act on. */
const noNews: readonly Intent[] = intents.filter((intent) => !asksForAction(intent));
const all: readonly Severity[] = ['Minor', 'Warning', 'Critical'];

/** For people who have set nothing. Spec 3.1: no notification by default for plain updates. */
const defaults: Readonly<Record<ChannelName, ChannelSettings>> = {
  Email: { isOn: true, delayMinutes: 0, severities: all, disabledIntents: noUpdates },
  Push: { isOn: true, delayMinutes: 0, severities: all, disabledIntents: noUpdates },
  SMS: { isOn: true, delayMinutes: 0, severities: ['Critical'], disabledIntents: noNews },
  VoiceCall: {
    isOn: true,
    delayMinutes: 2,
    severities: ['Critical'],
    disabledIntents: noNews,
  },
};

export const channelNames = Object.keys(defaults) as ChannelName[];

/**
 * The messages that tell one person, by their settings. What their settings ask for and cannot be sent is among them, dropped
 * and with its reason, so that the log explains a silence. Pure.
 */
export function deliveriesTo(
  recipient: Recipient,
  notice: Notice,
  limits: readonly ChannelLimits[],
  channels: ChannelReadiness,
): DeliveryDocument[] {
  if (recipient.isSuspended)
    return notice.isAlert
      ? [dropped(queued(recipient, 'Email', notice, 0), say('personSuspended'))]
      : [];
  const wanted = channelNames.filter((channel) => wants(recipient, channel, notice));
  const messages = wanted.flatMap((channel) => {
    const { delayMinutes } = channelSettings(recipient.settings, channel);
    const delay = notice.isLastResort ? 0 : delayMinutes;
    const reason = obstacle(recipient, channel, limits, channels);
    if (reason !== null) return [dropped(queued(recipient, channel, notice, delay), reason)];
    return channel === 'Push'
      ? recipient.devices.map((device) => queued(recipient, channel, notice, delay, device))
      : [queued(recipient, channel, notice, delay)];
  });
  // That news of an incident did not get through explains no silence.
  if (!notice.isAlert) return messages.filter(({ state }) => state === 'queued');
  if (messages.length > 0) return messages;
  const reason = say('personTakesNone', { severity: notice.severity });
  return [dropped(queued(recipient, 'Email', notice, 0), reason)];
}

/** The settings of one channel, with what holds for people who have set nothing. */
export function channelSettings(
  settings: NotificationSettings,
  channel: ChannelName,
): ChannelSettings {
  if (!settings) return defaults[channel];
  switch (channel) {
    case 'Email':
      return {
        isOn: settings.shouldSendEmail,
        delayMinutes: settings.delayInMinEmail,
        severities: settings.severitiesEmail,
        disabledIntents: settings.disabledIntentsEmail ?? [],
      };
    case 'Push':
      return {
        isOn: settings.shouldSendPush,
        delayMinutes: settings.delayInMinPush,
        severities: settings.severitiesPush,
        disabledIntents: settings.disabledIntentsPush ?? [],
      };
    case 'SMS':
      return {
        isOn: settings.shouldSendSMS,
        delayMinutes: settings.delayInMinSMS,
        severities: settings.severitiesSMS,
        disabledIntents: settings.disabledIntentsSMS ?? [],
      };
    case 'VoiceCall':
      return {
        isOn: settings.shouldCallVoice,
        delayMinutes: settings.delayInMinVoice,
        severities: settings.severitiesVoice,
        disabledIntents: settings.disabledIntentsVoice ?? [],
      };
  }
}

function wants({ settings, devices }: Recipient, channel: ChannelName, notice: Notice) {
  if (notice.isLastResort) return channel === 'Email' || (channel === 'Push' && devices.length > 0);
  // Nobody asked for push by the defaults alone: without a device there is nothing to say about it.
  if (!settings && channel === 'Push' && devices.length === 0) return false;
  if (!notice.isAlert && !carriesNews(channel, notice.intent)) return false;
  const { isOn, severities, disabledIntents } = channelSettings(settings, channel);
  const told = [notice.intent, ...(notice.alsoAs ?? [])];
  return (
    isOn &&
    severities.includes(notice.severity) &&
    told.some((intent) => !disabledIntents.includes(intent))
  );
}

/**
 * Calls tell no news, whatever the settings say; texts tell none that asks for action: whoever has to act is alerted, and the others
 * are to sleep.
 */
function carriesNews(channel: ChannelName, intent: Intent): boolean {
  return channel !== 'VoiceCall' && !(channel === 'SMS' && asksForAction(intent));
}

/** Why this channel does not reach the person, or null. */
function obstacle(
  { email, phone, devices }: Recipient,
  channel: ChannelName,
  limits: readonly ChannelLimits[],
  channels: ChannelReadiness,
): Sentence | null {
  if (!allowsChannel(limits, channel)) return say('channelMuted');
  const missing = channels.missing(channel);
  if (missing !== null) return missing;
  if (channel === 'Email' && isPlaceholderEmail(email)) return say('personHasNoEmail');
  if ((channel === 'SMS' || channel === 'VoiceCall') && phone === null)
    return say('personHasNoPhone');
  if (channel === 'Push' && devices.length === 0) return say('personHasNoDevice');
  return null;
}

function queued(
  recipient: Recipient,
  lane: ChannelName,
  notice: Notice,
  delayMinutes: number,
  device?: Device,
): DeliveryDocument {
  return messageOf(notice, {
    _id: repeatableId(
      notice.at.getTime(),
      notice.incidentId,
      notice.key,
      recipient.userId,
      lane,
      ...(device ? [device.id] : []),
    ),
    ownerId: recipient.userId,
    ...(device ? { deviceId: device.id } : {}),
    lane,
    ...(notice.isUntilResolved ? { isUntilResolved: true as const } : {}),
    dueAt: new Date(notice.at.getTime() + delayMinutes * 60_000),
    target: targetOf(recipient, lane, device),
  });
}

/** Where a message goes, as its record shows it. */
export function targetOf(
  { email, phone }: Pick<Recipient, 'email' | 'phone'>,
  lane: ChannelName,
  device: Device | undefined,
): string | null {
  if (lane === 'Email') return maskedAddress(email);
  return lane === 'Push' ? (device?.name ?? null) : phone && maskedNumber(phone);
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
    lane: 'Outbound',
    isAlert: false,
    ...(isForced ? { isForced: true as const } : {}),
    dueAt: notice.at,
    target: tool.displayName,
  });
}
