import {
  type AuditEntry,
  type AuditNote,
  appendEntry,
  auditEntry,
  settleEntry,
} from '../audit/index.ts';
import { setClaimedGroups } from '../groups/index.ts';
import {
  createOrganizationMembership,
  hasProvisionedPeople,
  isSuspended,
  organizationMembershipOf,
  rankOf,
  rankOfNewcomers,
  roleApartFrom,
  scimOrigin,
  type User,
  userByEmail,
  userKind,
} from '../identity/index.ts';
import { AppError, type Ctx, orderedId, systemContext, type World } from '../kernel/index.ts';
import { createResource, findResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { isDuplicateKey, plainCollection } from '../store/index.ts';
import type { Attempt } from './attempts.ts';
import type { ClaimedPerson } from './claims.ts';
import { type OidcConnection, oidcConnectionKind } from './connection-kind.ts';
import { domainOfEmail, provenDomains } from './domain-proofs.ts';
import { SignInFailure } from './failures.ts';
import { identitiesIn, identityModel } from './identity-model.ts';

/** The facts that the provider has proven. */
export interface Proof {
  issuer: string;
  subject: string;
  sid: string | null;
  idToken: string;
  claimed: ClaimedPerson;
}

/**
 * Who the provider's person is here, in this order: who they were the last time; in a session, the person of that
 * session; the person with their address, if the address is trusted and their role is not above that of newcomers; a
 * new one. Throws `SignInFailure`.
 */
export async function personOf(
  world: World,
  connection: OidcConnection,
  attempt: Pick<Attempt, 'purpose' | 'userId'>,
  proof: Proof,
  requestId: string,
): Promise<string> {
  const ctx: Ctx = {
    ...systemContext(world, connection.organizationId, requestId),
    source: 'Oidc',
  };
  const known = await knownPerson(ctx, connection, proof);
  if (attempt.purpose !== 'sign-in') demandSamePerson(known, attempt);
  const user =
    known ??
    (attempt.userId === null
      ? await personByEmail(ctx, connection, proof)
      : await personOfSession(ctx, attempt.userId));
  try {
    demandActive(user);
    if (!known && attempt.userId === null) await demandLinkable(ctx, connection, user);
    if (!known) await link(ctx, connection, proof, user);
  } catch (error) {
    if (error instanceof SignInFailure) await recordRefusal(ctx, connection, user, error);
    throw error;
  }
  await setClaimedGroups(ctx, {
    connectionId: connection.id,
    userId: user.id,
    values: proof.claimed.groups,
  });
  const { issuer, subject } = proof;
  await identitiesIn(world).updateOne(
    { connectionId: connection.id, issuer, subject },
    { $set: { lastSignInAt: world.clock.now() } },
  );
  return user.id;
}

async function knownPerson(
  ctx: Ctx,
  { id: connectionId }: OidcConnection,
  { issuer, subject }: Proof,
): Promise<User | null> {
  const identity = await identitiesIn(ctx).findOne({ connectionId, issuer, subject });
  if (!identity) return null;
  const user = await findResource(ctx, userKind, { _id: identity.userId });
  // Removed, and the identity not yet.
  if (!user) await identitiesIn(ctx).deleteOne({ _id: identity._id });
  return user;
}

function demandActive(user: User): void {
  if (isSuspended(user)) throw new SignInFailure('suspended', say('signInSuspended'));
}

/**
 * Addresses are not worth more than what a stranger with one would get: who was given a higher role, and not by groups
 * of identity providers, links themselves in a session, or signs in on an invitation.
 */
async function demandLinkable(
  ctx: Ctx,
  { id: connectionId }: OidcConnection,
  { id }: User,
): Promise<void> {
  const role = await roleApartFrom(ctx, id, [scimOrigin, connectionId]);
  if (rankOf(role) <= rankOfNewcomers) return;
  for (const module of ctx.modules)
    if (await module.takeInvitation?.(ctx, ctx.organizationId, id)) return;
  throw new SignInFailure('not-by-address', say('signInNotByAddress', { role: role ?? '' }));
}

function demandSamePerson(
  known: User | null,
  { purpose, userId }: Pick<Attempt, 'purpose' | 'userId'>,
): void {
  if (known ? known.id === userId : purpose === 'link') return;
  throw new SignInFailure(
    purpose === 'link' ? 'linked-otherwise' : 'other-person',
    say('signInOtherPerson'),
  );
}

async function personOfSession(ctx: Ctx, userId: string): Promise<User> {
  const user = await findResource(ctx, userKind, { _id: userId });
  if (!user) throw new SignInFailure('other-person', say('signInPersonGone'));
  return user;
}

/**
 * An address counts when the provider has verified it and its domain is proven: nobody gets somebody else's rights by
 * entering their address.
 */
async function personByEmail(
  ctx: Ctx,
  connection: OidcConnection,
  { claimed }: Proof,
): Promise<User> {
  const email = trustedEmail(connection, claimed);
  const find = () => userByEmail(ctx, email);
  const found = await find();
  if (found) {
    // Made by a sign-in that did not get further than this.
    if (found.source === 'Oidc' && !(await hasIdentity(ctx, found.id)))
      await makeMember(ctx, found);
    return found;
  }
  if (!connection.wire.justInTimeProvisioning)
    throw new SignInFailure('unknown-person', say('signInUnknownPerson'));
  if (await hasProvisionedPeople(ctx, ctx.organizationId))
    throw new SignInFailure('unknown-person', say('signInUnknownBesideScim'));
  try {
    const user = await createResource(ctx, userKind, { email, displayName: claimed.displayName });
    await makeMember(ctx, user);
    return user;
  } catch (error) {
    // They signed in twice at the same time.
    const made = error instanceof AppError ? await find() : null;
    if (!made) throw error;
    return made;
  }
}

function trustedEmail({ wire }: OidcConnection, claimed: ClaimedPerson): string {
  const { email, isEmailVerified } = claimed;
  if (email === null) throw new SignInFailure('email-missing', say('signInNoEmail'));
  if (!isEmailVerified) throw new SignInFailure('email-unverified', say('signInEmailUnverified'));
  const domain = domainOfEmail(email);
  if (domain === null || !provenDomains(wire.domainProofs).includes(domain))
    throw new SignInFailure(
      'email-foreign',
      say('signInForeignDomain', { domain: domain ?? 'none' }),
    );
  return email;
}

async function makeMember(ctx: Ctx, { id }: User): Promise<void> {
  if (await organizationMembershipOf(ctx, id)) return;
  try {
    await createOrganizationMembership(ctx, { userId: id, role: 'Member' });
  } catch (error) {
    // They signed in twice at the same time.
    if (!(await organizationMembershipOf(ctx, id))) throw error;
  }
}

async function hasIdentity(ctx: Ctx, userId: string): Promise<boolean> {
  const { organizationId } = ctx;
  return (await identitiesIn(ctx).findOne({ organizationId, userId })) !== null;
}

async function link(
  ctx: Ctx,
  connection: OidcConnection,
  { issuer, subject }: Proof,
  user: User,
): Promise<void> {
  const now = ctx.clock.now();
  const _id = orderedId(now.getTime());
  const identity = { connectionId: connection.id, issuer, subject };
  const entry = entryOf(ctx, connection, 'oidc-connection.link', user.id, [
    { path: 'userId', after: user.id },
    { path: 'subject', after: subject },
  ]);
  try {
    await identitiesIn(ctx).insertOne({
      ...identity,
      _id,
      organizationId: ctx.organizationId,
      userId: user.id,
      createdAt: now,
      lastSignInAt: now,
      outbox: [entry],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // They signed in twice at the same time; or the person is somebody else of the provider already.
    const made = await identitiesIn(ctx).findOne(identity);
    if (made?.userId === user.id) return;
    throw new SignInFailure('linked-otherwise', say('signInLinkedOtherwise'), error);
  }
  await settleEntry(ctx, plainCollection(identityModel(ctx.store)), _id, entry);
}

/** Records refusals of known people only. Sign-ins of strangers are in the log of the server. */
async function recordRefusal(
  ctx: Ctx,
  connection: OidcConnection,
  { id }: User,
  { reason }: SignInFailure,
): Promise<void> {
  const changes = [
    { path: 'userId', after: id },
    { path: 'reason', after: reason },
  ];
  await appendEntry(ctx, entryOf(ctx, connection, 'oidc-connection.refuse', id, changes));
}

/** Forgets who a person is at the provider. False when they were not linked. */
export async function unlinkPerson(
  ctx: Ctx,
  connection: OidcConnection,
  userId: string,
): Promise<boolean> {
  const where = { organizationId: ctx.organizationId, connectionId: connection.id };
  const found = await identitiesIn(ctx).findOne({ ...where, userId: userId.toLowerCase() });
  if (!found) return false;
  const entry = entryOf(ctx, connection, 'oidc-connection.unlink', found.userId, [
    { path: 'userId', before: found.userId },
    { path: 'subject', before: found.subject },
  ]);
  // From here on nobody finds it; what is left of it goes once the entry is in the log.
  const hidden = await identitiesIn(ctx).updateOne(
    { _id: found._id, ...where },
    {
      $unset: { organizationId: 1, connectionId: 1, issuer: 1, subject: 1, userId: 1 },
      $push: { outbox: entry },
    },
  );
  if (hidden.matchedCount === 0) return false;
  await settleEntry(ctx, plainCollection(identityModel(ctx.store)), found._id, entry);
  await identitiesIn(ctx).deleteOne({ _id: found._id });
  return true;
}

function entryOf(
  ctx: Ctx,
  { id, wire }: OidcConnection,
  action: string,
  userId: string,
  changes: AuditNote['changes'],
): AuditEntry {
  return auditEntry(ctx, {
    action,
    entityType: oidcConnectionKind.entityType,
    entityId: id,
    entityDisplayName: wire.displayName,
    personIds: [userId],
    ...(changes ? { changes } : {}),
  });
}
