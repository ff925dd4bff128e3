import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { RecurringWindow } from '../calendar/index.ts';
import { integrationKind, maintenanceWindowKind } from '../integrations/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { serviceMaintenanceKind } from '../services/index.ts';
import { silenceKind } from '../silences/index.ts';
import { type MaintenanceWindowTimes, teamKind } from '../teams/index.ts';
import type { WindowFacts } from './told-windows.ts';

/** A window of which tools are told, as it is set up now. */
export interface NoticedWindow {
  key: string;
  organizationId: string;
  window: RecurringWindow;
  facts: WindowFacts;
}

const effects = { maintenance: 'opensNothing', muted: 'mutes' } as const;

/** All windows of which tools are told. Finds nothing to read where nobody asks for it. */
export async function noticedWindows(world: World): Promise<NoticedWindow[]> {
  const { store } = world;
  const models = [
    maintenanceWindowKind.model(store),
    teamKind.model(store),
    serviceMaintenanceKind.model(store),
    silenceKind.model(store),
  ];
  const found = await Promise.all(models.map(organizationsOf));
  const organizations = new Set(found.flat());
  const windows: NoticedWindow[] = [];
  for (const organizationId of organizations)
    windows.push(...(await windowsIn(systemContext(world, organizationId))));
  return windows;
}

async function organizationsOf({ collection }: { collection: unknown }): Promise<string[]> {
  // The driver's own view: mongoose has one type of model for each kind.
  const found = await (collection as Collection<{ organizationId?: string }>)
    .find(told)
    .project<{ organizationId?: string }>({ organizationId: 1 })
    .toArray();
  return found.flatMap(({ organizationId }) => organizationId ?? []);
}

const told = { 'lookup.notices': 'set' };

async function windowsIn(ctx: Ctx): Promise<NoticedWindow[]> {
  const [ofIntegrations, ofTeams, ofServices, silences] = await Promise.all([
    listResources(ctx, maintenanceWindowKind, told),
    listResources(ctx, teamKind, told),
    listResources(ctx, serviceMaintenanceKind, told),
    listResources(ctx, silenceKind, told),
  ]);
  const integrationIds = ofIntegrations.items.map(({ wire }) => wire.integrationId);
  const integrations = await listResources(ctx, integrationKind, withIds(integrationIds));
  const names = new Map(integrations.items.map(({ id, wire }) => [id, wire.displayName]));
  const owners = [...ofIntegrations.items, ...silences.items].flatMap(({ teamId }) => teamId ?? []);
  const teams = await listResources(ctx, teamKind, withIds(owners));
  const zones = new Map(teams.items.map(({ id, wire }) => [id, wire.timeZoneId ?? 'UTC']));
  const zoneOf = (teamId: string | null) => zones.get(teamId ?? '') ?? 'UTC';
  const { organizationId } = ctx;
  const all = [
    ...ofIntegrations.items.map(({ id, teamId, wire }) => ({
      ...{ key: id, window: wire },
      facts: {
        ...{ kind: 'IntegrationMaintenance' as const, id, teamId, timeZoneId: zoneOf(teamId) },
        name: names.get(wire.integrationId.toLowerCase()) ?? '',
        description: wire.description ?? null,
        effect: effects[wire.type],
      },
    })),
    ...ofTeams.items.flatMap(({ id, wire }) =>
      keyed(wire.maintenanceWindows ?? []).map(({ key, window }) => ({
        ...{ key: `${id} ${key}`, window },
        facts: {
          ...{ kind: 'TeamMaintenance' as const, id, teamId: id, name: wire.displayName },
          timeZoneId: wire.timeZoneId ?? 'UTC',
          description: window.description ?? null,
          effect: effects[window.type],
        },
      })),
    ),
    ...ofServices.items.map(({ id, wire }) => ({
      ...{ key: id, window: wire },
      facts: {
        ...{ kind: 'ServiceMaintenance' as const, id, teamId: null, name: wire.displayName },
        timeZoneId: wire.timeZoneId ?? 'UTC',
        description: wire.publicDescription ?? null,
        effect: null,
      },
    })),
    ...silences.items.map(({ id, teamId, wire }) => ({
      ...{ key: id, window: wire },
      facts: {
        ...{ kind: 'Silence' as const, id, teamId, timeZoneId: zoneOf(teamId) },
        ...{ name: wire.displayName, description: wire.reason ?? null },
        effect: wire.effect === 'openNothing' ? ('opensNothing' as const) : ('mutes' as const),
      },
    })),
  ];
  return all.flatMap(({ key, window, facts }) => {
    const outboundIntegrationIds = [...(window.noticeOutboundIntegrationIds ?? [])];
    if (outboundIntegrationIds.length === 0) return [];
    return [{ key, organizationId, window, facts: { ...facts, outboundIntegrationIds } }];
  });
}

/** Windows of a team have no ids: one whose end has changed is still the same. */
function keyed(windows: readonly MaintenanceWindowTimes[]) {
  const seen = new Map<string, number>();
  return windows.map((window) => {
    const { start, type, description = null, recurrences } = window;
    const [first] = recurrences ?? [];
    const content = JSON.stringify([start, type, description, first?.rule, first?.startsAt]);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const place = seen.get(hash) ?? 0;
    seen.set(hash, place + 1);
    return { key: `${hash} ${place}`, window };
  });
}
