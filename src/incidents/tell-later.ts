import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { upsertAttributes } from './attributes.ts';
import { replaceVersion } from './change.ts';
import { appendEvent } from './events.ts';
import { type IncidentAttribute, incidentsOf } from './model.ts';

/** News from an integration about an incident that exists already. */
export interface LateNews {
  organizationId: string;
  incidentId: string;
  /** Id of the event, by which news is told once only. */
  eventId: string;
  payloadId: string;
  attributes: readonly IncidentAttribute[];
  message: Sentence;
}

const attemptsMax = 5;

/** Adds to an incident, whether it is open or not, and alerts nobody anew. False when it does not exist any more. */
export async function tellLater(world: World, news: LateNews): Promise<boolean> {
  const { incidentId: _id, organizationId, eventId, payloadId, message } = news;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await incidentsOf(world).findOne({ _id, organizationId });
    if (!current) return false;
    if (current.events.some(({ id }) => id === eventId)) return true;
    const at = world.clock.now();
    const { status, severity } = current;
    const { attributes, changes } = upsertAttributes(current.attributes, news.attributes);
    const event = {
      id: eventId,
      at,
      intent: 'Updated' as const,
      status,
      severity,
      by: { kind: 'integration' as const, payloadId },
      message,
      ...(changes.length > 0 ? { changes } : {}),
    };
    const next = {
      ...current,
      attributes,
      events: appendEvent(current.events, event),
      eventsTotalCount: current.eventsTotalCount + 1,
      version: current.version + 1,
      lastUpdatedAt: at,
    };
    if (await replaceVersion(world, current, next)) return true;
  }
  throw new Error(`Others keep changing incident ${_id}.`);
}
