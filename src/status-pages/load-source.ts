import {
  goneSince,
  type KeptIncident,
  keptDays,
  progressOf,
  shownSpansOf,
} from '../incident-days/index.ts';
import {
  type AffectingIncident,
  earlierIncidentsAffecting,
  idsChangedSince,
  incidentsAffecting,
  incidentsThere,
  openIncidentsAffecting,
  type ServiceIncidentFilter,
  type TitledIncident,
  titledIncidents,
} from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { listResources, lookupInstant, withIds } from '../resources/index.ts';
import {
  integrationsOf,
  type Service,
  serviceKind,
  serviceMaintenanceKind,
} from '../services/index.ts';
import {
  namedOn,
  type PageContent,
  type PageIncident,
  type PageSource,
  pageContent,
  withTitles,
} from './page-content.ts';
import { publishedOn } from './public-updates.ts';
import { type StatusPage, servicesShownOn } from './status-pages.ts';

/** Longer than the days that the page shows, whatever its time zone. */
const marginDays = 2;
const day = 86_400_000;

/** The present content of the page, all of it read anew. */
export async function loadPageContent(world: World, page: StatusPage): Promise<PageContent> {
  const parts = await loadPageParts(world, page);
  const { incidents, titled } = await loadIncidents(world, page, parts.services);
  const source = { page, ...parts, incidents: incidents.values() };
  const content = await pageContent(source, world.clock.now());
  await loadTitles(world, content, titled);
  return withTitles(content, titled);
}

export type PageParts = Omit<PageSource, 'page' | 'incidents'>;

/** The services, maintenances and updates of the page. */
export async function loadPageParts(world: World, page: StatusPage): Promise<PageParts> {
  const ctx = systemContext(world, page.organizationId);
  const ids = servicesShownOn(page).map((id) => id.toLowerCase());
  const since = historyStart(page, world.clock.now());
  const [services, maintenances, updates] = await Promise.all([
    listResources(ctx, serviceKind, withIds(ids)),
    listResources(ctx, serviceMaintenanceKind, {
      'lookup.serviceIds': { $in: ids },
      'lookup.endsAt': { $gt: lookupInstant(since) },
    }),
    publishedOn(world, page, ids, since),
  ]);
  return {
    services: new Map(services.items.map((service) => [service.id, service])),
    maintenances: maintenances.items,
    updates,
  };
}

/** Since when incidents matter to the page. */
export function historyStart({ wire }: StatusPage, now: Date): Date {
  const days = wire.publicDisplayLiveStateOnly ? 0 : wire.historyInDays;
  return new Date(now.getTime() - (days + marginDays) * day);
}

/** Incidents of a page, by id, and those whose titles are known. */
export interface LoadedIncidents {
  incidents: Map<string, PageIncident>;
  titled: Map<string, TitledIncident>;
}

/**
 * Incidents that changed since the history of the page begins, and those that are open: as they are kept by day, and as
 * they are where they have changed since, or are not kept.
 */
export async function loadIncidents(
  world: World,
  page: StatusPage,
  services: ReadonlyMap<string, Service>,
): Promise<LoadedIncidents> {
  const since = historyStart(page, world.clock.now());
  const filter = filterFor(page, services);
  const loaded: LoadedIncidents = { incidents: new Map(), titled: new Map() };
  const { until, since: keptSince } = await progressOf(world, page.organizationId);
  if (!until) {
    note(loaded, await openIncidentsAffecting(world, filter, since));
    note(loaded, await incidentsAffecting(world, filter, since));
    return loaded;
  }
  await loadKept(world, filter, since, loaded.incidents);
  if (keptSince.getTime() > 0)
    note(loaded, await earlierIncidentsAffecting(world, filter, keptSince, since));
  await noteChanges(world, filter, until > since ? until : since, loaded);
  return loaded;
}

async function loadKept(
  world: World,
  filter: ServiceIncidentFilter,
  since: Date,
  incidents: Map<string, PageIncident>,
): Promise<void> {
  const { organizationId } = filter;
  const [serviceIds, integrationIds] = [new Set(filter.serviceIds), new Set(filter.integrationIds)];
  const gone: string[] = [];
  const options = {
    filter: { changedSince: since },
    inTurn: <Result>(step: () => Promise<Result>) => readInTurn({ ...world, organizationId }, step),
  };
  for await (const day of keptDays(world, organizationId, options))
    for (const kept of day) {
      const isAffecting =
        integrationIds.has(kept.integrationId ?? '') ||
        kept.serviceIds.some((id) => serviceIds.has(id));
      if (!isAffecting || (kept.status !== 'Open' && kept.updatedAt < since.getTime())) continue;
      if (kept.isGone) gone.push(kept.id);
      incidents.set(kept.id, pageIncidentOf(kept));
    }
  await forgetGone(world, gone, incidents);
}

/** Getters cost something each time, and a page is computed every second. */
function pageIncidentOf(kept: KeptIncident): PageIncident {
  const { id, integrationId, teamIds, serviceIds, isExcluded, status, updatedAt, spans } = kept;
  return { id, integrationId, teamIds, serviceIds, isExcluded, status, updatedAt, spans };
}

/** Brings what is known up to what has changed since then. */
export async function noteChanges(
  world: World,
  filter: ServiceIncidentFilter,
  since: Date,
  loaded: LoadedIncidents,
): Promise<void> {
  const { organizationId } = filter;
  const [changed, affecting, gone] = await Promise.all([
    // Also those that affect the services no longer.
    idsChangedSince(world, organizationId, since),
    incidentsAffecting(world, filter, since),
    goneSince(world, organizationId, since),
  ]);
  for (const id of changed) {
    loaded.incidents.delete(id);
    loaded.titled.delete(id);
  }
  note(loaded, affecting);
  await forgetGone(world, gone, loaded.incidents);
}

function note({ incidents, titled }: LoadedIncidents, found: readonly AffectingIncident[]): void {
  for (const incident of found) {
    incidents.set(incident._id, {
      id: incident._id,
      integrationId: incident.integrationId,
      teamIds: incident.teamIds,
      serviceIds: incident.serviceIds ?? [],
      isExcluded: incident.excludeFromUptimeCalculation ?? false,
      status: incident.events.at(-1)?.status ?? 'Resolved',
      updatedAt: incident.lastUpdatedAt.getTime(),
      spans: shownSpansOf(incident),
    });
    titled.set(incident._id, incident);
  }
}

/** Forgets deleted incidents; an incident whose deletion failed is still there. */
async function forgetGone(
  world: World,
  gone: readonly string[],
  incidents: Map<string, PageIncident>,
): Promise<void> {
  if (gone.length === 0) return;
  const there = await incidentsThere(world, gone);
  for (const id of gone) if (!there.has(id)) incidents.delete(id);
}

/** Leaves in `titled` the incidents that the page names, and reads those that are missing. */
export async function loadTitles(
  world: World,
  content: PageContent,
  titled: Map<string, TitledIncident>,
): Promise<void> {
  const named = new Set(namedOn(content));
  for (const id of titled.keys()) if (!named.has(id)) titled.delete(id);
  const missing = [...named].filter((id) => !titled.has(id));
  if (missing.length === 0) return;
  for (const incident of await titledIncidents(world, missing)) titled.set(incident._id, incident);
}

export function filterFor(
  page: StatusPage,
  services: ReadonlyMap<string, Service>,
): ServiceIncidentFilter {
  const all = [...services.values()];
  return {
    organizationId: page.organizationId,
    serviceIds: all.map(({ id }) => id),
    integrationIds: integrationsOf(all),
  };
}
