import { ObjectId } from 'bson';
import { openAmong } from '../incidents/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import { horizonOf, type ModuleSettings, type RemovedObject, type World } from '../kernel/index.ts';
import { besideAlerts, makeWay } from '../pace/index.ts';
import { driverCollection } from '../store/index.ts';
import { type PayloadDocument, payloadModel, revisionModel } from './model.ts';
import { unreadableEpisodesOf } from './unreadable-episode.ts';

const stepMax = 200;

type Expired = Pick<PayloadDocument, '_id' | 'incidentId' | 'incidentIds' | 'pending'>;

/**
 * Removes expired payloads, oldest first in the order of their ids. Keeps payloads of open incidents: they show what
 * went wrong.
 */
export async function removeExpiredPayloads(
  world: World,
  { retention, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  const until = horizonOf(retention, 'payloads', world.clock.now()).getTime();
  const horizon = ObjectId.createFromTime(Math.max(0, Math.floor(until / 1000)));
  const collection = driverCollection(payloadModel(world.store));
  let after = new ObjectId('0'.repeat(24));
  while (!stopping.aborted) {
    const begun = performance.now();
    const limit = besideAlerts(world, stepMax);
    const step = await collection
      .find({ _id: { $gt: after, $lt: horizon } })
      .project<Expired>({ incidentId: 1, incidentIds: 1, pending: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const open = await openAmong(world, step.flatMap(incidentsOf));
    const ids = step
      .filter((payload) => !payload.pending && !incidentsOf(payload).some((id) => open.has(id)))
      .map(({ _id }) => _id);
    if (ids.length > 0) {
      const { deletedCount } = await collection.deleteMany({ _id: { $in: ids } });
      onExpired('payloads', deletedCount);
    }
    const last = step.at(-1);
    if (!last || step.length < limit) return;
    after = last._id;
    await makeWay(world, 'upkeep', performance.now() - begun);
  }
}

/** Removes all payloads of a deleted integration, and what evaluated them. */
export async function removePayloadsOf(
  world: World,
  { id }: RemovedObject,
  stopping: AbortSignal,
): Promise<void> {
  await removeInSteps(world, payloadModel, { integrationId: id }, { stopping });
  await removeInSteps(world, revisionModel, { integrationId: id }, { stopping });
  await unreadableEpisodesOf(world).deleteOne({ _id: id });
}

function incidentsOf({ incidentId, incidentIds = [] }: Expired): string[] {
  return [incidentId, ...incidentIds].filter((id) => id !== null);
}
