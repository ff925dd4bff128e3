import {
  listClassesOf,
  readsAs,
  type Severity,
  type Status,
  urgenciesOf,
} from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';

export interface IncidentFilter {
  ids?: string[] | undefined;
  statuses?: Status[] | undefined;
  severities?: Severity[] | undefined;
  integrationIds?: string[] | undefined;
  teamIds?: string[] | undefined;
  userIds?: string[] | undefined;
  serviceIds?: string[] | undefined;
  /** From one of these integrations or of one of these teams. */
  ofEither?: { integrationIds: string[]; teamIds: string[] } | undefined;
  searchTerm?: string | undefined;
  unattended?: boolean | undefined;
  /** Undefined: not archived in lists, both in the change feed. */
  isArchived?: boolean | undefined;
  /** Open ones that are snoozed: resolved ones are never left out for that. */
  snoozed: 'without' | 'with' | 'only';
  /** True: only those that are held back. */
  isHeld?: boolean | undefined;
  /** True: only those that are part of another one. */
  isMerged?: boolean | undefined;
  /** Only those that are part of this one. */
  mergedInto?: string | undefined;
  createdFrom?: Date | undefined;
  createdUntil?: Date | undefined;
  createdBefore?: Date | undefined;
  lastUpdatedFrom?: Date | undefined;
}

/** Conditions in the words of the store. */
export type Query = Readonly<Record<string, unknown>>;

export function allOf(conditions: readonly Query[]): Query {
  const needed = conditions.filter((condition) => Object.keys(condition).length > 0);
  return needed.length === 1 ? (needed[0] ?? {}) : { $and: needed };
}

/** Conditions of a filter, without those on the place in the list and on searched words. */
export function conditionsOf(ctx: Ctx, filter: IncidentFilter): Query[] {
  const query: Record<string, unknown> = { organizationId: ctx.organizationId };
  if (filter.ids) query._id = { $in: filter.ids };
  if (filter.integrationIds) query.integrationId = { $in: filter.integrationIds };
  if (filter.userIds) query.userIds = { $in: filter.userIds };
  if (filter.serviceIds) query.serviceIds = { $in: filter.serviceIds };
  if (filter.isHeld) query['hold.until'] = { $gt: new Date(0) };
  if (filter.isMerged) query['mergedInto.id'] = { $gt: '' };
  if (filter.mergedInto) query['mergedInto.id'] = filter.mergedInto;
  const created = boundsOf(filter);
  if (created) query.createdAt = created;
  if (filter.lastUpdatedFrom) query.lastUpdatedAt = { $gte: filter.lastUpdatedFrom };
  const conditions: Query[] = [query, ...readerConditions(ctx, filter)];
  if (filter.ofEither) {
    const { integrationIds, teamIds } = filter.ofEither;
    conditions.push({
      $or: [{ integrationId: { $in: integrationIds } }, { readers: { $in: teamIds } }],
    });
  }
  return conditions;
}

function readerConditions(ctx: Ctx, filter: IncidentFilter): Query[] {
  return readerLists(ctx, filter).map((list) => ({ readers: { $in: [...list] } }));
}

/** Teams that the filter asks for, and the readers as whom the actor sees incidents. */
function readerLists(ctx: Ctx, { teamIds }: IncidentFilter): (readonly string[])[] {
  const as = readsAs(ctx);
  const seen = as === 'all' || teamIds?.every((id) => as.includes(id)) ? undefined : as;
  return [teamIds, seen].filter((list) => list !== undefined);
}

/** The shortest list of readers of whom an incident has to have one; undefined where it need not. */
export function fewestReaders(ctx: Ctx, filter: IncidentFilter): readonly string[] | undefined {
  return readerLists(ctx, filter).toSorted((a, b) => a.length - b.length)[0];
}

/** The place in lists of incidents that pass the filter, in the numbers that `listing.ts` explains. */
export interface Place {
  listClasses: readonly number[];
  urgencies: readonly number[];
}

export function placeOf(filter: IncidentFilter): Place {
  const { snoozed, isArchived } = filter;
  return {
    listClasses: listClassesOf({
      isArchived,
      ...(snoozed === 'with' ? {} : { isSnoozed: snoozed === 'only' }),
    }),
    urgencies: urgenciesOf(filter),
  };
}

export function placeCondition({ listClasses, urgencies }: Place): Query {
  return { listClass: { $in: [...listClasses] }, urgency: { $in: [...urgencies] } };
}

function boundsOf({ createdFrom, createdUntil, createdBefore }: IncidentFilter): Query | undefined {
  const range: Record<string, Date> = {};
  if (createdFrom) range.$gte = createdFrom;
  if (createdUntil) range.$lte = createdUntil;
  if (createdBefore) range.$lt = createdBefore;
  return Object.keys(range).length > 0 ? range : undefined;
}
