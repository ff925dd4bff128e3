import type { components } from '../contract/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  byLookup,
  type CreateOptions,
  createResource,
  defineKind,
  demandTeamEdit,
  findResource,
  getResource,
  type ReplaceOptions,
  type Resource,
  replaceResource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { countOwner } from './count-owner.ts';
import {
  auditedSources,
  createByHand,
  decidingAgain,
  demandNotMoved,
  type Grants,
  grantRoles,
  grantsOf,
  highestRole,
  type RoleRules,
  type RoleSources,
  removeByHand,
  rolesByHand,
  unchangedSince,
} from './granted-roles.ts';
import { namedUser, userOfMembership } from './invite.ts';
import { discountOwner } from './owners.ts';

export const organizationRoles = ['Member', 'Administrator', 'Owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** `role` is the one that counts, wherever it comes from; see `granted-roles.ts`. */
export type OrganizationMembershipWire = Required<Pick<MembershipInput, 'userId' | 'role'>> &
  Pick<MembershipInput, 'email'>;

export type OrganizationMembershipInternal = RoleSources<OrganizationRole>;

type MembershipInput = components['schemas']['OrganizationMembershipInput'];

export const organizationMembershipKind = defineKind<
  OrganizationMembershipWire,
  OrganizationMembershipInternal
>({
  entityType: 'OrganizationMembership',
  noun: 'organization-membership',
  collection: 'organization_memberships',
  shape: wireShapes.OrganizationMembership,
  displayNameOf: () => null,
  lookupOf: ({ userId, role }) => ({ userId, role }),
  personOf: ({ userId }) => userId ?? null,
  auditedOf: auditedSources,
  filters: { UserId: byLookup('userId'), Role: byLookup('role') },
  prepare(_ctx, wire, current) {
    const { role, sources } = rolesByHand(organizationRoles, wire.role, current);
    return {
      wire: { ...wire, userId: namedUser(wire), role },
      internal: { ...current?.internal, ...sources },
    };
  },
  async beforeRemove(ctx, { wire }) {
    if (wire.role === 'Owner') await discountOwner(ctx, namedUser(wire));
  },
  removedWith: { User: (id) => ({ 'lookup.userId': id }) },
  duplicate: {
    code: 'validation-failed',
    field: 'userId',
    message: say('alreadyInOrganization'),
  },
  indexes: [
    [
      { organizationId: 1, 'lookup.userId': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userId': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.role': 1 }],
  ],
});

export type OrganizationMembership = Resource<
  OrganizationMembershipWire,
  OrganizationMembershipInternal
>;

const rules: RoleRules<
  OrganizationRole,
  OrganizationMembershipWire,
  OrganizationMembershipInternal
> = {
  kind: organizationMembershipKind,
  roles: organizationRoles,
  async beforeLosing(ctx, wire) {
    if (wire.role === 'Owner') await discountOwner(ctx, namedUser(wire));
  },
  async settle(ctx, wire) {
    if (wire.role === 'Owner') await settleOwner(ctx, namedUser(wire));
  },
};

/** Counts an Owner who is one. Looks again afterwards: the role may have been taken meanwhile. */
async function settleOwner(ctx: Ctx, userId: string): Promise<void> {
  const isOwner = async () => (await organizationMembershipOf(ctx, userId))?.wire.role === 'Owner';
  if (!(await isOwner())) return;
  await countOwner(ctx, userId);
  if (!(await isOwner())) await discountOwner(ctx, userId);
}

/** Throws 403, 400 for an unknown user, and 400 when the person was given a role already, unless by groups. */
export async function createOrganizationMembership(
  ctx: Ctx,
  given: Partial<OrganizationMembershipWire>,
  options: CreateOptions<OrganizationMembershipInternal> = {},
): Promise<OrganizationMembership> {
  demandTeamEdit(ctx, null);
  const { userId } = await userOfMembership(ctx, given);
  const wanted = { ...given, userId };
  const granted = () => organizationMembershipOf(ctx, userId);
  const created = await createByHand<OrganizationRole, OrganizationMembership>(
    granted,
    () => createResource(ctx, organizationMembershipKind, wanted, options),
    ({ id }) => replaceOrganizationMembership(ctx, id, wanted, options),
  );
  if (created.wire.role === 'Owner') await countOwner(ctx, userId);
  return created;
}

/**
 * Sets the role that was given by hand. Throws 404, 400 for an unknown user, 403 when it would take the last Owner or
 * the billable user the role.
 */
export async function replaceOrganizationMembership(
  ctx: Ctx,
  id: string,
  given: Partial<OrganizationMembershipWire>,
  { provision, action }: Pick<ReplaceOptions, 'provision' | 'action'> = {},
): Promise<OrganizationMembership> {
  await getResource(ctx, organizationMembershipKind, id);
  demandTeamEdit(ctx, null);
  const { userId } = await userOfMembership(ctx, given);
  return decidingAgain(async () => {
    const before = await getResource(ctx, organizationMembershipKind, id);
    const former = namedUser(before.wire);
    const moves = former.toLowerCase() !== userId.toLowerCase();
    if (moves) demandNotMoved(before, 'userId');
    const grants = Object.values(grantsOf<OrganizationRole>(before));
    const role = highestRole(organizationRoles, [given.role, ...grants]);
    const leaves = before.wire.role === 'Owner' && (role !== 'Owner' || moves);
    if (leaves) await discountOwner(ctx, former);
    try {
      const wanted = { ...given, userId };
      const replaced = await replaceResource(ctx, organizationMembershipKind, id, wanted, {
        provision,
        demand: unchangedSince(before),
        ...(action ? { action } : {}),
      });
      if (replaced.wire.role === 'Owner') await countOwner(ctx, userId);
      return replaced;
    } catch (error) {
      if (leaves) await settleOwner(ctx, former);
      throw error;
    }
  });
}

/**
 * Takes the role that was given by hand; what groups give stays. Throws 404, 403 for the last Owner and the billable
 * user, and 409 when only groups give it.
 */
export function removeOrganizationMembership(ctx: Ctx, id: string): Promise<void> {
  return removeByHand(ctx, rules, id);
}

/**
 * Makes what groups give the person in the organization exactly this: role by origin. Tells whether anything was
 * written. The last active Owner and the billable user stay Owners.
 */
export function grantOrganizationRoles(
  ctx: Ctx,
  userId: string,
  grants: Grants<OrganizationRole>,
): Promise<boolean> {
  return grantRoles(ctx, rules, { 'lookup.userId': userId }, { userId }, grants);
}

export function organizationMembershipOf(
  ctx: Ctx,
  userId: string,
): Promise<OrganizationMembership | null> {
  return findResource(ctx, organizationMembershipKind, { 'lookup.userId': userId.toLowerCase() });
}
