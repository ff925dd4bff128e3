import type { World } from '../kernel/index.ts';
import { inListIndex } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The members of an incident that tell it from others, and when somebody acted on it. */
export interface OpenedIncident
  extends Pick<
    IncidentDocument,
    '_id' | 'title' | 'correlationId' | 'createdAt' | 'integrationId'
  > {
  events: Pick<IncidentDocument['events'][number], 'at' | 'intent'>[];
  alerting?: {
    /** Rules that have fired, as `routing` calls them. */
    fired?: string[];
    plans?: { teamId: string; policyId?: string | null }[];
  };
}

/** Incidents of these teams that were created within this time, oldest first, no more than `limit`. */
export function openedInTeams(
  world: World,
  organizationId: string,
  teamIds: readonly string[],
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<OpenedIncident[]> {
  return incidentsOf(world)
    .find({
      organizationId,
      readers: { $in: [...teamIds] },
      createdAt: { $gte: from, $lte: until },
      ...inListIndex(),
    })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .project<OpenedIncident>({
      title: 1,
      correlationId: 1,
      createdAt: 1,
      integrationId: 1,
      'alerting.fired': 1,
      'alerting.plans.teamId': 1,
      'alerting.plans.policyId': 1,
      'events.at': 1,
      'events.intent': 1,
    })
    .toArray();
}
