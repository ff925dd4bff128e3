import { organizationMembershipKind } from '../identity/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import type { OutboundIntegration, ToolPause } from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';
import { teamMembershipKind } from '../teams/index.ts';
import type { ChannelReadiness } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import { notesTo } from './notes-to.ts';
import { loadRecipients } from './recipients.ts';

/** Tells administrators that a tool is paused: until somebody corrects its settings it hears nothing. Told again, it is the same note. */
export async function pausedToolNotes(
  world: World,
  channels: ChannelReadiness,
  { integration, at, reason }: ToolPause,
): Promise<DeliveryDocument[]> {
  const { id, organizationId, teamId, wire } = integration;
  const ctx = systemContext(world, organizationId);
  const note = {
    organizationId,
    teamId,
    at,
    key: `paused ${id}`,
    title: `The outbound integration ${wire.displayName} is paused`,
    body: reason,
  };
  const recipients = await loadRecipients(ctx, await administratorsOf(ctx, integration));
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
