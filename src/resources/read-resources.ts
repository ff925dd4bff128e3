import type { QueryFilter } from 'mongoose';
import { type Ctx, notFound } from '../kernel/index.ts';
import { plainCollection } from '../store/index.ts';
import { canSee, seesShared, visibleTeams } from './access.ts';
import { toResource } from './documents.ts';
import type { Resource, ResourceDocument, ResourceKind } from './kind.ts';
import { lookedUp } from './lookup.ts';
import { type StoredFilter, storedFilter } from './stored-filter.ts';

export type Filter<Wire> = QueryFilter<ResourceDocument<Wire>>;

export interface PageRequest {
  offset?: number | undefined;
  limit?: number | undefined;
  newestFirst?: boolean;
}

export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
}

/** The object, or 404 for one that is not there, of another organization, or of a team out of sight. */
export async function getResource<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  id: string,
): Promise<Resource<Wire, Internal>> {
  const found = await findResource(ctx, kind, { _id: id.toLowerCase() });
  if (!found) throw notFound(kind.entityType, id);
  return found;
}

/** The first object that matches, in order of creation, or null. */
export async function findResource<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal>,
): Promise<Resource<Wire, Internal> | null> {
  const wanted = visible(ctx, kind, filter);
  const known = lookedUp(ctx, kind, wanted);
  const document = known
    ? known[0]
    : await kind
        .model(ctx.store)
        .findOne(storedFilter(kind, wanted))
        .sort({ createdAt: 1, _id: 1 })
        .lean<ResourceDocument<Wire, Internal>>();
  if (!document || !canSee(ctx, kind, document)) return null;
  return toResource(ctx, kind, document);
}

/** Objects in order of creation, or the other way round; `limit` undefined gives all that match. */
export async function listResources<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal> = {},
  page: PageRequest = {},
): Promise<Page<Resource<Wire, Internal>>> {
  const wanted = visible(ctx, kind, filter);
  const known = lookedUp(ctx, kind, wanted);
  if (known) return pageOf(ctx, kind, known, page);
  const query = kind
    .model(ctx.store)
    .find(storedFilter(kind, wanted))
    .sort(page.newestFirst ? { createdAt: -1, _id: -1 } : { createdAt: 1, _id: 1 })
    .skip(page.offset ?? 0);
  if (page.limit !== undefined) query.limit(page.limit + 1);
  const documents = await query.lean<ResourceDocument<Wire, Internal>[]>();
  return pageOf(ctx, kind, documents, { limit: page.limit });
}

function pageOf<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  found: readonly ResourceDocument<Wire, Internal>[],
  { offset = 0, limit = found.length, newestFirst = false }: PageRequest,
): Page<Resource<Wire, Internal>> {
  const ordered = newestFirst ? found.toReversed() : found;
  const shown = ordered.slice(offset, offset + limit);
  return {
    items: shown.map((document) => toResource(ctx, kind, document)),
    hasMore: ordered.length > offset + shown.length,
  };
}

/** How many there are, counted no further than `max`. */
export async function countResources<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal>,
  max: number,
): Promise<number> {
  const wanted = visible(ctx, kind, filter);
  return kind.model(ctx.store).countDocuments(storedFilter(kind, wanted), { limit: max });
}

const idsAtOnce = 1_000;

/** The ids of all objects of a kind that an organization has, whoever may see them, in no order. */
export async function resourceIds<Wire, Internal>(
  { store, organizationId }: Ctx,
  kind: ResourceKind<Wire, Internal>,
): Promise<string[]> {
  const ids: string[] = [];
  const found = plainCollection(kind.model(store))
    .find({ organizationId }, { batchSize: idsAtOnce })
    .project<{ _id: string }>({ _id: 1 });
  for await (const { _id } of found) ids.push(_id);
  return ids;
}

/** True when the organization has the object, whether or not the actor may see it: for checks of references. */
export async function resourceExists<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  id: string,
): Promise<boolean> {
  const filter = { _id: id.toLowerCase(), organizationId: ctx.organizationId };
  const known = lookedUp(ctx, kind, filter);
  if (known) return known.length > 0;
  return (await kind.model(ctx.store).exists(storedFilter(kind, filter))) !== null;
}

const noTeam = { $in: [] };

/** The filter within the organization, and the teams in sight unless all see objects of the kind. */
function visible<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal>,
): StoredFilter<Wire, Internal> {
  const { organizationId } = ctx;
  const seen = inSight(ctx, kind);
  if (Object.keys(seen).some((path) => path in filter))
    return { organizationId, $and: [seen, filter] };
  return { ...filter, ...seen, organizationId };
}

/** The part of a query that keeps to what the actor may see. */
function inSight<Wire, Internal>(
  ctx: Ctx,
  { sharedWithin }: ResourceKind<Wire, Internal>,
): StoredFilter<Wire, Internal> {
  const teams = visibleTeams(ctx);
  if (sharedWithin === 'organization') return seesShared(ctx) ? {} : { teamId: noTeam };
  if (sharedWithin === undefined || teams.teamId === undefined || !seesShared(ctx)) return teams;
  return { $or: [teams, { [`lookup.${sharedWithin.having}`]: { $exists: true } }] };
}
