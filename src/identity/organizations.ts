import { appendEntry, auditEntry, recordAudit } from '../audit/index.ts';
import type { components } from '../contract/index.ts';
import {
  AppError,
  actingPersonId,
  type Ctx,
  invalidField,
  orderedId,
  systemContext,
  type World,
} from '../kernel/index.ts';
import {
  countChange,
  createResource,
  demandExpectedResource,
  findResource,
  getResource,
  noteRemovals,
  type ResourceDocument,
  replaceResource,
  resourceExists,
  storedFilter,
  updateResource,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import {
  type Organization,
  type OrganizationInternal,
  type OrganizationWire,
  organizationKind,
} from './organization-kind.ts';
import { demandOwner } from './owners.ts';
import { addOwner } from './people.ts';

/** The members of its organization that every request needs. */
export interface OrganizationPlan {
  plan: string | null;
  codeOnly: boolean;
}

/** Read by every request; null for a deleted organization. */
export async function planOf(
  world: World,
  organizationId: string,
): Promise<OrganizationPlan | null> {
  const organization = await organizationKind
    .model(world.store)
    .findOne(storedFilter(organizationKind, { _id: organizationId, organizationId }), {
      'internal.plan': 1,
      'wire.codeOnly': 1,
    })
    .lean<ResourceDocument<OrganizationWire, OrganizationInternal>>();
  return (
    organization && {
      plan: organization.internal.plan,
      codeOnly: organization.wire.codeOnly,
    }
  );
}

/**
 * Every organization of the installation with its plan; null, that of the installation. `kept`: see
 * `retention-record.ts`.
 */
export async function* organizationPlans(
  world: World,
): AsyncGenerator<{ id: string } & Pick<OrganizationInternal, 'plan' | 'kept'>> {
  const cursor = organizationKind
    .model(world.store)
    .find(storedFilter(organizationKind, { _id: { $gt: '' }, organizationId: { $exists: true } }), {
      'internal.plan': 1,
      'internal.kept': 1,
    })
    .lean<ResourceDocument<OrganizationWire, OrganizationInternal>>()
    .cursor();
  for await (const { _id, internal } of cursor)
    yield { id: _id, plan: internal.plan, ...(internal.kept ? { kept: internal.kept } : {}) };
}

/** The organization the actor works in, and those made from it, by id. Who sees only some teams has no others. */
export async function organizationsInReach(ctx: Ctx): Promise<Organization[]> {
  const own = await getResource(ctx, organizationKind, ctx.organizationId);
  if (ctx.teams.see !== 'all') return [own];
  const ids = await organizationKind
    .model(ctx.store)
    .find(storedFilter(organizationKind, { 'internal.parentId': ctx.organizationId }), { _id: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .lean<{ _id: string }[]>();
  const made = await Promise.all(
    ids.map(({ _id }) => findResource(within(ctx, _id), organizationKind, { _id })),
  );
  return [own, ...made.filter((organization) => organization !== null)];
}

/** A context in organization `id`: that of the actor, or one made from it. Throws 404 for any other. */
export async function contextWithin(ctx: Ctx, id: string): Promise<Ctx> {
  if (id === ctx.organizationId) return ctx;
  const made =
    ctx.teams.see === 'all' &&
    (await organizationKind
      .model(ctx.store)
      .exists(
        storedFilter(organizationKind, { _id: id, 'internal.parentId': ctx.organizationId }),
      ));
  if (!made) throw new AppError('not-found', say('noSuchObject', { what: 'Organization', id }));
  return within(ctx, id);
}

function within(ctx: Ctx, organizationId: string): Ctx {
  return { ...ctx, organizationId };
}

/**
 * Makes an organization from the present one. Spec 2.1 rule 5: the person behind it, or the billable user
 * when a key of the organization does it, becomes its Owner and billable user. Throws 400 when the root is
 * another organization than the present one.
 */
export async function createOrganization(
  ctx: Ctx,
  given: { displayName: string; rootOrganizationId?: string | null },
  making?: { readonly id: string; readonly mayExist: boolean },
): Promise<Organization> {
  const root = given.rootOrganizationId ?? null;
  if (root !== null && root.toLowerCase() !== ctx.organizationId)
    throw invalidField('rootOrganizationId', say('mustBeKeysOrganization'));
  const parent = await getResource(ctx, organizationKind, ctx.organizationId);
  const id = making?.id ?? orderedId(ctx.clock.now().getTime());
  const inside = within(ctx, id);
  // Begun by a process that has died since, it is brought to its end: every further step finds what is there.
  const isBegun = making?.mayExist === true && (await resourceExists(inside, organizationKind, id));
  // With its parent, by which it is seen: one that something breaks for now can be deleted.
  const options = { id, teamId: null, internal: { parentId: parent.id } };
  if (!isBegun) await createResource(inside, organizationKind, given, options);
  // The log of the new organization begins with this; that of the present one has to tell it, too.
  await recordAudit(ctx, {
    action: 'organization.create',
    entityType: organizationKind.entityType,
    entityId: id,
    entityDisplayName: given.displayName,
  });
  const founder = actingPersonId(ctx) ?? parent.wire.billableUserId;
  const owner = founder === null ? null : await addOwner(ctx, inside, founder);
  return updateResource(inside, organizationKind, id, (current) => ({
    wire: { ...current.wire, billableUserId: owner?.id ?? null },
    internal: current.internal,
  }));
}

export async function replaceOrganization(
  ctx: Ctx,
  id: string,
  given: { displayName: string; rootOrganizationId?: string | null },
): Promise<Organization> {
  const inside = await contextWithin(ctx, id);
  const root = given.rootOrganizationId ?? null;
  const present = await getResource(inside, organizationKind, id);
  const allowed = [null, present.wire.rootOrganizationId, present.internal.parentId];
  if (!allowed.includes(root)) throw invalidField('rootOrganizationId', say('mustBeOriginalRoot'));
  return replaceResource(inside, organizationKind, id, given);
}

/** Null of `billableUserId` keeps the current one: an organization must have a billable user. */
export type OrganizationSettings = Required<components['schemas']['OrganizationSettingsInput']>;

/** Throws 400 when the billable user is not one of the Owners (spec 2.1). */
export async function replaceOrganizationSettings(
  ctx: Ctx,
  id: string,
  given: Partial<OrganizationSettings>,
): Promise<Organization> {
  const inside = await contextWithin(ctx, id);
  const billableUserId = given.billableUserId ?? null;
  return updateResource(inside, organizationKind, id, ({ wire, internal }) => {
    if (billableUserId !== null) demandOwner(internal.ownerIds, 'billableUserId', billableUserId);
    return {
      wire: {
        ...wire,
        ...definedOf(given),
        auditRetentionDays: given.auditRetentionDays ?? null,
        billableUserId: billableUserId?.toLowerCase() ?? wire.billableUserId,
      },
      internal,
    };
  });
}

/** Drops undefined members: they stay as they are. */
function definedOf(given: Partial<OrganizationSettings>): Partial<OrganizationSettings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * Deletes a sub-organization of the current organization. It becomes inaccessible immediately; everything in it,
 * including its audit log, is removed in the background. The log of the current organization records the deletion.
 * Throws 409 for the current organization itself, and for one that has sub-organizations.
 */
export async function deleteOrganization(ctx: Ctx, id: string): Promise<void> {
  const inside = await contextWithin(ctx, id);
  if (id === ctx.organizationId) throw new AppError('conflict', say('ownOrganizationStays'));
  if (
    await organizationKind
      .model(ctx.store)
      .exists(storedFilter(organizationKind, { 'internal.parentId': id }))
  )
    throw new AppError('conflict', say('subOrganizationsFirst'));
  const documents = plainCollection(organizationKind.model(ctx.store));
  for (;;) {
    // 404 once somebody else was faster.
    const organization = await getResource(inside, organizationKind, id);
    const { version, wire } = organization;
    await demandExpectedResource(inside, organizationKind, organization);
    const entry = auditEntry(ctx, {
      action: 'organization.delete',
      entityType: organizationKind.entityType,
      entityId: id,
      entityDisplayName: wire.displayName,
    });
    await noteRemovals(ctx, organizationKind.entityType, id, [id]);
    // Nobody sees it any more; what is left holds the entry until it is in the log. Only the state that was looked at
    // goes.
    const { matchedCount } = await documents.updateOne(
      { _id: id, organizationId: id, version },
      {
        $unset: { organizationId: 1, wire: 1, internal: 1, lookup: 1, createdAt: 1 },
        $push: { outbox: entry },
      },
    );
    if (matchedCount === 0) continue;
    // Invalidates what caches hold of it: webhooks answer 404 from now on.
    countChange(ctx, organizationKind.entityType);
    await appendEntry(ctx, entry);
    await documents.deleteOne({ _id: id });
    return;
  }
}

/** Sets the plan of an organization, for the operator; null: the plan of the installation. */
export async function setPlan(
  world: World,
  organizationId: string,
  plan: string | null,
): Promise<Organization> {
  const ctx = systemContext(world, organizationId);
  return updateResource(
    ctx,
    organizationKind,
    organizationId,
    (current) => ({ wire: current.wire, internal: { ...current.internal, plan } }),
    { action: 'organization.set-plan' },
  );
}
