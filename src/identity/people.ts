import type { Ctx, World } from '../kernel/index.ts';
import { createResource, defineKind, findResource, type Resource } from '../resources/index.ts';
import type { OrganizationRole } from './model.ts';

/** A person as an organization knows them; the members are those of the document's User. */
export interface UserWire {
  displayName: string | null;
  email: string;
  phoneNumber: string | null;
  timeZoneId: string | null;
  [member: string]: unknown;
}

export const userKind = defineKind<UserWire>({
  entityType: 'User',
  noun: 'user',
  collection: 'users',
  displayNameOf: (user) => user.displayName ?? user.email,
  lookupOf: (user) => ({ email: user.email.toLowerCase() }),
  indexes: [
    // Identity providers send parallel creates: check-then-insert would lose the race.
    [{ organizationId: 1, 'lookup.email': 1 }, { unique: true, partialFilterExpression: { 'lookup.email': { $exists: true } } }],
    // Spec 2.1 rules 2 and 3: is the person in another organization, too?
    [{ 'lookup.email': 1 }, { sparse: true }],
  ],
});

export interface OrganizationMembershipWire {
  userId: string;
  role: OrganizationRole;
  [member: string]: unknown;
}

export const organizationMembershipKind = defineKind<OrganizationMembershipWire>({
  entityType: 'OrganizationMembership',
  noun: 'organization-membership',
  collection: 'organization_memberships',
  displayNameOf: () => null,
  indexes: [
    [
      { organizationId: 1, 'wire.userId': 1 },
      { unique: true, partialFilterExpression: { 'wire.userId': { $exists: true } } },
    ],
  ],
});

/** The Owner of the first start: found by e-mail address, made where missing. */
export async function ensureOwner(
  world: World,
  organizationId: string,
  email: string,
): Promise<{ id: string; email: string }> {
  const ctx: Ctx = systemContext(world, organizationId);
  const user =
    (await findResource(ctx, userKind, { 'lookup.email': email.toLowerCase() } as never)) ??
    (await createResource(
      ctx,
      userKind,
      { displayName: email.split('@')[0] ?? email, email, phoneNumber: null, timeZoneId: 'UTC' },
      { teamId: null },
    ));
  await ensureOwnerRole(ctx, user);
  return { id: user.id, email: user.wire.email };
}

async function ensureOwnerRole(ctx: Ctx, user: Resource<UserWire>): Promise<void> {
  const membership = await findResource(ctx, organizationMembershipKind, { 'wire.userId': user.id } as never);
  if (!membership)
    await createResource<OrganizationMembershipWire>(
      ctx,
      organizationMembershipKind,
      { userId: user.id, role: 'Owner' },
      { teamId: null },
    );
}

/** The product acting on its own in an organization. */
export function systemContext(world: World, organizationId: string, requestId = 'system'): Ctx {
  return {
    store: world.store,
    clock: world.clock,
    log: world.log,
    secrets: world.secrets,
    organizationId,
    actor: { kind: 'system' },
    source: 'System',
    teams: { see: 'all', edit: 'all' },
    requestId,
  };
}
