import type { World } from '../kernel/index.ts';
import { incidentModel } from './model.ts';

/**
 * Takes a person's name and address out of the histories of an organization's incidents (spec 2.1 rule 3);
 * what they did stays, by somebody whose id says no more.
 */
export async function forgetPerson(
  world: World,
  organizationId: string,
  userId: string,
): Promise<void> {
  await incidentModel(world.store).collection.updateMany(
    { organizationId, 'events.by.id': userId },
    { $set: { 'events.$[own].by.displayName': null, 'events.$[own].by.email': null } },
    { arrayFilters: [{ 'own.by.id': userId }] },
  );
}
