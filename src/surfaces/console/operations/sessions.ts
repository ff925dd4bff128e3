import type { OperationHandler } from '../../../http/index.ts';
import { notFound } from '../../../kernel/index.ts';
import { endSession, endSessionsOf, sessionsOf } from '../../../sessions/index.ts';
import type { Parts } from '../parts.ts';
import type { Traits } from '../traits.ts';
import { type SignedIn, signedIn, type Visitor } from '../visitor.ts';
import { sessionView } from './session-view.ts';

const reason = 'ended by the person';

export function sessionOperations(parts: Parts): Record<string, OperationHandler<Visitor, Traits>> {
  return {
    async listSessions(visitor) {
      const { active, ctx } = signedIn(parts.world, visitor);
      const { id, userId } = active.session;
      const all = await sessionsOf(ctx, userId);
      const sessions = await Promise.all(all.map((session) => sessionView(parts, session, id)));
      return { status: 200, body: { sessions } };
    },
    async endSession(visitor, { params }) {
      await endOwnSession(parts, signedIn(parts.world, visitor), params.id ?? '');
      return { status: 200, body: {} };
    },
    async endOtherSessions(visitor) {
      const ended = await endOtherSessions(parts, signedIn(parts.world, visitor));
      return { status: 200, body: { ended } };
    },
  };
}

/** Throws 404 for a session of somebody else, like for one that is over. */
export async function endOwnSession(
  { world }: Parts,
  { active, ctx }: SignedIn,
  id: string,
): Promise<void> {
  const own = await sessionsOf(ctx, active.session.userId);
  const session = own.find((one) => one.id === id.toLowerCase());
  if (!session) throw notFound('session', id);
  await endSession(world, session, { reason, by: ctx });
}

/** All of the person in this organization but the one they act in. */
export function endOtherSessions({ world }: Parts, { active, ctx }: SignedIn): Promise<number> {
  const { id: except, organizationId, userId } = active.session;
  return endSessionsOf(world, { organizationId, userId }, { reason, by: ctx, except });
}
