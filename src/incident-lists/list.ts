import type { QueryFilter } from 'mongoose';
import {
  byReader,
  type IncidentDocument,
  incidentModel,
  listingOf,
  withAllEventsOfEach,
} from '../incidents/index.ts';
import { AppError, type Ctx, type World } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { say } from '../sentences/index.ts';
import { isOutOfTime, isTooLarge } from '../store/index.ts';
import {
  allOf,
  conditionsOf,
  fewestReaders,
  type IncidentFilter,
  placeCondition,
  placeOf,
  type Query,
} from './list-filter.ts';
import { type Order, partsOf, positionOf, readCursor, writeCursor } from './list-order.ts';
import { indexFor } from './list-plan.ts';
import { aggregate, latestEventsOnly, patience, readParts, type Window } from './read-parts.ts';
import { type SearchedPage, searchParts } from './search-parts.ts';

export interface IncidentPage {
  incidents: IncidentDocument[];
  hasMore: boolean;
}

interface IncidentListPage extends IncidentPage {
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null;
  /** More incidents may belong here than were found within the time that a list may take. */
  isPartial: boolean;
  /**
   * How many pass all filters and are not in the list for being snoozed or archived; null on later pages and where a
   * text is looked for.
   */
  leftOut: LeftOut | null;
  /** How many there are of each status; null unless asked for, and where it is not known. */
  counts: StatusCounts | null;
}

export interface StatusCounts {
  /** Not snoozed. */
  open: number;
  snoozed: number;
  resolved: number;
}

export interface LeftOut {
  snoozed: number;
  archived: number;
}

/** Counting stops here: nobody needs a larger number. */
const leftOutMax = 100;

export interface PageRequest extends Order {
  limit: number;
  offset: number;
  /** Cursor of an earlier page; excludes an offset. */
  cursor?: string | undefined;
  /** Answers how many there are of each status, with the first page. */
  withCounts?: boolean | undefined;
}

/**
 * A page of what the actor may see, in a stable order. Throws 400 for a cursor of another list, 503 when it takes too
 * long.
 */
export async function listIncidents(
  ctx: Ctx,
  filter: IncidentFilter,
  { offset, limit, cursor, withCounts, ...order }: PageRequest,
): Promise<IncidentListPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor, order);
  const parts = partsOf(order, placeOf(filter), after);
  const conditions = conditionsOf(ctx, filter);
  const hint = await indexFor(ctx, filter, order);
  const window = { skip: offset, limit: limit + 1, hint };
  const { searchTerm } = filter;
  const isFirstPage = offset === 0 && after === undefined;
  const [{ found, isPartial }, leftOut, counts] = await Promise.all([
    cheaply(
      searchTerm
        ? searchParts(ctx, parts, conditions, { ...window, searchTerm, order, after })
        : readPage(ctx, window, () => readParts(ctx, parts, conditions, window)),
    ),
    isFirstPage && !searchTerm ? cheaply(countLeftOut(ctx, filter, conditions)) : null,
    withCounts && isFirstPage && !searchTerm ? countStatuses(ctx, filter, conditions) : null,
  ]);
  const incidents = found.slice(0, limit);
  const last = incidents.at(-1);
  const hasMore = found.length > limit;
  return {
    incidents,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(positionOf(last, order), order) : null,
    isPartial,
    leftOut,
    counts,
  };
}

async function countLeftOut(
  { store }: Ctx,
  filter: IncidentFilter,
  conditions: readonly Query[],
): Promise<LeftOut> {
  const count = (hidden: Partial<IncidentFilter>) =>
    incidentModel(store)
      .countDocuments(
        allOf([
          ...conditions,
          placeCondition(placeOf({ ...filter, ...hidden })),
        ]) as QueryFilter<IncidentDocument>,
      )
      .limit(leftOutMax)
      .maxTimeMS(patience.maxTimeMS);
  const [snoozed, archived] = await Promise.all([
    filter.snoozed === 'without' ? count({ snoozed: 'only' }) : 0,
    // Archived and snoozed is one incident that is archived.
    filter.isArchived === false && filter.snoozed !== 'only'
      ? count({ isArchived: true, snoozed: 'with' })
      : 0,
  ]);
  return { snoozed, archived };
}

/** Beyond it nobody cares for the very number. */
const countsMax = 1000;
/** A count is worth less than the list, which does not wait for it any longer. */
const countMilliseconds = 40;

