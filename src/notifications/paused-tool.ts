import { organizationMembershipKind } from '../identity/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from '../outbound/index.ts';
import { findResource, listResources } from '../resources/index.ts';
import { teamMembershipKind } from '../teams/index.ts';
import type { ChannelReadiness } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import { notesTo } from './notes-to.ts';
import { loadRecipients } from './recipients.ts';

/** Tells administrators that a tool was paused: until somebody corrects its settings it hears nothing. */
export async function pausedToolNotes(
  world: World,
  channels: ChannelReadiness,
  { id, organizationId }: Pick<OutboundIntegration, 'id' | 'organizationId'>,
): Promise<DeliveryDocument[]> {
  const ctx = systemContext(world, organizationId);
  const tool = await findResource(ctx, outboundIntegrationKind, { _id: id });
  if (!tool) return [];
  const note = {
    organizationId,
    teamId: tool.teamId,
    at: world.clock.now(),
    key: `paused ${id}`,
    title: `The outbound integration ${tool.wire.displayName} is paused`,
    body: tool.internal.pausedReason ?? 'Correct its settings and set isPaused to false.',
  };
  const recipients = await loadRecipients(ctx, await administratorsOf(ctx, tool));
  return [...recipients.values()].flatMap(({ recipient }) => notesTo(recipient, note, channels));
}

/** Of its team; where it has none, of the organization. */
async function administratorsOf(ctx: Ctx, { teamId }: OutboundIntegration): Promise<string[]> {
  if (teamId !== null) {
    const filter = { 'lookup.teamId': teamId, 'lookup.role': 'administrator' };
    const { items } = await listResources(ctx, teamMembershipKind, filter);
    const ids = items.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
    if (ids.length > 0) return ids;
  }
  const filter = { 'lookup.role': { $in: ['owner', 'administrator'] } };
  const { items } = await listResources(ctx, organizationMembershipKind, filter);
  return items.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
}
