import type { Ctx } from '../kernel/index.ts';
import { createResource, findResource } from '../resources/index.ts';
import { countOwner } from './count-owner.ts';
import {
  createOrganizationMembership,
  organizationMembershipOf,
} from './organization-memberships.ts';
import { type User, type UserWire, userByEmail, userKind } from './users.ts';

/** Makes a person of organization `from` an Owner of organization `to`, where they get a record of their own. */
export async function addOwner(from: Ctx, to: Ctx, userId: string): Promise<User | null> {
  const person = await findResource(from, userKind, { _id: userId });
  return person && ensureOwner(to, person.wire.email, person.wire);
}

/** The Owner with this e-mail address: found, or made where missing. */
export async function ensureOwner(
  ctx: Ctx,
  email: string,
  like: Partial<UserWire> = {},
): Promise<User> {
  const user =
    (await userByEmail(ctx, email)) ??
    (await createResource(ctx, userKind, {
      displayName: email.split('@')[0] ?? email,
      timeZoneId: 'UTC',
      ...like,
      email,
    }));
  const membership = await organizationMembershipOf(ctx, user.id);
  if (!membership) await createOrganizationMembership(ctx, { userId: user.id, role: 'Owner' });
  // A crash may have come between the membership and the count.
  else if (membership.wire.role === 'Owner') await countOwner(ctx, user.id);
  return user;
}
