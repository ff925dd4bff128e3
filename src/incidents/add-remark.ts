import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { replaceVersion } from './change.ts';
import { withEvent } from './intents.ts';
import type { IncidentDocument } from './model.ts';

/**
 * Adds a line to the history that the product itself has to say, once: a line with this id that is there already is
 * enough. False, and nothing happens, when somebody changes the incident meanwhile; whoever still has it to say tries
 * again.
 */
export async function addRemark(
  world: World,
  incident: IncidentDocument,
  { id, message }: { id: string; message: Sentence },
): Promise<boolean> {
  if (incident.events.some((event) => event.id === id)) return true;
  const at = world.clock.now();
  const next = { ...incident, version: incident.version + 1, lastUpdatedAt: at };
  return replaceVersion(
    world,
    incident,
    withEvent(next, { id, intent: 'Commented', at, message, messageIsPublic: false }),
  );
}
