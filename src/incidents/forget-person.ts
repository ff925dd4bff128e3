import type { Ctx, ForgottenPerson } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { plainCollection } from '../store/index.ts';
import { incidentModel } from './model.ts';

const stepSize = 200;

/**
 * Takes a person's name and address out of the histories of an organization's incidents (spec 2.1 rule 3);
 * what they did stays, by somebody whose id says no more.
 */
export async function forgetPerson(
  ctx: Ctx,
  { id: userId, entityType }: ForgottenPerson,
): Promise<void> {
  // Nobody else acts, and looking for them would read every incident.
  if (entityType !== 'User') return;
  const { organizationId } = ctx;
  const incidents = plainCollection(incidentModel(ctx.store));
  for (let after = ''; ; ) {
    const begun = performance.now();
    // In steps: no index leads to events, and nobody waits for a whole collection.
    const step = await incidents
      .find({ organizationId, _id: { $gt: after } })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(stepSize)
      .toArray();
    const last = step.at(-1)?._id;
    if (last === undefined) return;
    const ids = step.map(({ _id }) => _id);
    await incidents.updateMany(
      { _id: { $in: ids }, 'events.by.id': userId },
      {
        $set: { 'events.$[own].by.displayName': null, 'events.$[own].by.email': null },
        // A write by a caller who has read the name already must fail.
        $inc: { version: 1 },
      },
      { arrayFilters: [{ 'own.by.id': userId }] },
    );
    after = last;
    await makeWay(ctx, 'upkeep', performance.now() - begun);
  }
}
