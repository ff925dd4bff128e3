import { type RecurringWindow, windowsBetween } from '../../calendar/index.ts';
import { listIncidents } from '../../incident-lists/index.ts';
import type { IncidentDocument } from '../../incidents/index.ts';
import { integrationsOfTypes, maintenanceWindowsOf } from '../../integrations/index.ts';
import { maintenanceOf } from '../../services/index.ts';
import { silencesEndingAfter } from '../../silences/index.ts';
import type { ApiCaller } from './caller.ts';
import type { Answer } from './handlers.ts';

type View = Answer<'getIncidentSurroundings'>;
type Change = View['changes'][number];

interface Interval {
  since: Date;
  until: Date;
}

const hour = 3_600_000;
const before = 6 * hour;
const after = hour;
const nearby = 2 * hour;
/** Per kind: more is no help at night. */
const changesMax = 20;
const openMax = 10;

/**
 * Changes that began or ended around the opening of an incident, and other open incidents, as far as the caller may see
 * them.
 */
export async function surroundingsOf(caller: ApiCaller, incident: IncidentDocument): Promise<View> {
  const opened = incident.createdAt.getTime();
  const now = caller.clock.now();
  const interval = {
    since: new Date(opened - before),
    until: new Date(Math.min(opened + after, now.getTime())),
  };
  const [changes, open] = await Promise.all([
    Promise.all([
      silencesIn(caller, incident, interval),
      windowsIn(caller, incident, interval),
      maintenanceIn(caller, incident, interval),
      deliveriesIn(caller, incident, interval),
    ]),
    openNearby(caller, incident),
  ]);
  return {
    since: interval.since.toISOString(),
    until: interval.until.toISOString(),
    changes: changes.flat().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    ...open,
  };
}

async function silencesIn(
  caller: ApiCaller,
  { teamIds }: IncidentDocument,
  interval: Interval,
): Promise<Change[]> {
  const all = await silencesEndingAfter(caller, interval.since);
  const own = all.filter(({ wire }) => teamIds.includes(wire.teamId.toLowerCase()));
  return edgesOf('Silence', own, interval);
}

async function windowsIn(
  caller: ApiCaller,
  { integrationId }: IncidentDocument,
  interval: Interval,
): Promise<Change[]> {
  if (integrationId === null) return [];
  return edgesOf('Maintenance', await maintenanceWindowsOf(caller, integrationId), interval);
}

async function maintenanceIn(
  caller: ApiCaller,
  { serviceIds = [] }: IncidentDocument,
  interval: Interval,
): Promise<Change[]> {
  const planned = await maintenanceOf(caller, serviceIds, interval.since);
  return edgesOf('Maintenance', planned, interval);
}

interface Timed {
  id: string;
  wire: RecurringWindow & { displayName?: string; description?: string | null };
}

function edgesOf(
  what: 'Silence' | 'Maintenance',
  items: readonly Timed[],
  interval: Interval,
): Change[] {
  const since = interval.since.getTime();
  const until = interval.until.getTime();
  const edges = items.flatMap(({ id, wire }) => {
    const edge = (instant: number, kind: Change['kind']): Change[] => {
      if (instant < since || instant > until) return [];
      const name = wire.displayName ?? wire.description ?? '';
      const at = new Date(instant).toISOString();
      return [{ at, kind, id, displayName: name, integration: null }];
    };
    // A window that begins or ends exactly at a bound counts, too.
    return windowsBetween(wire, since - 1, until + 1).flatMap(({ start, end }) => [
      ...edge(start, `${what}Began`),
      ...edge(end, `${what}Ended`),
    ]);
  });
  return edges.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, changesMax);
}

/** Reports of tools that build and deliver. */
async function deliveriesIn(
  caller: ApiCaller,
  incident: IncidentDocument,
  { since, until }: Interval,
): Promise<Change[]> {
  const types = caller.dependencies.catalogue.types
    .filter(({ category }) => category === 'delivery')
    .map(({ id }) => id);
  const tools = await integrationsOfTypes(caller, types);
  if (tools.length === 0) return [];
  const names = new Map(tools.map(({ id, wire }) => [id, wire.displayName]));
  const { incidents } = await listIncidents(
    caller,
    {
      integrationIds: [...names.keys()],
      createdFrom: since,
      createdUntil: until,
      snoozed: 'with',
    },
    { limit: changesMax, offset: 0, sortBy: 'Created', ascending: false },
  );
  return incidents
    .filter(({ _id }) => _id !== incident._id)
    .map(({ _id, createdAt, title, integrationId }) => ({
      at: createdAt.toISOString(),
      kind: 'Delivery',
      id: _id,
      displayName: title,
      integration:
        integrationId === null
          ? null
          : { id: integrationId, displayName: names.get(integrationId) ?? '' },
    }));
}

async function openNearby(
  caller: ApiCaller,
  { _id, teamIds, createdAt }: IncidentDocument,
): Promise<Pick<View, 'open' | 'hasMoreOpen'>> {
  if (teamIds.length === 0) return { open: [], hasMoreOpen: false };
  const { incidents, hasMore } = await listIncidents(
    caller,
    {
      statuses: ['Open'],
      teamIds,
      createdFrom: new Date(createdAt.getTime() - nearby),
      createdUntil: new Date(createdAt.getTime() + nearby),
      snoozed: 'with',
      isArchived: false,
    },
    // One of them is the incident itself.
    { limit: openMax + 1, offset: 0, sortBy: 'Created', ascending: false },
  );
  const others = incidents.filter((one) => one._id !== _id);
  return {
    open: others.slice(0, openMax).map((one) => ({
      id: one._id,
      title: one.title,
      severity: one.severity,
      createdAt: one.createdAt.toISOString(),
    })),
    hasMoreOpen: hasMore || others.length > openMax,
  };
}
