import {
  type ChannelName,
  type Contacts,
  channelNames,
  findingBy,
  maskedTarget,
  type PersonSettings,
  registry,
} from '../channels/index.ts';
import type { NotificationStep } from '../contacts/index.ts';
import {
  allowsChannel,
  asksForAction,
  type ChannelLimits,
  type Intent,
  intents,
  type Severity,
} from '../incidents/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import {
  dropped,
  type Notice,
  namedTarget,
  queued,
  type Timing,
  targetsOf,
} from './new-delivery.ts';
import {
  type PersonRules,
  plannedMessages,
  type RuledAlert,
  stepsFor,
} from './planned-messages.ts';

/** A person and how they can be reached. */
export interface Recipient extends Contacts {
  userId: string;
  settings: PersonSettings;
  /** Decide about alerts instead of the settings, where there are some. */
  rules: PersonRules | null;
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

/** The record that nobody is told who should have been, and why. */
export function toNobody(userId: string, notice: Notice, reason: Sentence): DeliveryDocument {
  const nowhere = { userId, email: null, phone: null, devices: [] };
  return dropped(queued(nowhere, forNone, notice, { dueAt: notice.at }), reason);
}

/**
 * The messages that tell one person: of alerts by their rules, of all else, and without rules, by their settings. What
 * these ask for and cannot be sent is among them, dropped and with its reason, so that the log explains a silence.
 * Pure.
 */
export function deliveriesTo(
  recipient: Recipient,
  notice: Notice,
  limits: readonly ChannelLimits[],
  channels: ChannelReadiness,
): DeliveryDocument[] {
  const none = (reason: Sentence) => [
    dropped(queued(recipient, forNone, notice, { dueAt: notice.at }), reason),
  ];
  if (recipient.isSuspended) return notice.isAlert ? none(say('personSuspended')) : [];
  const { rules } = recipient;
  const isByRules = rules !== null && notice.isAlert && !notice.isLastResort;
  const told = (wanted: readonly Wanted[]) =>
    messagesFor(recipient, notice, wanted, (channel) =>
      allowsChannel(limits, channel) ? channels.missing(channel) : say('channelMuted'),
    );
  const messages = isByRules
    ? byRules(recipient, rules, notice, told)
    : told(bySettings(recipient, notice));
  // That news of an incident did not get through explains no silence.
  if (!notice.isAlert) return messages.filter(({ state }) => state === 'queued');
  if (messages.length > 0) return messages;
  const { severity } = notice;
  return none(
    isByRules && stepsFor(rules, alertOf(notice))
      ? say('rulesSendNothing', { severity })
      : say('personTakesNone', { severity }),
  );
}

interface Wanted extends Timing {
  channel: ChannelName;
  /** Null: where the channel finds the person. */
  contactId?: string | null;
}

/** The messages of a notice, and the reasons for which a channel or a contact gets none. */
function messagesFor(
  recipient: Recipient,
  notice: Notice,
  wanted: readonly Wanted[],
  blockedBy: (channel: ChannelName) => Sentence | null,
): DeliveryDocument[] {
  const messages = new Map<string, DeliveryDocument>();
  const missing = new Set<string>();
  // Two steps may come to one address at one instant, as when quiet hours end: one of them tells.
  const add = (message: DeliveryDocument) => {
    const { lane, deviceId = '', dueAt, state } = message;
    const key = `${lane} ${deviceId} ${dueAt.getTime()} ${state}`;
    if (!messages.has(key)) messages.set(key, message);
  };
  const miss = (way: string, message: DeliveryDocument, reason: Sentence) => {
    if (!missing.has(way)) add(dropped(message, reason));
    missing.add(way);
  };
  for (const { channel, contactId = null, ...timing } of wanted) {
    const blocked = blockedBy(channel);
    const named = contactId === null || blocked ? null : namedTarget(recipient, channel, contactId);
    const to = (target?: { shown: string | null; deviceId?: string }) =>
      queued(recipient, channel, notice, timing, target);
    if (named) {
      add(to(named));
      continue;
    }
    if (contactId !== null && !blocked) {
      const lost = { shown: shownOf(recipient, contactId), deviceId: contactId };
      miss(`${channel} ${contactId}`, to(lost), say('contactUnusable'));
    }
    const targets = blocked ? [] : targetsOf(recipient, channel);
    for (const target of targets) add(to(target));
    // Once is enough to say why a channel is silent.
    if (targets.length === 0)
      miss(channel, to(), blocked ?? findingBy(registry[channel].reachedBy).lacking);
  }
  return [...messages.values()];
}

function shownOf({ further = [] }: Recipient, contactId: string): string | null {
  const found = further.find(({ id }) => id.toLowerCase() === contactId.toLowerCase());
  return found ? maskedTarget(found.target) : null;
}

function alertOf(notice: Notice): RuledAlert {
  return { ...notice, urgency: notice.urgency ?? 'High' };
}

/**
 * The messages of the rule that matches, or of the settings where none does and nothing else is said. Where it wants
 * some and none of them can be sent, the first confirmed contact that works is told: whoever has one is told at night.
 * What is sent otherwise is no substitute: it was not meant for this alert, and a mail at night would keep the next
 * tier waiting.
 */
function byRules(
  recipient: Recipient,
  rules: PersonRules,
  notice: Notice,
  told: (wanted: readonly Wanted[]) => DeliveryDocument[],
): DeliveryDocument[] {
  const alert = alertOf(notice);
  const steps = stepsFor(rules, alert) ?? stepsOfSettings(recipient, notice);
  const messages = new Map<string, DeliveryDocument>();
  const attempts = [steps, ...lastContactsOf(recipient)];
  for (const some of steps.length === 0 ? [] : attempts) {
    for (const one of told(wantedOf(rules, alert, some)))
      if (!messages.has(one._id) || one.state === 'queued') messages.set(one._id, one);
    if ([...messages.values()].some(({ state }) => state === 'queued')) break;
  }
  return [...messages.values()];
}

function lastContactsOf({ further = [] }: Recipient): NotificationStep[][] {
  return further.flatMap(({ id, channel, isConfirmed }) => {
    const name = channelNames.find((one) => one === channel);
    return isConfirmed && name ? [[{ channel: name, contactId: id, afterMinutes: 0 }]] : [];
  });
}

function wantedOf(
  rules: PersonRules,
  alert: RuledAlert,
  steps: readonly NotificationStep[],
): Wanted[] {
  return plannedMessages(rules, alert, steps).map(({ quietUntil, ...message }) => ({
    ...message,
    ...(quietUntil && {
      quietUntil,
      waitsBecause: say('quietUntil', {
        until: zonedMoment(quietUntil.getTime(), rules.timeZoneId),
      }),
    }),
  }));
}

function bySettings(recipient: Recipient, notice: Notice): Wanted[] {
  return stepsOfSettings(recipient, notice).map(({ channel, afterMinutes }) => ({
    channel,
    dueAt: new Date(notice.at.getTime() + afterMinutes * 60_000),
  }));
}

/** The settings of a person, as steps of rules. */
function stepsOfSettings(recipient: Recipient, notice: Notice): NotificationStep[] {
  return channelNames
    .filter((channel) => wants(recipient, channel, notice))
    .map((channel) => {
      const { delayMinutes } = channelSettings(recipient.settings, channel);
      return { channel, afterMinutes: notice.isLastResort ? 0 : delayMinutes };
    });
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
    disabledIntents: settings[members.disabledIntents] ?? disabledByDefault[defaults.intents],
  };
}

function wants(recipient: Recipient, channel: ChannelName, notice: Notice): boolean {
  const { isLastResort, isOptional, members, news } = registry[channel];
  const isUnexpected = isOptional && targetsOf(recipient, channel).length === 0;
  if (notice.isLastResort) return isLastResort && !isUnexpected;
  // Nobody asked for it by the defaults alone, so there is nothing to say about it.
  const isSaid = (recipient.settings?.[members.isOn] ?? null) !== null;
  if (isUnexpected && !isSaid) return false;
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
