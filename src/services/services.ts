import type { components } from '../contract/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  demandInterval,
  demandTimeZone,
  listResources,
  lookupInstant,
  type Resource,
  wireShapes,
  withStableIds,
} from '../resources/index.ts';
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
  laterMembers: ({ escalationPolicyId }) => (escalationPolicyId ? ['escalationPolicyId'] : []),
  prepare(_ctx, wire, current) {
    demandUrgencySettings(wire.urgencySettings);
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

export type ServiceMaintenanceWire = Required<components['schemas']['ServiceMaintenanceInput']>;

export type ServiceMaintenance = Resource<ServiceMaintenanceWire>;

export const serviceMaintenanceKind = defineKind<ServiceMaintenanceWire>({
  entityType: 'ServiceMaintenance',
  noun: 'service-maintenance',
  collection: 'service_maintenances',
  shape: wireShapes.ServiceMaintenance,
  displayNameOf: (maintenance) => maintenance.displayName,
  lookupOf: ({ serviceIds, end }) => ({ serviceIds, endsAt: lookupInstant(end) }),
  filters: { ServiceId: byLookup('serviceIds') },
  prepare(_ctx, wire) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    demandInterval(wire);
    return { wire, internal: {} };
  },
});

/** What lists of maintenances that have not ended ask for. */
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
