import { AppError, type Ctx, invalidField, type World } from '../kernel/index.ts';
import { findResource, getResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { type Organization, organizationKind } from './organization-kind.ts';

/**
 * Who the active Owners are is also written in the organization itself, so that the rules about them are conditions of
 * one write: there is always an Owner who is not suspended, and the billable user is one. An Owner counts after their
 * membership is written and stops counting before it is, and before they are suspended: a crash in between leaves one
 * too few in the list, never one too many. Writing the membership again, or resuming the person, repairs it.
 *
 * Takes a user out of the Owners, if they are one. Throws 403 for the last active one and for the billable user, and
 * 404 where the organization is gone.
 */
export async function discountOwner(ctx: Ctx, userId: string): Promise<void> {
  const id = userId.toLowerCase();
  for (;;) {
    const { matchedCount } = await organizations(ctx).updateOne(
      {
        _id: ctx.organizationId,
        organizationId: ctx.organizationId,
        $or: [
          { 'internal.ownerIds': { $ne: id } },
          { 'internal.ownerIds': { $elemMatch: { $ne: id } } },
        ],
        'wire.billableUserId': { $ne: id },
      },
      // Makes concurrent changes of the organization decide again.
      { $pull: { 'internal.ownerIds': id }, $inc: { version: 1 } },
    );
    if (matchedCount > 0) return;
    // Why it was refused may be over by now.
    const organization = await getResource(ctx, organizationKind, ctx.organizationId);
    refuseIndispensable(organization, id, say('billableUserStaysOwner'));
  }
}

/** Throws 403 for the billable user and the last Owner, before anything of theirs is removed. */
export async function demandDispensable(ctx: Ctx, userId: string): Promise<void> {
  const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
  if (organization) refuseIndispensable(organization, userId, say('billableUserStays'));
}

function refuseIndispensable(
  { wire, internal: { ownerIds } }: Organization,
  userId: string,
  ofBillableUser: Sentence,
): void {
  if (wire.billableUserId === userId) throw new AppError('forbidden', ofBillableUser);
  if (ownerIds.length > 0 && ownerIds.every((id) => id === userId))
    throw new AppError('forbidden', say('lastOwner'));
}

/** 400 unless the user is among these Owners. */
export function demandOwner(ownerIds: readonly string[], field: string, userId: string): void {
  if (!ownerIds.includes(userId.toLowerCase())) throw invalidField(field, say('notAnActiveOwner'));
}

/** As the driver sees them. */
export function organizations({ store }: World) {
  return plainCollection(organizationKind.model(store));
}
