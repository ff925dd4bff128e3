import type { Ctx } from '../kernel/index.ts';
import { canEditTeam, danglingReferences, listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { serviceKind } from '../services/index.ts';
import { type Finding, finding } from './finding.ts';

/** Services that depend on one which was deleted, so their incidents do not wait for what took its place. */
export async function dependenciesGone(caller: Ctx): Promise<Finding[]> {
  if (!canEditTeam(caller, null)) return [];
  const { items } = await listResources(caller, serviceKind, {
    'wire.dependsOn.0': { $exists: true },
  });
  const gone = await danglingReferences(caller, serviceKind, items);
  return items.flatMap(({ id, wire }) => {
    if (!gone.get(id)?.some(({ field }) => field.startsWith('dependsOn'))) return [];
    const text = say('serviceNeedsDeleted', { name: wire.displayName });
    return [finding('DeletedObject', 'Hint', text, { objectId: id })];
  });
}
