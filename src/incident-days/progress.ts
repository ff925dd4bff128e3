import type { World } from '../kernel/index.ts';
import { factsOf, positionsOf } from './model.ts';

export interface Progress {
  /** Every incident that changed before then is kept as it was. Null: none is. */
  until: Date | null;
  /** But those that were created before then: they are kept no longer. */
  since: Date;
}

/** How far what is kept of an organization reaches. */
export async function progressOf(world: World, organizationId: string): Promise<Progress> {
  const position = await positionsOf(world).findOne({ _id: organizationId });
  return { until: position?.from ?? null, since: position?.keptSince ?? new Date(0) };
}

/** Ids of incidents that somebody has begun to delete since then. */
export async function goneSince(
  world: World,
  organizationId: string,
  since: Date,
): Promise<string[]> {
  const gone = await factsOf(world)
    .find({ organizationId, goneAt: { $gte: since } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return gone.map(({ _id }) => _id);
}
