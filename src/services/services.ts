import { type Interval, nextWindow, windowsBetween } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type Ctx, invalidField, repeatableId } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  demandTimeZone,
  demandWindow,
  listResources,
  lookupInstant,
  noticesOf,
  type Resource,
  wireShapes,
  withStableIds,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandUrgencySettings } from '../urgency/index.ts';

/** The document's Service as it is stored; integrations in it may have been deleted. */
export type ServiceWire = Required<components['schemas']['ServiceInput']>;

export type Service = Resource<ServiceWire>;

export const serviceKind = defineKind<ServiceWire>({
  entityType: 'Service',
  noun: 'service',
  collection: 'services',
  shape: wireShapes.Service,
  displayNameOf: (service) => service.displayName,
  async prepare(ctx, wire, current) {
    demandUrgencySettings(wire.urgencySettings);
    await demandNoCircle(ctx, wire, current?.id);
    return {
      wire: {
        ...wire,
        templates: withStableIds(wire.templates, current?.wire.templates),
        integrations: withStableIds(wire.integrations, current?.wire.integrations),
      },
      internal: {},
    };
  },
});

/** The ids of the services that it depends on directly. */
export function neededBy(wire: Pick<ServiceWire, 'dependsOn'> | undefined): string[] {
  return (wire?.dependsOn ?? []).map((id) => id.toLowerCase());
}

/** 400 for a service that would depend on itself, through others or directly. */
async function demandNoCircle(ctx: Ctx, wire: ServiceWire, id: string | undefined): Promise<void> {
  if (id === undefined || neededBy(wire).length === 0) return;
  const seen = new Set<string>();
  /** With the member of the list that leads there. */
  let next = neededBy(wire).map((one, index) => ({ id: one, index }));
  for (; next.length > 0; ) {
    const { items } = await listResources(ctx, serviceKind, {
      _id: { $in: next.map((one) => one.id) },
    });
    const byId = new Map(items.map((service) => [service.id, service]));
    const circle = next.find((one) => one.id === id);
    if (circle) {
      const first = wire.dependsOn?.[circle.index]?.toLowerCase() ?? id;
      const { items: named } = await listResources(ctx, serviceKind, { _id: { $in: [first] } });
      const name = named[0]?.wire.displayName ?? wire.displayName;
      throw invalidField(`dependsOn[${circle.index}]`, say('serviceNeedsItself', { name }));
    }
    next = next.flatMap(({ id: one, index }) => {
      if (seen.has(one)) return [];
      seen.add(one);
      return neededBy(byId.get(one)?.wire).map((needed) => ({ id: needed, index }));
    });
  }
}

type ServiceMaintenanceWire = Required<components['schemas']['ServiceMaintenanceInput']>;

export type ServiceMaintenance = Resource<ServiceMaintenanceWire>;

export const serviceMaintenanceKind = defineKind<ServiceMaintenanceWire>({
  entityType: 'ServiceMaintenance',
  noun: 'service-maintenance',
  collection: 'service_maintenances',
  shape: wireShapes.ServiceMaintenance,
  displayNameOf: (maintenance) => maintenance.displayName,
  lookupOf: (maintenance) => ({
    serviceIds: maintenance.serviceIds,
    endsAt: lookupInstant(maintenance.end),
    notices: noticesOf([maintenance]),
  }),
  filters: { ServiceId: byLookup('serviceIds') },
  // Finds those of which tools are told, of all organizations.
  indexes: [[{ 'lookup.notices': 1 }, { sparse: true }]],
  prepare(_ctx, wire) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    demandWindow(wire);
    return { wire, internal: {} };
  },
});

/** One of the times of a maintenance; of one that does not come again, all of it. */
export interface MaintenanceTime {
  /** The id of the maintenance; another one for each time of what comes again. */
  id: string;
  start: Date;
  end: Date;
}

/** The times of a maintenance that have some part between two instants, in order. */
export function timesOf(
  { id, wire }: Pick<ServiceMaintenance, 'id' | 'wire'>,
  from: number,
  until: number,
): MaintenanceTime[] {
  return windowsBetween(wire, from, until).map(timeOf(id, wire));
}

/** The time of a maintenance at `at`, or the next one; null when there is none any more. */
export function nextTimeOf(
  { id, wire }: Pick<ServiceMaintenance, 'id' | 'wire'>,
  at: number,
): MaintenanceTime | null {
  const next = nextWindow(wire, at);
  return next && timeOf(id, wire)(next);
}

function timeOf(id: string, { recurrences }: ServiceMaintenanceWire) {
  const comesAgain = recurrences !== null && recurrences !== undefined && recurrences.length > 0;
  return ({ start, end }: Interval): MaintenanceTime => ({
    id: comesAgain ? repeatableId(start, 'maintenance', id) : id,
    start: new Date(start),
    end: new Date(end),
  });
}

/** The filter for maintenances that have not ended. */
export function notEndedAt(now: Date): Record<string, unknown> {
  return { 'lookup.endsAt': { $gt: lookupInstant(now) } };
}

/** Planned maintenance of any of the services that had not ended at `since`. */
export async function maintenanceOf(
  ctx: Ctx,
  serviceIds: readonly string[],
  since: Date,
): Promise<readonly ServiceMaintenance[]> {
  if (serviceIds.length === 0) return [];
  const ofThem = { 'lookup.serviceIds': { $in: [...serviceIds] }, ...notEndedAt(since) };
  return (await listResources(ctx, serviceMaintenanceKind, ofThem)).items;
}
