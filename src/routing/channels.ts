import type { ChannelLimit, ChannelLimits } from '../incidents/index.ts';
import type { RuleChannels } from './routings.ts';

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
