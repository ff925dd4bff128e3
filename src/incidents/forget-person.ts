import type { Ctx, ForgottenPerson } from '../kernel/index.ts';
import { incidentModel } from './model.ts';

/**
 * Takes a person's name and address out of the histories of an organization's incidents (spec 2.1 rule 3);
 * what they did stays, by somebody whose id says no more.
 */
export async function forgetPerson(
  { store, organizationId }: Ctx,
  { id: userId, entityType }: ForgottenPerson,
): Promise<void> {
  // Nobody else acts, and looking for them would read every incident.
  if (entityType !== 'User') return;
  await incidentModel(store).collection.updateMany(
    { organizationId, 'events.by.id': userId },
    { $set: { 'events.$[own].by.displayName': null, 'events.$[own].by.email': null } },
    { arrayFilters: [{ 'own.by.id': userId }] },
  );
}
