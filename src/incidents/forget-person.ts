import type { Ctx, ForgottenPerson } from '../kernel/index.ts';
import { plainCollection } from '../store/index.ts';
import { incidentModel } from './model.ts';

const stepSize = 2000;

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
  const incidents = plainCollection(incidentModel(store));
  for (let after = ''; ; ) {
    // In steps: no index leads to events, and nobody waits for a whole collection.
    const step = await incidents
      .find({ organizationId, _id: { $gt: after } })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(stepSize)
      .toArray();
    const last = step.at(-1)?._id;
    if (last === undefined) return;
    await incidents.updateMany(
      { organizationId, _id: { $gt: after, $lte: last }, 'events.by.id': userId },
      {
        $set: { 'events.$[own].by.displayName': null, 'events.$[own].by.email': null },
        // A write by a caller who has read the name already must fail.
        $inc: { version: 1 },
      },
      { arrayFilters: [{ 'own.by.id': userId }] },
    );
    after = last;
  }
}
