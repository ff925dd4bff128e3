import { channelTraits, defaultSettings } from '../../../openapi/types/channels.generated.ts';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { type Channel, channelNames } from '../../parts/channels.ts';

export { defaultSettings };

export type Settings = NonNullable<components['schemas']['IncidentNotificationSettings']>;
export type Severity = 'Minor' | 'Warning' | 'Critical';
export type Intent = components['schemas']['Intent'];

export const severities: readonly Severity[] = ['Critical', 'Warning', 'Minor'];

/** Intents that messages to people are about. */
export const intents: readonly Intent[] = [
  'Created',
  'Updated',
  'Commented',
  'Investigated',
  'Escalated',
  'Assigned',
  'Snoozed',
  'Unsnoozed',
  'Resolved',
  'Unresolved',
  'Affects',
  'Forwarded',
  'Archived',
  'Unarchived',
  'Deleted',
  'Unacknowledged',
  'Released',
  'Merged',
  'Unmerged',
];
/** How the person can be reached, whatever they set. */
export interface Reach {
  hasDevice: boolean;
  hasPhone: boolean;
  /** Channels of chats in which an account is connected. */
  chats?: readonly Channel[];
  /** Used by a channel for which the person has no address: the first confirmed contact, as they call it. */
  further?: Partial<Record<Channel, string>>;
}

export interface Step {
  minutes: number;
  channels: Channel[];
  /** Set, but nothing would arrive. */
  missing: Channel[];
}

/** The steps by which the person is told of an incident of the severity, minute by minute, until it is acknowledged. */
export function stepsOf(settings: Settings, severity: Severity, reach: Reach): Step[] {
  const steps = new Map<number, Step>();
  for (const channel of channelNames) {
    const names = channelTraits[channel].members;
    const isWanted =
      settings[names.isOn] &&
      (settings[names.severities] ?? []).includes(severity) &&
      !(settings[names.disabledIntents] ?? []).includes('Created');
    // Nobody expects to be told by a chat in which they have connected no account.
    if (!isWanted || (isChat(channel) && !hasOwn(channel, reach))) continue;
    const minutes = settings[names.delayMinutes] ?? 0;
    const step = steps.get(minutes) ?? { minutes, channels: [], missing: [] };
    steps.set(minutes, step);
    (isReached(channel, reach) ? step.channels : step.missing).push(channel);
  }
  return [...steps.values()].toSorted((a, b) => a.minutes - b.minutes);
}

function isReached(channel: Channel, reach: Reach): boolean {
  return hasOwn(channel, reach) || reach.further?.[channel] !== undefined;
}

function hasOwn(channel: Channel, { hasDevice, hasPhone, chats = [] }: Reach): boolean {
  const needed = neededBy(channel);
  if (needed === 'email') return true;
  if (needed === 'phone') return hasPhone;
  return needed === 'device' ? hasDevice : chats.includes(channel);
}

/** Whether its messages go to accounts that people connect from inside a chat. */
export function isChat(channel: Channel): boolean {
  return neededBy(channel) === 'chat';
}

/** The thing that a person must have to be reached by the channel. */
export function neededBy(channel: Channel): 'email' | 'phone' | 'device' | 'chat' {
  const { reachedBy } = channelTraits[channel];
  switch (reachedBy) {
    case 'email':
    case 'phone':
    case 'device':
      return reachedBy;
    default:
      return 'chat';
  }
}

/** Whether the person sees its settings: not those of chats in which they have connected no account. */
export function isShown(channel: Channel, reach: Reach): boolean {
  return !isChat(channel) || hasOwn(channel, reach);
}

/**
 * The settings to store: for a chat without an account only what was set before, so that nobody asks by saving for
 * something that they never saw.
 */
export function storedSettings(
  settings: Settings,
  before: Settings | null,
  reach: Reach,
): Settings {
  const unseen = channelNames.filter((one) => isChat(one) && !hasOwn(one, reach));
  const kept = unseen.flatMap((channel) =>
    Object.values(channelTraits[channel].members).map((name) => [name, before?.[name] ?? null]),
  );
  return { ...settings, ...Object.fromEntries(kept) };
}

/** The contact that the channel uses for want of an address of the person; null: it uses that. */
export function contactUsed(channel: Channel, reach: Reach): string | null {
  return hasOwn(channel, reach) ? null : (reach.further?.[channel] ?? null);
}
