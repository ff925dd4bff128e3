import {
  type AffectingIncident,
  incidentsAffecting,
  openIncidentsAffecting,
  type ServiceIncidentFilter,
} from '../incidents/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { listResources, lookupInstant, withIds } from '../resources/index.ts';
import {
  integrationsOf,
  type Service,
  serviceKind,
  serviceMaintenanceKind,
} from '../services/index.ts';
import type { PageSource } from './page-content.ts';
import { type StatusPage, servicesShownOn } from './status-pages.ts';

/** Longer than the days that the page shows, whatever its time zone. */
const marginDays = 2;
const day = 86_400_000;

/** Reads all that the page is made of. */
export async function loadPageSource(world: World, page: StatusPage): Promise<PageSource> {
  const parts = await loadPageParts(world, page);
  const since = historyStart(page, world.clock.now());
  return { page, ...parts, incidents: await allIncidents(world, page, parts.services, since) };
}

/** What of the page is configuration. */
export async function loadPageParts(
  world: World,
  page: StatusPage,
): Promise<Pick<PageSource, 'services' | 'maintenances'>> {
  const ctx = systemContext(world, page.organizationId);
  const ids = servicesShownOn(page).map((id) => id.toLowerCase());
  const since = historyStart(page, world.clock.now());
  const [services, maintenances] = await Promise.all([
    listResources(ctx, serviceKind, withIds(ids)),
    listResources(ctx, serviceMaintenanceKind, {
      'lookup.serviceIds': { $in: ids },
      'lookup.endsAt': { $gt: lookupInstant(since) },
    }),
  ]);
  return {
    services: new Map(services.items.map((service) => [service.id, service])),
    maintenances: maintenances.items,
  };
}

/** Since when incidents matter to the page. */
export function historyStart({ wire }: StatusPage, now: Date): Date {
  const days = wire.publicDisplayLiveStateOnly ? 0 : wire.historyInDays;
  return new Date(now.getTime() - (days + marginDays) * day);
}

/** Incidents that changed since then, and incidents that are open. */
export async function allIncidents(
  world: World,
  page: StatusPage,
  services: ReadonlyMap<string, Service>,
  since: Date,
): Promise<AffectingIncident[]> {
  const filter = filterFor(page, services);
  const [changed, open] = await Promise.all([
    incidentsAffecting(world, filter, since),
    openIncidentsAffecting(world, filter, since),
  ]);
  return [...open, ...changed];
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
