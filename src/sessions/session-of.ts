import { personName, personWhoActs, planOf, type UserSummary } from '../identity/index.ts';
import { type Ctx, hashOfToken, systemContext, type World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { type Standing, standingOf } from '../teams/index.ts';
import { endSession } from './end-session.ts';
import { isOver } from './lifetime.ts';
import { type Session, type SessionDocument, sessionsIn, toSession } from './model.ts';
import { rightsOf } from './rights.ts';
import { looksLikeToken, successorOf } from './token.ts';

/** A session in use, and what is known of its person by now. */
export interface ActiveSession {
  session: Session;
  person: UserSummary;
  standing: Standing;
  /** Plan of the organization; null when it has none of its own. */
  plan: string | null;
  /** In this organization, only code changes what code manages. */
  codeOnly: boolean;
  /** The person's roles changed: the cookie must carry this one from now on. */
  newToken: string | null;
}

/** How often the last use is written down, at most. */
const lastSeenMilliseconds = 60_000;

/** The session of a token, or null when there is none (any more), or its person is gone. */
export async function sessionOf(world: World, token: string): Promise<ActiveSession | null> {
  if (!looksLikeToken(token)) return null;
  const _id = hashOfToken(token);
  const found = await sessionsIn(world).findOne({ _id });
  if (!found?.organizationId) return null;
  const { organizationId, userId } = found;
  const now = world.clock.now();
  if (isOver(found, now)) return removed(world, _id);
  const [user, standing, organization] = await Promise.all([
    personWhoActs(systemContext(world, organizationId), userId),
    standingOf(world, organizationId, userId),
    planOf(world, organizationId),
  ]);
  if (!user || !organization) return removed(world, _id);
  const { isSuspended, ...person } = user;
  if (isSuspended) {
    await endSession(world, found, { reason: 'suspended' });
    return null;
  }
  if (found.oidc === null && !(await maySignInLocally(world, organizationId, userId))) {
    await endSession(world, found, { reason: 'identity provider required' });
    return null;
  }
  const rights = rightsOf(standing);
  const newToken = rights === found.rights ? null : await replaceToken(world, token, found, rights);
  if (newToken === undefined) return null;
  if (newToken === null) noteUse(world, found, now);
  const session = toSession(found, organizationId);
  const { plan, codeOnly } = organization;
  return { session, person, standing, plan: plan ?? null, codeOnly, newToken };
}

async function maySignInLocally(
  world: World,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  for (const module of world.modules)
    if ((await module.maySignInLocally?.(world, organizationId, userId)) === false) return false;
  return true;
}

/** The context of what a person does in a session. */
export function contextOf(
  world: World,
  { session, person, standing, codeOnly }: ActiveSession,
  requestId: string,
): Ctx {
  return {
    ...systemContext(world, session.organizationId, requestId),
    source: 'User',
    teams: standing.teams,
    ...(codeOnly && { isCodeOnly: true }),
    actor: {
      kind: 'user',
      id: person.id,
      displayName: personName(person),
      email: person.email,
      sessionId: session.id,
    },
  };
}

async function removed(world: World, _id: string): Promise<null> {
  await sessionsIn(world).deleteOne({ _id });
  return null;
}

/**
 * A token does not outlive a change of roles: who saw it before must not gain by it. Requests that come at the same
 * time get the same successor. Undefined when the session ended meanwhile.
 */
async function replaceToken(
  world: World,
  token: string,
  { outbox, ...found }: SessionDocument,
  rights: string,
): Promise<string | undefined> {
  const sessions = sessionsIn(world);
  const now = world.clock.now();
  const successor = successorOf(token, rights, world.secrets);
  const _id = hashOfToken(successor);
  try {
    await sessions.insertOne({ ...found, _id, rights, lastSeenAt: now, replacedAt: null });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const { matchedCount } = await sessions.updateOne(
    { _id: found._id, organizationId: found.organizationId ?? '' },
    [{ $set: { replacedAt: { $ifNull: ['$replacedAt', now] } } }],
  );
  if (matchedCount > 0) return successor;
  await sessions.deleteOne({ _id });
  return undefined;
}

/** Off the request's path: a lost note costs nothing. */
function noteUse(world: World, { _id, lastSeenAt }: SessionDocument, now: Date): void {
  if (now.getTime() - lastSeenAt.getTime() < lastSeenMilliseconds) return;
  sessionsIn(world)
    .updateOne({ _id, lastSeenAt }, { $set: { lastSeenAt: now } })
    .catch((error: unknown) =>
      world.log.warn({ err: error }, 'the last use of a session was not recorded'),
    );
}
