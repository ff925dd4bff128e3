import { AppError, type Ctx, invalidField, type World } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { organizationKind } from './organization-kind.ts';

/**
 * Who the active Owners are is also written in the organization itself, so that the rules about them are conditions of
 * one write: there is always an Owner who is not suspended, and the billable user is one. An Owner counts after their
 * membership is written and stops counting before it is, and before they are suspended: a crash in between leaves one
 * too few in the list, never one too many. Writing the membership again, or resuming the person, repairs it.
 *
 * Takes a user out of the Owners, if they are one. Throws 403 for the last active one and for the billable user.
 */
export async function discountOwner(ctx: Ctx, userId: string): Promise<void> {
  const id = userId.toLowerCase();
  const done = await organizations(ctx).updateOne(
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
  if (done.matchedCount > 0) return;
  await demandNotBillable(ctx, id, say('billableUserStaysOwner'));
  throw lastOwner();
}

/** Throws 403 for the billable user and the last Owner, before anything of theirs is removed. */
export async function demandDispensable(ctx: Ctx, userId: string): Promise<void> {
  await demandNotBillable(ctx, userId, say('billableUserStays'));
  const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
  const owners = organization?.internal.ownerIds ?? [];
  if (owners.length === 1 && owners[0] === userId) throw lastOwner();
}

function lastOwner(): AppError {
  return new AppError('forbidden', say('lastOwner'));
}

async function demandNotBillable(ctx: Ctx, userId: string, refusal: Sentence): Promise<void> {
  const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
  if (organization?.wire.billableUserId === userId.toLowerCase())
    throw new AppError('forbidden', refusal);
}

/** 400 unless the user is among these Owners. */
export function demandOwner(ownerIds: readonly string[], field: string, userId: string): void {
  if (!ownerIds.includes(userId.toLowerCase())) throw invalidField(field, say('notAnActiveOwner'));
}

/** As the driver sees them. */
export function organizations({ store }: World) {
  return plainCollection(organizationKind.model(store));
}
