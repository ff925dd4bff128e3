import { AppError, actingPersonId, type Ctx } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { grantsOf, highestRole, manualRoleOf, scimOrigin } from './granted-roles.ts';
import {
  type OrganizationRole,
  organizationMembershipOf,
  organizationRoles,
} from './organization-memberships.ts';

/** A number that is higher for a higher role; the lowest for none. */
export function rankOf(role: OrganizationRole | null | undefined): number {
  return role ? organizationRoles.indexOf(role) : -1;
}

/**
 * The role that a person has apart from what these identity providers themselves give by their groups: they may not be
 * the ones who decide who uses it.
 */
export async function roleApartFrom(
  ctx: Ctx,
  userId: string,
  origins: readonly string[],
): Promise<OrganizationRole | null> {
  const membership = await organizationMembershipOf(ctx, userId);
  if (!membership) return null;
  const others = Object.entries(grantsOf<OrganizationRole>(membership)).flatMap(([origin, role]) =>
    origins.includes(origin) ? [] : [role],
  );
  return highestRole(organizationRoles, [manualRoleOf<OrganizationRole>(membership), ...others]);
}

/** The highest role of people for whom the actor may act, unless it is a key that gives no roles. */
export async function roleOfActor(ctx: Ctx): Promise<OrganizationRole | null> {
  if (ctx.actor.kind !== 'user') return 'Owner';
  return (await organizationMembershipOf(ctx, ctx.actor.id))?.wire.role ?? null;
}

/** Rank of SCIM clients and identity providers: the role of people who sign in for the first time. */
export const rankOfNewcomers = rankOf('Member');

/**
 * The means by which a person signs in are worth their role: an actor who may not give that role may not change them.
 * Throws 403 unless the actor may for this person. People may for those whose role is no higher than their own, keys
 * that give roles for everybody, other keys for nobody or, with `upToMembers` (a change of something that signs nobody
 * in), for Members. SCIM clients may for those who were given no more than Member by others than themselves.
 */
export async function demandRankOver(
  ctx: Ctx,
  userId: string,
  change: Sentence,
  { upToMembers = false }: { upToMembers?: boolean } = {},
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  const isScim = ctx.source === 'Scim';
  if (ctx.givesNoRoles && (isScim || upToMembers)) {
    const role = await roleApartFrom(ctx, userId, isScim ? [scimOrigin] : []);
    if (rankOf(role) <= rankOfNewcomers) return;
    throw new AppError(
      'forbidden',
      isScim
        ? say('scimRankTooLow', { role: role ?? '', change })
        : say('keyRankTooLow', { role: role ?? '', change }),
    );
  }
  if (ctx.givesNoRoles) throw new AppError('forbidden', say('keyMayNotChange', { change }));
  if (actingPersonId(ctx) === userId.toLowerCase()) return;
  const [own, theirs] = await Promise.all([
    roleOfActor(ctx),
    organizationMembershipOf(ctx, userId).then((membership) => membership?.wire.role),
  ]);
  if (rankOf(own) < rankOf(theirs)) throw new AppError('forbidden', say('rankTooLow', { change }));
}
