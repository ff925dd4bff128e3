/** What a rule limits messages about an incident to (public-api.md 2.10, `channels`). */
export interface ChannelLimits {
  /** Null: all of them. */
  outboundIntegrations: string[] | null;
  /** True: those listed are muted; false: only those listed are used. */
  outboundIntegrationsMuted: boolean;
  notificationChannels: string[] | null;
  notificationChannelsMuted: boolean;
}

export function allowsChannel(limits: readonly ChannelLimits[], channel: string): boolean {
  return limits.every((limit) =>
    allows(limit.notificationChannels, limit.notificationChannelsMuted, channel),
  );
}

export function allowsOutbound(limits: readonly ChannelLimits[], integrationId: string): boolean {
  return limits.every((limit) =>
    allows(limit.outboundIntegrations, limit.outboundIntegrationsMuted, integrationId),
  );
}

/** A list limits to what it names; muted, it mutes what it names, and without a list everything. */
function allows(listed: readonly string[] | null, isMuted: boolean, name: string): boolean {
  return listed === null ? !isMuted : listed.includes(name) !== isMuted;
}
