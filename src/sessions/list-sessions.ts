import type { Ctx } from '../kernel/index.ts';
import { isOver } from './lifetime.ts';
import { type Session, sessionsIn, toSession } from './model.ts';

/** The sessions of a person in the organization of `ctx`, the one used last first. */
export async function sessionsOf(ctx: Ctx, userId: string): Promise<Session[]> {
  const { organizationId } = ctx;
  const now = ctx.clock.now();
  const found = await sessionsIn(ctx)
    .find({ organizationId, userId: userId.toLowerCase(), replacedAt: null })
    .sort({ lastSeenAt: -1, _id: 1 })
    .toArray();
  return found
    .filter((document) => !isOver(document, now))
    .map((document) => toSession(document, organizationId));
}
