import { openIncidentExists } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { evaluatePayload } from './evaluate.ts';
import type { Received } from './received.ts';

/** Whether the payload resolves an incident that is open now. */
export async function resolvesOpenIncident(world: World, received: Received): Promise<boolean> {
  const { view, wrapped, raw } = received;
  const evaluations =
    received.evaluations ??
    received.ahead ??
    (await evaluatePayload(view, wrapped, async () => null, raw.body.length));
  for (const { outcome, correlationId, groupingKey } of evaluations) {
    if (outcome !== 'Resolved' || correlationId === null) continue;
    if (await openIncidentExists(world, view.integrationId, correlationId, groupingKey))
      return true;
  }
  return false;
}
