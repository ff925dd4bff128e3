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
import { countOwner } from './count-owner.ts';
import { namedUser, userOfMembership } from './invite.ts';
import { discountOwner } from './owners.ts';

export const organizationRoles = ['Member', 'Administrator', 'Owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export type OrganizationMembershipWire = Required<Pick<MembershipInput, 'userId' | 'role'>> &
  Pick<MembershipInput, 'email'>;

type MembershipInput = components['schemas']['OrganizationMembershipInput'];

export const organizationMembershipKind = defineKind<OrganizationMembershipWire>({
  entityType: 'OrganizationMembership',
  noun: 'organization-membership',
  collection: 'organization_memberships',
  shape: wireShapes.OrganizationMembership,
  displayNameOf: () => null,
  lookupOf: ({ userId, role }) => ({ userId, role }),
  personOf: ({ userId }) => userId ?? null,
  filters: { UserId: byLookup('userId'), Role: byLookup('role') },
  prepare: (_ctx, wire) => ({ wire: { ...wire, userId: namedUser(wire) }, internal: {} }),
  async beforeRemove(ctx, { wire }) {
    if (wire.role === 'Owner') await discountOwner(ctx, namedUser(wire));
  },
  removedWith: { User: (id) => ({ 'lookup.userId': id }) },
  duplicate: {
    code: 'validation-failed',
    field: 'userId',
    message: 'This user already has a role in the organization; change that membership.',
  },
  indexes: [
    [
      { organizationId: 1, 'lookup.userId': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userId': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.role': 1 }],
  ],
});

export type OrganizationMembership = Resource<OrganizationMembershipWire>;

/** Throws 403, 400 for an unknown user, and 400 when the person has a role already. */
export async function createOrganizationMembership(
  ctx: Ctx,
  given: Partial<OrganizationMembershipWire>,
  options: CreateOptions = {},
): Promise<OrganizationMembership> {
  demandTeamEdit(ctx, null);
  const { userId } = await userOfMembership(ctx, given);
  const created = await createResource(
    ctx,
    organizationMembershipKind,
    { ...given, userId },
    options,
  );
  if (created.wire.role === 'Owner') await countOwner(ctx, userId);
  return created;
}

/** Throws 404, 400 for an unknown user, 403 when it would take the last Owner or the billable user the role. */
export async function replaceOrganizationMembership(
  ctx: Ctx,
  id: string,
  given: Partial<OrganizationMembershipWire>,
  options: ReplaceOptions = {},
): Promise<OrganizationMembership> {
  const { wire: before } = await getResource(ctx, organizationMembershipKind, id);
  demandTeamEdit(ctx, null);
  const { userId } = await userOfMembership(ctx, given);
  const former = namedUser(before);
  const leaves =
    before.role === 'Owner' &&
    (given.role !== 'Owner' || former.toLowerCase() !== userId.toLowerCase());
  if (leaves) await discountOwner(ctx, former);
  try {
    const wanted = { ...given, userId };
    const replaced = await replaceResource(ctx, organizationMembershipKind, id, wanted, options);
    if (replaced.wire.role === 'Owner') await countOwner(ctx, userId);
    return replaced;
  } catch (error) {
    if (leaves) await countOwner(ctx, former);
    throw error;
  }
}

export function organizationMembershipOf(
  ctx: Ctx,
  userId: string,
): Promise<OrganizationMembership | null> {
  return findResource(ctx, organizationMembershipKind, { 'lookup.userId': userId.toLowerCase() });
}
