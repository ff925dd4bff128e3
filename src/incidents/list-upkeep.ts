import type { AnyBulkWriteOperation } from 'mongodb';
import type { Ctx, World } from '../kernel/index.ts';
import { isListed, listingOf } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** What says whether an incident is listed where it should be. */
export const listedFields = {
  title: 1,
  status: 1,
  severity: 1,
  unattended: 1,
  isArchived: 1,
  snoozed: 1,
  lastInteractionAt: 1,
  urgency: 1,
  listClass: 1,
  sortTitle: 1,
} as const;

type Relisted = Pick<IncidentDocument, '_id' | 'version' | keyof typeof listedFields>;

const pageSize = 500;

/** Gives incidents their place in lists that a process of an earlier version has written. */
export async function relist(world: World, incidents: readonly Relisted[]): Promise<void> {
  const operations = incidents.flatMap((incident): AnyBulkWriteOperation<IncidentDocument>[] => {
    const listing = listingOf(incident);
    if (isListed(incident, listing)) return [];
    // Whoever has changed it meanwhile has written its place, or it is found again.
    const filter = { _id: incident._id, version: incident.version };
    return [{ updateOne: { filter, update: { $set: listing } } }];
  });
  if (operations.length > 0) await incidentsOf(world).bulkWrite(operations, { ordered: false });
}

/** Gives all incidents of the organization their place that have none yet. */
export async function listAll(
  world: World,
  organizationId: string,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const page = await incidentsOf(world)
      .find(unlisted(organizationId))
      .limit(pageSize)
      .project<Relisted>({ ...listedFields, version: 1 })
      .toArray();
    if (page.length === 0) return;
    await relist(world, page);
  }
}

const noneComplete = () => new Set<string>();

/** Whether incidents of an earlier version still lack their place, so that lists lack them. */
export async function hasUnlisted(ctx: Ctx): Promise<boolean> {
  const { memory, organizationId } = ctx;
  const known = memory.of(noneComplete);
  if (known.has(organizationId)) return false;
  const found = await incidentsOf(ctx).findOne(unlisted(organizationId), {
    projection: { _id: 1 },
  });
  if (found === null) known.add(organizationId);
  return found !== null;
}

/** Incidents of an earlier version have no place in lists yet. */
function unlisted(organizationId: string) {
  // as never: the type knows only incidents that have one.
  return { organizationId, listClass: null as never };
}
