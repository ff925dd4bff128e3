import type { components, operations } from '../../openapi/types/public-v1.generated.ts';

type Incident = components['schemas']['Incident'];
export type ListQuery = NonNullable<operations['listIncidents']['parameters']['query']>;
export type ListPage = components['schemas']['IncidentList'];

/** The filters that this page can apply; with any other filter, only the server knows what passes. */
const known = new Set([
  'Statuses',
  'Severities',
  'TeamIds',
  'IntegrationIds',
  'ServiceIds',
  'Unattended',
  'IsArchived',
  'IncludeSnoozed',
  'OnlySnoozed',
  'SortBy',
  'Asc',
  'Limit',
  'Offset',
  // Not what passes: they are those of the latest answer, until the page settles.
  'WithCounts',
]);

/** Whether a list has the incident, wherever in it; null where only the server can tell. */
export function passes(query: ListQuery, incident: Incident): boolean | null {
  const [latest] = incident.events;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (!latest || given.some(([name]) => !known.has(name))) return null;
  const isSleeping = incident.snoozed !== null && latest.status === 'Open';
  return (
    isOneOf(query.Statuses, [latest.status]) &&
    isOneOf(query.Severities, [latest.severity]) &&
    isOneOf(query.TeamIds, idsOf(incident.teams)) &&
    isOneOf(query.IntegrationIds, idsOf(incident.integration ? [incident.integration] : [])) &&
    isOneOf(query.ServiceIds, idsOf(incident.services)) &&
    (query.Unattended === undefined || query.Unattended === incident.unattended) &&
    (query.IsArchived ?? false) === incident.isArchived &&
    (query.OnlySnoozed ? isSleeping : query.IncludeSnoozed === true || !isSleeping)
  );
}

function isOneOf<Value>(wanted: readonly Value[] | undefined, own: readonly Value[]): boolean {
  return !wanted?.length || own.some((value) => wanted.includes(value));
}

function idsOf(references: readonly { id: string }[]): string[] {
  return references.map(({ id }) => id);
}

/**
 * The page with the incident as it is now: in its place, at the top of the newest, or gone. Null where only the server
 * can tell.
 */
export function pageWith(query: ListQuery, page: ListPage, incident: Incident): ListPage | null {
  const isIn = passes(query, incident);
  if (isIn === null || query.SortBy !== 'Created' || query.Asc || incident.createdAt === null)
    return null;
  const at = page.incidents.findIndex(({ id }) => id === incident.id);
  const present = page.incidents[at];
  if (present && present.lastUpdatedAt > incident.lastUpdatedAt) return page;
  if (present)
    return { ...page, incidents: page.incidents.toSpliced(at, 1, ...(isIn ? [incident] : [])) };
  if (!isIn) return page;
  return withNew(query, page, incident);
}

function withNew(query: ListQuery, page: ListPage, incident: Incident): ListPage {
  const place = page.incidents.findIndex((other) => isNewer(incident, other));
  const isAtEnd = place < 0;
  // On later pages, and past the end of this one, a new incident appears with the next fetch.
  if ((query.Offset ?? 0) > 0 || (isAtEnd && page.hasMore)) return page;
  const all = page.incidents.toSpliced(isAtEnd ? page.incidents.length : place, 0, incident);
  const limit = query.Limit ?? all.length;
  return { ...page, incidents: all.slice(0, limit), hasMore: page.hasMore || all.length > limit };
}

/** As the list sorts: by its beginning, then by its id. */
function isNewer(one: Incident, other: Incident): boolean {
  const [own, their] = [Date.parse(one.createdAt ?? ''), Date.parse(other.createdAt ?? '')];
  return own === their ? one.id > other.id : own > their;
}
