import {
  type ChannelName,
  type Contacts,
  channelNames,
  contactKinds,
  type PersonSettings,
  registry,
} from '../channels/index.ts';
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
import { dropped, type Notice, queued, type Timing, targetsOf } from './new-delivery.ts';
import { type PersonRules, plannedMessages } from './planned-messages.ts';

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
  const wanted = isByRules ? byRules(rules, notice) : bySettings(recipient, notice);
  const missing = new Set<ChannelName>();
  const messages = wanted.flatMap(({ channel, ...timing }) => {
    const reason = obstacle(recipient, channel, limits, channels);
    if (reason === null)
      return targetsOf(recipient, channel).map((to) =>
        queued(recipient, channel, notice, timing, to),
      );
    // Once is enough to say why a channel is silent.
    if (missing.has(channel)) return [];
    missing.add(channel);
    return [dropped(queued(recipient, channel, notice, timing), reason)];
  });
  // That news of an incident did not get through explains no silence.
  if (!notice.isAlert) return messages.filter(({ state }) => state === 'queued');
  if (messages.length > 0) return messages;
  const { severity } = notice;
  return none(
    isByRules ? say('rulesSendNothing', { severity }) : say('personTakesNone', { severity }),
  );
}

interface Wanted extends Timing {
  channel: ChannelName;
}

function byRules(rules: PersonRules, notice: Notice): Wanted[] {
  const alert = { ...notice, urgency: notice.urgency ?? 'High' };
  return plannedMessages(rules, alert).map(({ channel, minutes, dueAt, quietUntil }) => ({
    channel,
    minutes,
    dueAt,
    ...(quietUntil && {
      waitsBecause: say('quietUntil', {
        until: zonedMoment(quietUntil.getTime(), rules.timeZoneId),
      }),
    }),
  }));
}

function bySettings(recipient: Recipient, notice: Notice): Wanted[] {
  return channelNames
    .filter((channel) => wants(recipient, channel, notice))
    .map((channel) => {
      const { delayMinutes } = channelSettings(recipient.settings, channel);
      const delay = notice.isLastResort ? 0 : delayMinutes;
      return { channel, dueAt: new Date(notice.at.getTime() + delay * 60_000) };
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
    disabledIntents: settings[members.disabledIntents] ?? [],
  };
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
