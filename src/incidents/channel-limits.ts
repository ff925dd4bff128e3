import type { components } from '../contract/index.ts';

type NotificationChannel = components['schemas']['NotificationChannel'];

/** The channels that a rule leaves for all later messages about the incident; null: all of them. */
export interface ChannelLimits {
  notificationChannels: ChannelLimit<NotificationChannel> | null;
  /** Ids in lower case. */
  outboundIntegrations: ChannelLimit<string> | null;
}

/** Muted: these, or all, are silent. Else these are the only ones that are not. */
export type ChannelLimit<Name extends string> =
  | { muted: true; names: Name[] | 'all' }
  | { muted: false; names: Name[] };

/** False as soon as one of the limits silences the channel. */
export function allowsChannel(
  limits: readonly ChannelLimits[],
  channel: NotificationChannel,
): boolean {
  return limits.every(({ notificationChannels }) => allows(notificationChannels, channel));
}

/** False as soon as one of the limits silences the outbound integration. */
export function allowsOutbound(limits: readonly ChannelLimits[], id: string): boolean {
  const wanted = id.toLowerCase();
  return limits.every(({ outboundIntegrations }) => allows(outboundIntegrations, wanted));
}

function allows<Name extends string>(limit: ChannelLimit<Name> | null, name: Name): boolean {
  if (!limit) return true;
  return limit.names !== 'all' && limit.names.includes(name) !== limit.muted;
}
