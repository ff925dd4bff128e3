import {
  type Account,
  type AccountMail,
  findAccount,
  type Person,
  peopleOf,
} from '../../accounts/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import type { ActiveSession } from '../../sessions/index.ts';
import type { SingleSignOnPages } from './single-sign-on.ts';

/** The parts that all handlers of this surface share. */
export interface Parts {
  world: World;
  mail: AccountMail;
  publicUrl(): string;
  singleSignOn: SingleSignOnPages;
}

/**
 * The account that the session was begun with. Null where an identity provider began it: whoever runs that provider
 * must not get at what the same account may do in other organizations.
 */
export async function accountOfSession(
  { world }: Parts,
  { session }: ActiveSession,
): Promise<Account | null> {
  return session.accountId === null ? null : findAccount(world, session.accountId);
}

/** Throws 409 where there is none. */
export async function demandAccount(parts: Parts, active: ActiveSession): Promise<Account> {
  const account = await accountOfSession(parts, active);
  if (account) return account;
  throw new AppError('conflict', say('signedInElsewhere'));
}

/** Everybody that the account may be here without an identity provider. */
export async function peopleWhoMayEnter(
  { world, singleSignOn }: Parts,
  account: { id: string },
): Promise<Person[]> {
  const people = await peopleOf(world, account);
  const mayEnter = await Promise.all(
    people.map(({ organizationId, userId }) =>
      singleSignOn.isLocalSignInAllowed(organizationId, userId),
    ),
  );
  return people.filter((_person, index) => mayEnter[index]);
}

/** Where else the account of a session may go. */
export async function otherPeople(parts: Parts, { session }: ActiveSession): Promise<Person[]> {
  if (session.accountId === null) return [];
  const people = await peopleWhoMayEnter(parts, { id: session.accountId });
  return people.filter(({ userId }) => userId !== session.userId);
}
