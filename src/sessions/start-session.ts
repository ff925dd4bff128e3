import { auditEntry, settleEntry } from '../audit/index.ts';
import { personName, personWhoActs, planOf, type UserSummary } from '../identity/index.ts';
import {
  AppError,
  type Ctx,
  hashOfToken,
  newToken,
  orderedId,
  systemContext,
  type World,
} from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { standingOf } from '../teams/index.ts';
import { endSession } from './end-session.ts';
import { endOf } from './lifetime.ts';
import {
  type OidcSession,
  type Session,
  type SessionDocument,
  type SignInMethod,
  sessionModel,
  sessionsIn,
  toSession,
} from './model.ts';
import { rightsOf } from './rights.ts';

export interface SessionPerson {
  organizationId: string;
  userId: string;
  /** Null when no local account was involved. */
  accountId: string | null;
}

/** How the person proved who they are. */
export interface SignIn {
  method: SignInMethod;
  /** Session at an identity provider, with the ID token in clear. */
  oidc?: OidcSession | null;
  /** When it was not just now: of the session that this one continues in another organization. */
  authenticatedAt?: Date;
}

/** Where the request came from. */
export interface SessionOrigin {
  address: string;
  userAgent: string;
  requestId: string;
  /** It came through a proxy that this server does not trust: the address is that of the proxy. */
  isBehindUnknownProxy?: boolean;
}

/** A token is handed out once, for the cookie. */
export interface NewSession {
  token: string;
  session: Session;
}

const userAgentMax = 300;
/** More are a program's doing; the one unused for longest ends. */
const sessionsMax = 100;

/**
 * Signs a person in: the caller has checked who they are, and puts the token into the cookie. Throws 401 when the
 * person is not in the organization (any more) or is suspended.
 */
export async function startSession(
  world: World,
  { organizationId, userId, accountId }: SessionPerson,
  { method, oidc = null, authenticatedAt }: SignIn,
  { address, userAgent, requestId }: SessionOrigin,
): Promise<NewSession> {
  const { person, rights } = await demandPerson(world, organizationId, userId);
  const now = world.clock.now();
  const token = newToken();
  const document: SessionDocument = {
    _id: hashOfToken(token),
    id: orderedId(now.getTime()),
    organizationId,
    userId: person.id,
    accountId,
    method,
    authenticatedAt: authenticatedAt ?? now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: endOf(authenticatedAt ?? now),
    address,
    userAgent: userAgent.slice(0, userAgentMax),
    oidc: sealed(world, oidc),
    rights,
    replacedAt: null,
  };
  const session = toSession(document, organizationId);
  const entry = auditEntry(signedIn(world, person, session, requestId), {
    action: 'session.start',
    entityType: 'Session',
    entityId: session.id,
    personIds: [person.id],
    changes: [
      { path: 'method', after: method },
      ...(oidc ? [{ path: 'connectionId', after: oidc.connectionId }] : []),
      { path: 'address', after: address },
      { path: 'userAgent', after: document.userAgent },
    ],
  });
  await sessionsIn(world).insertOne({ ...document, outbox: [entry] });
  const collection = plainCollection(sessionModel(world.store));
  await settleEntry(world, collection, document._id, entry);
  await endSurplus(world, session);
  return { token, session };
}

export function sealed(world: World, oidc: OidcSession | null): OidcSession | null {
  if (!oidc) return null;
  return { ...oidc, idToken: oidc.idToken === null ? null : world.secrets.seal(oidc.idToken) };
}

/** The ID token of a session that an identity provider started, in clear. */
export function idTokenOf(world: World, { oidc }: Pick<Session, 'oidc'>): string | null {
  return oidc?.idToken ? world.secrets.open(oidc.idToken) : null;
}

async function demandPerson(
  world: World,
  organizationId: string,
  userId: string,
): Promise<{ person: UserSummary; rights: string }> {
  const id = userId.toLowerCase();
  const [person, standing, organization] = await Promise.all([
    personWhoActs(systemContext(world, organizationId), id),
    standingOf(world, organizationId, id),
    planOf(world, organizationId),
  ]);
  if (person?.isSuspended) throw new AppError('unauthenticated', say('youAreSuspended'));
  if (!person || !organization) throw new AppError('unauthenticated', say('youAreGone'));
  return { person, rights: rightsOf(standing) };
}

/** The person as the one who acts, before there is a request in the session. */
function signedIn(world: World, person: UserSummary, session: Session, requestId: string): Ctx {
  return {
    ...systemContext(world, session.organizationId, requestId),
    source: 'User',
    actor: {
      kind: 'user',
      id: person.id,
      displayName: personName(person),
      email: person.email,
      sessionId: session.id,
    },
  };
}

async function endSurplus(world: World, { organizationId, userId }: Session): Promise<void> {
  const surplus = await sessionsIn(world)
    .find({ organizationId, userId, replacedAt: null })
    .sort({ lastSeenAt: -1, _id: 1 })
    .skip(sessionsMax)
    .toArray();
  for (const document of surplus)
    await endSession(world, toSession(document, organizationId), { reason: 'too many sessions' });
}
