import type { PipelineStage, QueryFilter } from 'mongoose';
import type { Ctx } from '../kernel/index.ts';
import { literalPattern } from '../store/index.ts';
import { withAllEventsOfEach } from './earlier-events.ts';
import {
  type IncidentDocument,
  incidentModel,
  type Severity,
  type Status,
  severities,
} from './model.ts';
import { recentEvents } from './move-events.ts';

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
  snoozed: 'without' | 'with' | 'only';
  createdFrom?: Date | undefined;
  createdUntil?: Date | undefined;
  createdBefore?: Date | undefined;
  lastUpdatedFrom?: Date | undefined;
}

export const sortKeys = [
  'Urgency',
  'LatestInteraction',
  'LastUpdatedAt',
  'Created',
  'Title',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface IncidentPage {
  incidents: IncidentDocument[];
  hasMore: boolean;
}

/** A page of what the actor may see, in a stable order. */
export async function listIncidents(
  ctx: Ctx,
  filter: IncidentFilter,
  page: { offset: number; limit: number; sortBy: SortKey; ascending: boolean },
): Promise<IncidentPage> {
  const direction = page.ascending ? 1 : -1;
  const found = await incidentModel(ctx.store)
    .aggregate<IncidentDocument>([
      { $match: toQuery(ctx, filter) },
      ...sortStages(page.sortBy, direction),
      { $skip: page.offset },
      { $limit: page.limit + 1 },
      { $addFields: { events: { $slice: ['$events', -recentEvents] } } },
    ])
    .exec();
  return { incidents: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

const relatedMilliseconds = 180 * 86_400_000;

/** Earlier incidents with the same problem, newest first, as far as the actor may see them. */
export async function listRelatedIncidents(
  ctx: Ctx,
  incident: IncidentDocument,
  limit: number,
): Promise<IncidentPage> {
  const { _id, createdAt, title, integrationId, correlationId } = incident;
  const sameProblem =
    integrationId === null || correlationId === null ? [] : [{ integrationId, correlationId }];
  const query = toQuery(ctx, {
    createdFrom: new Date(createdAt.getTime() - relatedMilliseconds),
    createdUntil: createdAt,
    snoozed: 'with',
  });
  const found = await incidentModel(ctx.store)
    .find({
      $and: [query, { _id: { $ne: _id } }, { $or: [{ title }, ...sameProblem] }],
    } as QueryFilter<IncidentDocument>)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean<IncidentDocument[]>();
  return { incidents: found.slice(0, limit).map(latestEvents), hasMore: found.length > limit };
}

function latestEvents(incident: IncidentDocument): IncidentDocument {
  return { ...incident, events: incident.events.slice(-recentEvents) };
}

/** Incidents changed after the position, oldest change first. */
export async function listIncidentChanges(
  ctx: Ctx,
  filter: IncidentFilter,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<IncidentPage> {
  const query = toQuery(ctx, filter);
  const position = after
    ? {
        $or: [
          { lastUpdatedAt: after.at, _id: { $gt: after.id } },
          { lastUpdatedAt: { $gt: after.at } },
        ],
      }
    : {};
  const from = after ? { lastUpdatedAt: { $gte: after.at } } : {};
  const found = await incidentModel(ctx.store)
    .find({ $and: [query, from, position] } as QueryFilter<IncidentDocument>)
    .sort({ lastUpdatedAt: 1, _id: 1 })
    .limit(limit + 1)
    .lean<IncidentDocument[]>();
  const incidents = await withAllEventsOfEach(ctx, found.slice(0, limit));
  return { incidents, hasMore: found.length > limit };
}

function toQuery(ctx: Ctx, filter: IncidentFilter): QueryFilter<IncidentDocument> {
  const query: Record<string, unknown> = { organizationId: ctx.organizationId };
  if (filter.ids) query._id = { $in: filter.ids };
  if (filter.statuses) query.status = { $in: filter.statuses };
  if (filter.severities) query.severity = { $in: filter.severities };
  if (filter.integrationIds) query.integrationId = { $in: filter.integrationIds };
  if (filter.userIds) query.userIds = { $in: filter.userIds };
  if (filter.serviceIds) query.serviceIds = { $in: filter.serviceIds };
  if (filter.unattended !== undefined) query.unattended = filter.unattended;
  if (filter.isArchived !== undefined) query.isArchived = filter.isArchived;
  if (filter.snoozed !== 'with') query.snoozed = { $exists: filter.snoozed === 'only' };
  const teams = [filter.teamIds, ctx.teams.see === 'all' ? undefined : ctx.teams.see].filter(
    (list) => list !== undefined,
  );
  const created = bounds(filter.createdFrom, filter.createdUntil, filter.createdBefore);
  if (created) query.createdAt = created;
  const conditions: Record<string, unknown>[] = teams.map((list) => ({ teamIds: { $in: list } }));
  if (filter.lastUpdatedFrom) conditions.push({ lastUpdatedAt: { $gte: filter.lastUpdatedFrom } });
  if (filter.ofEither) {
    const { integrationIds, teamIds } = filter.ofEither;
    conditions.push({
      $or: [{ integrationId: { $in: integrationIds } }, { teamIds: { $in: teamIds } }],
    });
  }
  if (filter.searchTerm) conditions.push(search(filter.searchTerm));
  if (conditions.length > 0) query.$and = conditions;
  return query as QueryFilter<IncidentDocument>;
}

function bounds(from?: Date, until?: Date, before?: Date): Record<string, Date> | undefined {
  const range: Record<string, Date> = {};
  if (from) range.$gte = from;
  if (until) range.$lte = until;
  if (before) range.$lt = before;
  return Object.keys(range).length > 0 ? range : undefined;
}

/** Part of the title or of an attribute's value; the term is text, never a pattern. */
function search(term: string): Record<string, unknown> {
  const pattern = { $regex: literalPattern(term), $options: 'i' };
  return { $or: [{ title: pattern }, { 'attributes.value': pattern }] };
}

function sortStages(sortBy: SortKey, direction: 1 | -1): PipelineStage[] {
  switch (sortBy) {
    case 'Created':
      return [{ $sort: { createdAt: direction, _id: direction } }];
    case 'LastUpdatedAt':
      return [{ $sort: { lastUpdatedAt: direction, _id: direction } }];
    case 'LatestInteraction':
      return [{ $sort: { lastInteractionAt: direction, _id: direction } }];
    case 'Title':
      return [{ $sort: { title: direction, _id: direction } }];
    case 'Urgency':
      // Open before resolved, then unattended ones, then by severity, then the newest.
      return [
        {
          $addFields: {
            urgency: {
              $add: [
                { $cond: [{ $eq: ['$status', 'Open'] }, 10, 0] },
                { $cond: ['$unattended', 5, 0] },
                ...severities.map((severity, rank) => ({
                  $cond: [{ $eq: ['$severity', severity] }, rank, 0],
                })),
              ],
            },
          },
        },
        { $sort: { urgency: direction, createdAt: direction, _id: direction } },
      ];
  }
}