/** By the index of the list, without a look at the incidents. Null where that would take too long. */
async function countStatuses(
  ctx: Ctx,
  filter: IncidentFilter,
  conditions: readonly Query[],
): Promise<StatusCounts | null> {
  // Left to choose, a store may take the index of the organization, and look at all that others have.
  const hint = fewestReaders(ctx, filter) ? { hint: byReader } : {};
  const count = (place: Pick<IncidentFilter, 'statuses' | 'snoozed'>) =>
    incidentModel(ctx.store)
      .countDocuments(
        allOf([
          ...conditions,
          placeCondition(placeOf({ ...filter, ...place })),
        ]) as QueryFilter<IncidentDocument>,
        hint,
      )
      .limit(countsMax)
      .maxTimeMS(countMilliseconds);
  try {
    const [open, snoozed, resolved] = await Promise.all([
      count({ statuses: ['Open'], snoozed: 'without' }),
      count({ statuses: ['Open'], snoozed: 'only' }),
      count({ statuses: ['Resolved'], snoozed: 'with' }),
    ]);
    return { open, snoozed, resolved };
  } catch (error) {
    if (isOutOfTime(error)) return null;
    throw error;
  }
}

/** A window of more incidents than this is more than a screen shows. */
const largeWindow = 200;

async function readPage(
  ctx: Ctx,
  { skip, limit }: Window,
  read: () => Promise<IncidentDocument[]>,
): Promise<SearchedPage> {
  const found = await (skip + limit > largeWindow ? readInTurn(ctx, read) : read());
  return { found, isPartial: false };
}

async function cheaply<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isTooLarge(error))
      throw new AppError('validation-failed', say('listTooLarge'), { cause: error });
    if (isOutOfTime(error))
      throw new AppError('overloaded', say('listTooSlow'), {
        cause: error,
      });
    throw error;
  }
}

/** Incidents of an organization by id, whoever may see them, as far as lists show them. */
export async function incidentsAsListed(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, IncidentDocument>> {
  if (ids.length === 0) return new Map();
  const found = await aggregate(world, [
    { $match: { organizationId, _id: { $in: [...ids] } } },
    latestEventsOnly,
  ]);
  return new Map(found.map((incident) => [incident._id, incident]));
}

const relatedMilliseconds = 180 * 86_400_000;
/** How many of an integration's latest incidents are compared. */
const comparedMax = 2000;

/** Earlier incidents with the same problem, newest first, as far as the actor may see them. */
export async function listRelatedIncidents(
  ctx: Ctx,
  incident: IncidentDocument,
  limit: number,
): Promise<IncidentPage> {
  const { _id, createdAt, title, integrationId, correlationId } = incident;
  const { sortTitle } = listingOf(incident);
  const filter: IncidentFilter = {
    createdFrom: new Date(createdAt.getTime() - relatedMilliseconds),
    createdUntil: createdAt,
    isArchived: undefined,
    snoozed: 'with',
  };
  const conditions = [...conditionsOf(ctx, filter), { _id: { $ne: _id } }];
  const newestFirst = { $sort: { createdAt: -1, _id: -1 } } as const;
  const [sameTitle, sameProblem] = await cheaply(
    Promise.all([
      aggregate(ctx, [
        { $match: allOf([...conditions, { sortTitle, title }]) },
        newestFirst,
        { $limit: limit + 1 },
        latestEventsOnly,
      ]),
      integrationId === null || correlationId === null
        ? []
        : aggregate(ctx, [
            { $match: allOf([...conditions, { integrationId }, placeCondition(placeOf(filter))]) },
            newestFirst,
            { $limit: comparedMax },
            { $match: { correlationId } },
            { $limit: limit + 1 },
            latestEventsOnly,
          ]),
    ]),
  );
  const found = new Map([...sameTitle, ...sameProblem].map((each) => [each._id, each]));
  const sorted = [...found.values()].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1),
  );
  return { incidents: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

/** Incidents changed after the position, oldest change first. */
export async function listIncidentChanges(
  ctx: Ctx,
  filter: IncidentFilter,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<IncidentPage> {
  const conditions = conditionsOf(ctx, filter);
  if (after) {
    const { at, id } = after;
    conditions.push({ lastUpdatedAt: { $gte: at } });
    conditions.push({
      $or: [{ lastUpdatedAt: at, _id: { $gt: id } }, { lastUpdatedAt: { $gt: at } }],
    });
  }
  const place = placeOf(filter);
  const flags = [filter.statuses, filter.severities, filter.unattended, filter.isArchived];
  const narrows = filter.snoozed !== 'with' || flags.some((flag) => flag !== undefined);
  if (narrows) conditions.push(placeCondition(place));
  const found = await cheaply(
    incidentModel(ctx.store)
      .find(allOf(conditions) as QueryFilter<IncidentDocument>)
      .sort({ lastUpdatedAt: 1, _id: 1 })
      .limit(limit + 1)
      .maxTimeMS(patience.maxTimeMS)
      .lean<IncidentDocument[]>(),
  );
  const incidents = await withAllEventsOfEach(ctx, found.slice(0, limit));
  return { incidents, hasMore: found.length > limit };
}
