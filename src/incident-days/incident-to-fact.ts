import type { CountedIncident } from '../incidents/index.ts';
import { type Holding, toHeld } from './holdings.ts';
import type { Act, IncidentFact, StoredSpan } from './model.ts';
import { type Span, shownSpansOf } from './outages.ts';

type CountedEvent = CountedIncident['events'][number];

/** The latest acts are kept: a report tells of a week, and no week has more. */
const actsMax = 200;
const escalationsMax = 100;

/** The fact that is kept of an incident. Pure. */
export function incidentToFact(
  incident: CountedIncident,
  integrationName: string | null,
): IncidentFact {
  const { _id, organizationId, integrationId, title, severity, status, version } = incident;
  const { createdAt, events } = incident;
  const holdings = holdingsOf(incident);
  const { serviceIds = [] } = incident;
  const resolvedAt =
    status === 'Resolved' ? events.findLast(({ intent }) => intent === 'Resolved')?.at : undefined;
  const escalatedAt = events
    .flatMap(({ intent, by, at }) => (intent === 'Escalated' && !by ? [at] : []))
    .slice(-escalationsMax);
  const acts = actsOf(events).slice(-actsMax);
  return {
    _id,
    organizationId,
    version,
    integrationId,
    integrationName,
    title,
    severity,
    status,
    createdAt,
    updatedAt: incident.lastUpdatedAt,
    held: holdings.map(toHeld),
    acknowledgedAt: acknowledgements(events, [createdAt, ...holdings.map(({ since }) => since)]),
    ...(status === 'Resolved' ? { resolvedAt: resolvedAt ?? incident.lastUpdatedAt } : {}),
    // Nobody was told of it, or people looked after another one that it is part of: how long it took says nothing.
    ...(isUntimed(events) || incident.transient || incident.mergedInto || incident.isShadow
      ? { isUntimed: true as const }
      : {}),
    ...(incident.transient ? { isTransient: true as const } : {}),
    ...(serviceIds.length > 0 ? { serviceIds: serviceIds.map((id) => id.toLowerCase()) } : {}),
    ...(incident.excludeFromUptimeCalculation ? { isExcluded: true as const } : {}),
    spans: incident.isShadow ? [] : shownSpansOf(incident).map(toStored),
    escalatedAt,
    acts,
    ...(escalatedAt.length + acts.length > 0 ? { isActed: true as const } : {}),
  };
}

/** JSON, which blocks are, has no infinity. */
function toStored({ end, ...span }: Span): StoredSpan {
  return { ...span, end: Number.isFinite(end) ? end : null };
}

/** Spec 2.9: for a team that received an incident by assignment, it started at that moment. */
function holdingsOf({ teamIds, events, createdAt }: CountedIncident): Holding[] {
  const assignedAt = new Map<string, Date>();
  for (const { intent, options, at } of events) {
    if (intent !== 'Assigned') continue;
    for (const id of teamsOf(options)) if (!assignedAt.has(id)) assignedAt.set(id, at);
  }
  // The first team is the one it was made for, whatever was said later.
  return teamIds.map((teamId, index) => ({
    teamId,
    since: (index === 0 ? undefined : assignedAt.get(teamId)) ?? createdAt,
  }));
}

function teamsOf(options: CountedEvent['options']): string[] {
  const teams = options?.teams as { ids?: unknown } | undefined;
  return Array.isArray(teams?.ids) ? teams.ids.map((id) => String(id).toLowerCase()) : [];
}

/** The first acknowledgement at or after each of these moments. */
function acknowledgements(events: readonly CountedEvent[], since: readonly Date[]): Date[] {
  const all = events.filter(isAcknowledgement).map(({ at }) => at);
  const first = since.flatMap((moment) => all.find((at) => at >= moment)?.getTime() ?? []);
  return [...new Set(first)].sort((a, b) => a - b).map((at) => new Date(at));
}

/** Who resolves an incident by hand has seen it. What a rule or a monitoring tool does is no acknowledgement. */
function isAcknowledgement({ intent, by }: CountedEvent): boolean {
  if (intent === 'Investigated') return by?.kind !== 'rule';
  return intent === 'Resolved' && (by?.kind === 'user' || by?.kind === 'external');
}

function isUntimed([first, ...later]: readonly CountedEvent[]): boolean {
  const isCreatedResolved = first?.intent === 'Created' && first.status === 'Resolved';
  return (
    isCreatedResolved || later.some(({ intent, by }) => intent === 'Deleted' && by?.kind === 'rule')
  );
}

function actsOf(events: readonly CountedEvent[]): Act[] {
  return events.flatMap(({ by, intent, at }) =>
    by?.kind === 'user' ? [{ userId: by.id, intent, at }] : [],
  );
}
