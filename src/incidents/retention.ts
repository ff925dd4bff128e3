import { organizationPlans } from '../identity/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import { horizonOf, type ModuleSettings, type World } from '../kernel/index.ts';
import { besideAlerts } from '../pace/index.ts';
import { hiding, removeHidden } from './hide.ts';
import { incidentModel, incidentsOf } from './model.ts';

/** Removes what was resolved and archived, or left untouched, so long ago. Whatever still is open stays. */
export async function removeExpiredIncidents(
  world: World,
  { retention, plan: defaultPlan, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  // Removes what a crash has left.
  await removeHidden(world);
  for await (const { id, plan } of organizationPlans(world)) {
    if (stopping.aborted) return;
    const horizon = horizonOf(retention, 'incidents', world.clock.now(), plan ?? defaultPlan);
    const expired: Expired = {
      organizationId: id,
      lastUpdatedAt: { $lt: horizon },
      status: 'Resolved',
    };
    const short = { ...expired, hasEarlierEvents: null };
    const removed = await removeInSteps(world, incidentModel, short, { stopping });
    onExpired('incidents', removed + (await removeLong(world, expired, stopping)));
  }
}

interface Expired {
  organizationId: string;
  lastUpdatedAt: { $lt: Date };
  status: 'Resolved';
}

const hiddenMax = 200;

/**
 * Removes incidents with events elsewhere. These events may go only when it is certain that the incident goes: until
 * then somebody may reopen it.
 */
async function removeLong(world: World, expired: Expired, stopping: AbortSignal): Promise<number> {
  const incidents = incidentsOf(world);
  let removed = 0;
  while (!stopping.aborted) {
    const page = await incidents
      .find({ ...expired, hasEarlierEvents: true })
      .limit(besideAlerts(world, hiddenMax))
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    if (page.length === 0) break;
    const ids = page.map(({ _id }) => _id);
    // Asked again: what was reopened since stays.
    await incidents.updateMany({ ...expired, _id: { $in: ids } }, hiding);
    removed += await removeHidden(world);
  }
  return removed;
}
