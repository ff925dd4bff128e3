import type { World } from '../kernel/index.ts';
import { replaceVersion } from './change.ts';
import { applyOperations } from './intents.ts';
import { incidentsOf } from './model.ts';
import type { LateNews } from './tell-later.ts';

const attemptsMax = 5;

/**
 * News by which an incident is over, told once: one that somebody reopens stays open. Nothing happens where it is
 * resolved already, or not there any more.
 */
export async function resolveLater(
  world: World,
  { incidentId: _id, organizationId, eventId, payloadId, message }: Omit<LateNews, 'attributes'>,
): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await incidentsOf(world).findOne({ _id, organizationId });
    if (current?.status !== 'Open' || current.events.some(({ id }) => id === eventId)) return;
    const intent = {
      intent: 'Resolved' as const,
      message,
      messageIsPublic: false,
      options: {},
      eventId,
    };
    const by = { kind: 'integration' as const, payloadId };
    const next = applyOperations(current, { appendIntent: intent }, by, world.clock.now());
    if (await replaceVersion(world, current, next)) return;
  }
  throw new Error(`Others keep changing incident ${_id}.`);
}
