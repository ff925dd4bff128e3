import { isRecentSignIn, type Session } from '../../../sessions/index.ts';
import type { Parts } from '../parts.ts';

/** A session as its person sees it. `currentId`: of the one in which it is shown. */
export async function sessionView(
  { world, singleSignOn }: Parts,
  session: Session,
  currentId: string,
) {
  const { id, method, address, userAgent, oidc } = session;
  return {
    id,
    isCurrent: id === currentId,
    method,
    provider: oidc && (await singleSignOn.nameOf(oidc)),
    authenticatedAt: session.authenticatedAt.toISOString(),
    isRecentSignIn: isRecentSignIn(session, world.clock.now()),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    address,
    userAgent,
  };
}
