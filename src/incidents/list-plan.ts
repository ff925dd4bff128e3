import type { Ctx } from '../kernel/index.ts';
import { type IncidentFilter, narrowestTeams, placeCondition, placeOf } from './list-filter.ts';
import type { Order } from './list-order.ts';
import { byIntegration, byTeam, incidentsOf } from './model.ts';

type IndexKeys = typeof byTeam | typeof byIntegration;

/** More teams or integrations are not counted one by one. */
const countedApart = 8;
const countedMax = 200_000;
/** In an order that the index does not have, all that it finds are read and sorted. */
const sortedMax = 2000;

/**
 * The index to read where a list is narrowed by teams and by integrations, each of which has one: a store knows that few
 * have both only after it has read all that have one. Counting looks at no incident. Undefined: let the store choose.
 */
export async function indexFor(
  ctx: Ctx,
  filter: IncidentFilter,
  { sortBy }: Order,
): Promise<IndexKeys | undefined> {
  const { integrationIds } = filter;
  const teamIds = narrowestTeams(ctx, filter);
  if (!teamIds || !integrationIds) return undefined;
  if (teamIds.length > countedApart || integrationIds.length > countedApart) return undefined;
  const place = placeCondition(placeOf(filter));
  const count = async (index: IndexKeys, conditions: readonly object[]) => {
    const options = { hint: index, limit: countedMax };
    const counts = conditions.map((each) => incidentsOf(ctx).countDocuments(each, options));
    return { index, count: (await Promise.all(counts)).reduce((sum, each) => sum + each, 0) };
  };
  const [ofTeams, ofIntegrations] = await Promise.all([
    count(
      byTeam,
      teamIds.map((id) => ({ teamIds: id, ...place })),
    ),
    count(
      byIntegration,
      integrationIds.map((id) => ({ integrationId: id })),
    ),
  ]);
  const rarer = ofTeams.count <= ofIntegrations.count ? ofTeams : ofIntegrations;
  return sortBy === 'Created' || rarer.count <= sortedMax ? rarer.index : undefined;
}
