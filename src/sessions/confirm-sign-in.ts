import { auditEntry, settleEntry } from '../audit/index.ts';
import { hashOfToken, newToken, type World } from '../kernel/index.ts';
import { plainCollection } from '../store/index.ts';
import { endOf } from './lifetime.ts';
import {
  type Session,
  type SessionDocument,
  sessionModel,
  sessionsIn,
  toSession,
} from './model.ts';
import { rightsOf } from './rights.ts';
import { type ActiveSession, contextOf } from './session-of.ts';
import { type NewSession, type SessionOrigin, type SignIn, sealed } from './start-session.ts';

/**
 * The person proved again who they are: the session goes on under a new token, as fresh as a new one. The caller has
 * checked that it was the same person. Null when the session has ended meanwhile.
 */
export async function confirmSignIn(
  world: World,
  active: ActiveSession,
  { method, oidc }: SignIn,
  { address, requestId }: SessionOrigin,
): Promise<NewSession | null> {
  const { id, organizationId, userId } = active.session;
  const sessions = sessionsIn(world);
  const before = await sessions.find({ id }).sort({ replacedAt: 1 }).toArray();
  const current = before.find((document) => document.organizationId !== undefined);
  if (!current) return null;
  const now = world.clock.now();
  const token = newToken();
  const { outbox: _settled, ...kept } = current;
  const document: SessionDocument = {
    ...kept,
    _id: hashOfToken(token),
    method,
    authenticatedAt: now,
    lastSeenAt: now,
    expiresAt: endOf(now),
    oidc: oidc === undefined ? kept.oidc : sealed(world, oidc),
    rights: rightsOf(active.standing),
    replacedAt: null,
  };
  const session: Session = toSession(document, organizationId);
  const entry = auditEntry(contextOf(world, active, requestId), {
    action: 'session.confirm',
    entityType: 'Session',
    entityId: id,
    personIds: [userId],
    changes: [
      { path: 'method', after: method },
      { path: 'address', after: address },
    ],
  });
  await sessions.insertOne({ ...document, outbox: [entry] });
  // Somebody who ended it meanwhile did not see the new token.
  const old = await sessions.deleteMany({ _id: { $in: before.map(({ _id }) => _id) } });
  await settleEntry(world, plainCollection(sessionModel(world.store)), document._id, entry);
  if (old.deletedCount > 0) return { token, session };
  await sessions.deleteOne({ _id: document._id });
  return null;
}
