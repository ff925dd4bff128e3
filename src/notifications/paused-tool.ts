import { systemContext, type World } from '../kernel/index.ts';
import type { ToolPause } from '../outbound/index.ts';
import { say } from '../sentences/index.ts';
import { notesToAll, organizationPeople, teamAdministrators } from './administrators.ts';
import type { ChannelReadiness } from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';

/**
 * Tells administrators that a tool is paused: until somebody corrects its settings it hears nothing. Those of its team;
 * where it has none that can be told, those of the organization. Told again, it is the same note.
 */
export async function pausedToolNotes(
  world: World,
  channels: ChannelReadiness,
  { integration, at, failures, reason }: ToolPause,
): Promise<DeliveryDocument[]> {
  const { id, organizationId, teamId, wire } = integration;
  const ctx = systemContext(world, organizationId);
  const note = {
    organizationId,
    teamId,
    at,
    key: `paused ${id}`,
    title: say('toolPausedTitle', { name: wire.displayName }),
    body: say('toolPausedBody', { count: failures, reason }),
  };
  const ofTeam = teamId === null ? [] : await teamAdministrators(ctx, teamId);
  const notes = notesToAll(ofTeam, note, channels);
  if (notes.length > 0) return notes;
  return notesToAll(await organizationPeople(ctx, ['owner', 'administrator']), note, channels);
}
