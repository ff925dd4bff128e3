import { organizationPlans } from '../identity/index.ts';
import type { ModuleSettings, World } from '../kernel/index.ts';
import { removeInSteps } from '../store/index.ts';
import { removeEarlierEvents } from './earlier-events.ts';
import { incidentModel } from './model.ts';

/** Months that incidents are kept after their last change, by plan. */
const monthsByPlan: Readonly<Record<string, number>> = { STANDARD: 6, PRO: 12, ENTERPRISE: 24 };
const longest = 24;

/** Removes what was resolved and archived, or left untouched, so long ago. Whatever still is open stays. */
export async function removeExpiredIncidents(
  world: World,
  { retention, plan: defaultPlan }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  for await (const { id, plan } of organizationPlans(world)) {
    if (stopping.aborted) return;
    const horizon = horizonOf(world.clock.now(), retention.incidents, plan ?? defaultPlan);
    await removeInSteps(
      incidentModel(world.store),
      { organizationId: id, lastUpdatedAt: { $lt: horizon }, status: 'Resolved' },
      { stopping, before: (ids) => removeEarlierEvents(world, ids.map(String)) },
    );
  }
}

function horizonOf(now: Date, days: number | null, plan: string): Date {
  const horizon = new Date(now);
  if (days !== null) horizon.setUTCDate(horizon.getUTCDate() - days);
  else horizon.setUTCMonth(horizon.getUTCMonth() - (monthsByPlan[plan] ?? longest));
  return horizon;
}
