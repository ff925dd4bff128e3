import { openIncidentExists } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { evaluatePayload } from './evaluate.ts';
import type { Received } from './received.ts';

/**
 * Whether the payload resolves an incident that is open now. What was evaluated for it stays with the payload, so that
 * intake does not evaluate it again, unless its mapping has to wait for its turn.
 */
export async function resolvesOpenIncident(world: World, received: Received): Promise<boolean> {
  const { view, wrapped, raw } = received;
  const evaluations =
    received.evaluations ??
    (await evaluatePayload(view, wrapped, async () => null, raw.body.length));
  if (!view.program.usesPreviousIncident) received.evaluations = evaluations;
  for (const { outcome, correlationId, groupingKey } of evaluations) {
    if (outcome !== 'Resolved' || correlationId === null) continue;
    if (await openIncidentExists(world, view.integrationId, correlationId, groupingKey))
      return true;
  }
  return false;
}
