import type { Ctx } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { organizationKind } from './organization-kind.ts';
import { organizations } from './owners.ts';
import { personWhoActs } from './users.ts';

/** Counts a person who has just become an Owner among the active ones, unless they are suspended (see `owners.ts`). */
export async function countOwner(ctx: Ctx, userId: string): Promise<void> {
  const id = userId.toLowerCase();
  for (;;) {
    const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
    const person = await personWhoActs(ctx, id);
    if (!organization || !person || person.isSuspended) return;
    const { matchedCount } = await organizations(ctx).updateOne(
      {
        _id: ctx.organizationId,
        organizationId: ctx.organizationId,
        // Another one once they are suspended meanwhile (see `suspension.ts`).
        version: organization.version,
      },
      { $addToSet: { 'internal.ownerIds': id }, $inc: { version: 1 } },
    );
    if (matchedCount > 0) return;
  }
}
