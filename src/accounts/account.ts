import {
  isSuspended,
  organizationKind,
  personName,
  userKind,
  usersById,
} from '../identity/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { storedFilter, withIds } from '../resources/index.ts';
import type { SessionOrigin } from '../sessions/index.ts';
import { type AccountDocument, accountsOf, type PersonLink } from './model.ts';

/** Where a request comes from; for the audit log, and for the limits against guessing. */
export type From = SessionOrigin;

export interface Passkey {
  id: string;
  displayName: string;
  /** Copied to other devices by its maker. */
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** An account without anything that could be used to sign in. */
export interface Account {
  id: string;
  email: string | null;
  isEmailVerified: boolean;
  hasPassword: boolean;
  hasTotp: boolean;
  recoveryCodesLeft: number;
  passkeys: Passkey[];
  /** Another one once a password or a removed passkey signs in no more. */
  wayIn: number;
  createdAt: Date;
}

/** Somebody an account may sign in as. */
export interface Person extends PersonLink {
  organizationName: string;
  displayName: string;
  email: string;
}

export function toAccount(stored: AccountDocument): Account {
  return {
    id: stored._id,
    email: stored.email,
    isEmailVerified: stored.isEmailVerified,
    hasPassword: stored.passwordHash !== null,
    hasTotp: stored.totp !== null,
    recoveryCodesLeft: stored.recoveryCodes.length,
    passkeys: stored.passkeys.map(({ id, displayName, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      displayName,
      isBackedUp,
      createdAt,
      lastUsedAt,
    })),
    wayIn: stored.wayIn ?? 0,
    createdAt: stored.createdAt,
  };
}

export async function findAccount(world: World, accountId: string): Promise<Account | null> {
  const stored = await accountsOf(world).findOne({ _id: accountId });
  return stored && toAccount(stored);
}

/** The account that is linked to a person, whatever its address. */
export async function accountOfPerson(world: World, userId: string): Promise<Account | null> {
  const stored = await accountOf(world, userId);
  return stored && toAccount(stored);
}

export function accountOf({ store }: World, userId: string): Promise<AccountDocument | null> {
  return accountsOf({ store }).findOne({ 'people.userId': userId.toLowerCase() });
}

/** The people of an account who are there and not suspended, in the order in which they were linked. */
export async function peopleOf(world: World, account: { id: string }): Promise<Person[]> {
  const stored = await accountsOf(world).findOne({ _id: account.id });
  return stored ? livePeople(world, stored.people) : [];
}

export async function livePeople(world: World, links: readonly PersonLink[]): Promise<Person[]> {
  if (links.length === 0) return [];
  const [users, organizations] = await Promise.all([
    userKind
      .model(world.store)
      .find(storedFilter(userKind, withIds(links.map(({ userId }) => userId))), {
        organizationId: 1,
        'wire.displayName': 1,
        'wire.email': 1,
        'internal.suspendedAt': 1,
      })
      .lean<StoredPerson[]>(),
    organizationKind
      .model(world.store)
      .find(
        storedFilter(organizationKind, withIds(links.map(({ organizationId }) => organizationId))),
        { 'wire.displayName': 1, organizationId: 1 },
      )
      .lean<{ _id: string; organizationId?: string; wire: { displayName: string } }[]>(),
  ]);
  return links.flatMap(({ organizationId, userId }) => {
    const user = users.find((one) => one._id === userId && one.organizationId === organizationId);
    // A deleted one has no organization until its audit entry is in the log.
    const organization = organizations.find((one) => one._id === organizationId);
    if (!user || isSuspended(user) || organization?.organizationId === undefined) return [];
    const organizationName = organization.wire.displayName;
    const { email } = user.wire;
    const displayName = personName(user.wire);
    return { organizationId, userId, organizationName, displayName, email };
  });
}

interface StoredPerson {
  _id: string;
  organizationId?: string;
  wire: { displayName: string | null; email: string };
  internal: { suspendedAt?: Date | null };
}

/** Names of a person for the audit log, suspended or not; null when they are gone. */
export async function namesOf(
  world: World,
  { organizationId, userId }: PersonLink,
): Promise<{ displayName: string; email: string } | null> {
  const users = await usersById(systemContext(world, organizationId), [userId]);
  const user = users.get(userId);
  return user ? { displayName: personName(user), email: user.email } : null;
}
