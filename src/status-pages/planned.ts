import type { components } from '../contract/index.ts';
import { type Ctx, orderedId, systemContext, type World } from '../kernel/index.ts';
import {
  findResource,
  prepareResource,
  type Resource,
  type ResourceKind,
} from '../resources/index.ts';
import { serviceMaintenanceKind } from '../services/index.ts';
import type { PageParts } from './load-source.ts';
import { isFor, publicUpdateKind, saidAt } from './public-updates.ts';
import type { StatusPage } from './status-pages.ts';

/** An object that somebody is about to save, as the Public API takes it. */
export interface Planned {
  /** The stored one that it replaces. */
  id?: string;
  update?: components['schemas']['PublicUpdateInput'];
  maintenance?: components['schemas']['ServiceMaintenanceInput'];
}

/** The parts of the page once that is saved, an update as if it were published. Throws as the saving does. */
export async function withPlanned(
  world: World,
  page: StatusPage,
  parts: PageParts,
  { id, update, maintenance }: Planned,
): Promise<PageParts> {
  const ctx = systemContext(world, page.organizationId);
  let { updates, maintenances } = parts;
  if (update) {
    const planned = await plannedOf(ctx, publicUpdateKind, { ...update, isPublished: true }, id);
    updates = updates
      .filter((one) => one.id !== planned.id)
      .concat(isFor(planned, page) ? planned : [])
      .toSorted((a, b) => saidAt(a).getTime() - saidAt(b).getTime());
  }
  if (maintenance) {
    const planned = await plannedOf(ctx, serviceMaintenanceKind, maintenance, id);
    const isHere = planned.wire.serviceIds.some((one) => parts.services.has(one.toLowerCase()));
    maintenances = maintenances
      .filter((one) => one.id !== planned.id)
      .concat(isHere ? planned : []);
  }
  return { ...parts, updates, maintenances };
}

async function plannedOf<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  id: string | undefined,
): Promise<Resource<Wire, Internal>> {
  const now = ctx.clock.now();
  const current =
    id === undefined ? null : await findResource(ctx, kind, { _id: id.toLowerCase() });
  const prepared = await prepareResource(ctx, kind, given, current ?? undefined);
  const { organizationId, source } = ctx;
  const made = { organizationId, source, teamId: null, provisioned: false, version: 0 };
  return {
    ...(current ?? { ...made, id: orderedId(now.getTime()), createdAt: now }),
    ...prepared,
    updatedAt: now,
  };
}
