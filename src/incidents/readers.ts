import type { Ctx, World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/**
 * Who sees an incident, beside those who see all of the organization: its teams, and the people who have it or were
 * told of it, as a schedule of a policy, or whoever assigned it, may name people of none of them. Stored with every
 * incident, so that one index finds what somebody sees. Readers are added, and taken away one by one where their team
 * is gone: of two writes at once neither undoes the other.
 */
export type IncidentReaders = Pick<IncidentDocument, '_id' | 'readers'>;

/** Ids in lower case. */
export function readersOf({
  readers = [],
  teamIds,
  userIds = [],
  alerting,
}: Pick<IncidentDocument, 'readers' | 'teamIds' | 'userIds' | 'alerting'>): string[] {
  const ids = [...teamIds, ...userIds, ...(alerting?.told ?? [])].map((id) => id.toLowerCase());
  return [...new Set([...readers, ...ids])];
}

/** The readers as any of which the actor sees an incident. */
export function readsAs({ actor, teams }: Ctx): 'all' | readonly string[] {
  const { see, seesOwnIncidents } = teams;
  if (see === 'all' || !seesOwnIncidents || actor.kind !== 'user') return see;
  return [...see, actor.id.toLowerCase()];
}

export function sees(ctx: Ctx, { readers = [] }: Pick<IncidentDocument, 'readers'>): boolean {
  const as = readsAs(ctx);
  return as === 'all' || readers.some((id) => as.includes(id));
}

/** The readers of incidents of an organization. Incidents that are gone are missing. */
export async function readersOfIncidents(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<IncidentReaders[]> {
  if (ids.length === 0) return [];
  return incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] }, organizationId })
    .project<IncidentReaders>({ readers: 1 })
    .toArray();
}
