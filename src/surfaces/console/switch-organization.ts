import { notFound } from '../../kernel/index.ts';
import { endSession, type NewSession, startSession } from '../../sessions/index.ts';
import { otherPeople, type Parts } from './parts.ts';
import type { SignedIn } from './visitor.ts';

/**
 * The same account as another person: a session of its own, as old as this one where proving who it is matters. Throws
 * 404 for an organization that the account cannot go to.
 */
export async function switchOrganization(
  parts: Parts,
  { active, ctx, from }: SignedIn,
  organizationId: string,
): Promise<NewSession> {
  const { session } = active;
  const person = (await otherPeople(parts, active)).find(
    (one) => one.organizationId === organizationId.toLowerCase(),
  );
  if (!person) throw notFound('organization', organizationId);
  const started = await startSession(
    parts.world,
    { ...person, accountId: session.accountId },
    { method: session.method, authenticatedAt: session.authenticatedAt },
    from,
  );
  await endSession(parts.world, session, { reason: 'went to another organization', by: ctx });
  return started;
}
