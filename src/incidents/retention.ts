import { organizationPlans } from '../identity/index.ts';
import { horizonOf, type ModuleSettings, type World } from '../kernel/index.ts';
import { removeInSteps } from '../store/index.ts';
import { removeEarlierEvents } from './earlier-events.ts';
import { incidentModel } from './model.ts';

/** Removes what was resolved and archived, or left untouched, so long ago. Whatever still is open stays. */
export async function removeExpiredIncidents(
  world: World,
  { retention, plan: defaultPlan, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  for await (const { id, plan } of organizationPlans(world)) {
    if (stopping.aborted) return;
    const horizon = horizonOf(retention, 'incidents', world.clock.now(), plan ?? defaultPlan);
    const removed = await removeInSteps(
      incidentModel(world.store),
      { organizationId: id, lastUpdatedAt: { $lt: horizon }, status: 'Resolved' },
      { stopping, before: (ids) => removeEarlierEvents(world, ids.map(String)) },
    );
    onExpired('incidents', removed);
  }
}
