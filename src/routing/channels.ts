import type { NotificationChannel, RuleChannels } from './routings.ts';

/** What a rule leaves of the channels, for all later messages about the incident; null: all of them. */
export interface ChannelLimits {
  notificationChannels: ChannelLimit<NotificationChannel> | null;
  /** Ids in lower case. */
  outboundIntegrations: ChannelLimit<string> | null;
}

/** Muted: these, or all, are silent. Else these are the only ones that are not. */
export type ChannelLimit<Name extends string> =
  | { muted: true; names: Name[] | 'all' }
  | { muted: false; names: Name[] };

/** Null for channels that limit nothing. */
export function channelLimitsOf(channels: RuleChannels | null | undefined): ChannelLimits | null {
  if (!channels) return null;
  const notificationChannels = limitOf(
    channels.notificationChannels,
    channels.notificationChannelsMuted,
  );
  const outboundIntegrations = limitOf(
    channels.outboundIntegrations?.map((id) => id.toLowerCase()),
    channels.outboundIntegrationsMuted,
  );
  if (!notificationChannels && !outboundIntegrations) return null;
  return { notificationChannels, outboundIntegrations };
}

/** The empty list names nothing, so it limits nothing: a list that came out empty must not silence everybody. */
function limitOf<Name extends string>(
  names: readonly Name[] | null | undefined,
  muted: boolean | null | undefined,
): ChannelLimit<Name> | null {
  if (!names) return muted ? { muted: true, names: 'all' } : null;
  return names.length === 0 ? null : { muted: muted ?? false, names: [...names] };
}

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
