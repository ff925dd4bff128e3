import type { UpdateFilter } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { besideAlerts, makeWay } from '../pace/index.ts';
import { removeEarlierEvents } from './earlier-events.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/**
 * The first step of every removal, on the condition that the incident is still as it was when that was decided: no
 * query finds it any more, no alert is applied to it, and whatever goes after that belongs to nothing that stays.
 */
export const hiding = {
  $unset: {
    organizationId: 1,
    openKeys: 1,
    groupKey: 1,
    reopenKeys: 1,
    reopenUntil: 1,
    endedKeys: 1,
    endedUntil: 1,
    isUnreadable: 1,
    unsnoozeAt: 1,
    silencedBy: 1,
    hold: 1,
    mergedInto: 1,
    alerting: 1,
    urgency: 1,
    listClass: 1,
    sortTitle: 1,
    readers: 1,
  },
  // A payload that is being applied to this incident has to find another one.
  $inc: { version: 1 },
} satisfies UpdateFilter<IncidentDocument>;

const stepMax = 200;

/**
 * The second step for all that are hidden and hold no audit entry, those included that a crash has left. Gives how many
 * are gone.
 */
export async function removeHidden(world: World): Promise<number> {
  let removed = 0;
  for (;;) {
    const begun = performance.now();
    const hidden = await incidentsOf(world)
      // as never: the type knows only incidents that are not hidden.
      .find({ organizationId: null as never, 'outbox._id': null })
      .limit(besideAlerts(world, stepMax))
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    if (hidden.length === 0) return removed;
    const ids = hidden.map(({ _id }) => _id);
    await removeEarlierEvents(world, ids);
    const { deletedCount } = await incidentsOf(world).deleteMany({ _id: { $in: ids } });
    removed += deletedCount;
    await makeWay(world, 'upkeep', performance.now() - begun);
  }
}
