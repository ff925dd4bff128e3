import { AppError, invalidField, orderedId, type World } from '../kernel/index.ts';
import { inEnglish, say } from '../sentences/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { type Account, accountOf, type From, findAccount, type Person } from './account.ts';
import { inBackground } from './background.ts';
import { changeAccount, insertAccount } from './change-account.ts';
import { changeWayIn } from './change-way-in.ts';
import { becomeFamiliar } from './guessing.ts';
import { hashPassword } from './hash-password.ts';
import { dropLinksOfAccount, dropLinksOfPerson, useLink } from './links.ts';
import type { Language } from './mail-texts.ts';
import { type AccountMail, sendAccountMail } from './mails.ts';
import type { AccountDocument, LinkDocument, PersonLink } from './model.ts';
import { demandLink, unusableLink, type ValidLink } from './open-link.ts';
import { tellOfNewPassword } from './password.ts';
import { demandGoodPassword } from './password-policy.ts';
import { leaveAccount, linkPerson } from './people.ts';
import { confirmWithPassword } from './sign-in.ts';

export interface LinkAnswer {
  /** The new one, or the present one of the account that is joined; see `LinkView.asks`. */
  password?: string;
  /** With the present password, where the account has an authenticator app. */
  code?: string;
  /** Account of somebody who is signed in and wants the person on it. */
  accountId?: string;
  language?: Language;
}

type LinkResult =
  | {
      kind: 'ok';
      account: Account;
      /** Who was linked; null for links of an account. */
      person: Person | null;
      /** Enough was shown to sign in. After a recovery with an authenticator app it was not. */
      maySignIn: boolean;
    }
  /** The present password was wrong, or the code. */
  | { kind: 'refused' }
  /** The password was right; send it again with a code. */
  | { kind: 'code-needed' };

/**
 * Uses a link. It counts for the first who does; a wrong password does not use it up. Throws 404 for a link that is not
 * valid any more, 400 for a password that is too easy, 429 and 503 like signing in.
 */
export async function acceptLink(
  world: World,
  mail: AccountMail,
  token: string,
  answer: LinkAnswer,
  from: From,
): Promise<LinkResult> {
  const valid = await demandLink(world, token, from);
  const { link, person, target } = valid;
  if (target.does === 'change-email')
    return changeEmail(world, mail, link, target.account, answer, from);
  if (target.does === 'recover')
    return setPassword(world, mail, { ...valid, account: target.account }, answer, from);
  if (!person) throw unusableLink();
  if (answer.accountId !== undefined) return join(world, valid, answer.accountId, person, from);
  if (target.does === 'reset')
    return setPassword(world, mail, { ...valid, account: target.account }, answer, from);
  if (target.does === 'create') return create(world, link, person, answer, from);
  const proven = await prove(world, target.account._id, answer, from);
  if (proven === 'ok') return join(world, valid, target.account._id, person, from);
  // Nobody has shown yet that the address of that account is theirs; who got the mail has.
  if (proven === 'refused' && link.isMailed && !target.account.isEmailVerified)
    return takeAddress(world, valid, target.account, person, answer, from);
  return { kind: proven };
}

async function prove(
  world: World,
  accountId: string,
  { password, code }: LinkAnswer,
  from: From,
): Promise<'ok' | 'refused' | 'code-needed'> {
  const given = { password: demandPassword(password), ...(code === undefined ? {} : { code }) };
  const result = await confirmWithPassword(world, accountId, given, from);
  return result.kind === 'second-factor' ? 'code-needed' : result.kind;
}

async function join(
  world: World,
  { link }: ValidLink,
  accountId: string,
  person: Person,
  from: From,
): Promise<LinkResult> {
  await use(world, link, async () => {
    await linkPerson(world, accountId, personOf(person), { action: noteOf(link) }, from);
    if (link.isMailed) await markVerified(world, accountId, link.email, from);
  });
  return linked(world, accountId, person, from);
}

async function create(
  world: World,
  link: LinkDocument,
  person: Person,
  { password }: LinkAnswer,
  from: From,
): Promise<LinkResult> {
  const given = demandPassword(password);
  await demandGoodPassword(given, { email: link.email, names: [person.displayName] });
  const passwordHash = await hashPassword(given);
  const now = world.clock.now();
  const account: AccountDocument = {
    _id: orderedId(now.getTime()),
    email: link.email,
    isEmailVerified: link.isMailed,
    people: [],
    passwordHash,
    totp: null,
    pendingTotp: null,
    recoveryCodes: [],
    passkeys: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await use(world, link, async () => {
    const former = await accountOf(world, person.userId);
    if (former) await leaveAccount(world, former._id, personOf(person), from);
    const people = [personOf(person)];
    await insertAccount(world, { ...account, people }, { action: noteOf(link) }, from).catch(
      (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw new AppError('conflict', say('accountJustMade'));
      },
    );
  });
  return linked(world, account._id, person, from);
}

/** The account loses an address that nobody has proven, to somebody who has read a mail to it. */
async function takeAddress(
  world: World,
  { link }: ValidLink,
  account: AccountDocument,
  person: Person,
  answer: LinkAnswer,
  from: From,
): Promise<LinkResult> {
  // Before anything is taken from anybody.
  await demandGoodPassword(demandPassword(answer.password), { email: link.email });
  await changeAccount(world, account._id, from, (present) =>
    present.isEmailVerified || present.email !== link.email
      ? null
      : {
          set: { email: null },
          note: {
            action: 'user.lose-sign-in-address',
            by: 'system',
            changes: [{ path: 'email', before: link.email, after: null }],
          },
        },
  );
  return create(world, link, person, answer, from);
}

async function setPassword(
  world: World,
  mail: AccountMail,
  { link, person, account }: Omit<ValidLink, 'target'> & { account: AccountDocument },
  { password, language = 'en' }: LinkAnswer,
  from: From,
): Promise<LinkResult> {
  const given = demandPassword(password);
  await demandGoodPassword(given, { email: link.email });
  const passwordHash = await hashPassword(given);
  await use(world, link, async () => {
    const ended = { reason: 'account recovered' } as const;
    const changed = await changeWayIn(world, account._id, from, ended, (present) => {
      if (link.purpose === 'invitation' && !isOnly(present, link)) return null;
      const isRecovery = link.purpose === 'recovery';
      // Passkeys and codes from before the address was proven may belong to somebody else.
      const isFresh = !isRecovery || !present.isEmailVerified;
      const email = present.email ?? link.email;
      return {
        set: {
          passwordHash,
          email,
          // Who had the account before may have proven it; who has it now has not, unless the link came by mail.
          isEmailVerified: link.isMailed && email === link.email,
          ...(isFresh ? { passkeys: [], totp: null, pendingTotp: null, recoveryCodes: [] } : {}),
        },
        note: { action: noteOf(link) },
      };
    });
    if (!changed) throw unusableLink();
    await dropLinksOfAccount(world, account._id);
    tellOfNewPassword(world, mail, changed.email, language);
  });
  return linked(world, account._id, person, from);
}

async function changeEmail(
  world: World,
  mail: AccountMail,
  link: LinkDocument,
  account: AccountDocument,
  { language = 'en' }: LinkAnswer,
  from: From,
): Promise<LinkResult> {
  await use(world, link, async () => {
    const note = {
      action: 'user.change-sign-in-address',
      changes: [{ path: 'email', before: account.email, after: link.email }],
    };
    await changeAccount(world, account._id, from, () => ({
      set: { email: link.email, isEmailVerified: true },
      note,
    })).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      throw new AppError('conflict', say('accountAddressTaken'));
    });
    await dropLinksOfAccount(world, account._id);
  });
  const { email: former } = account;
  if (former !== null)
    inBackground(world, 'tell of a changed address', async () => {
      const facts = { address: link.email };
      const message = { name: 'email-changed', to: former, language, facts } as const;
      const problem = await sendAccountMail(world, mail, message);
      if (problem !== null) throw new Error(inEnglish(problem));
    });
  return linked(world, account._id, null, from);
}

/** Another organization may have come to know the account since the link was read. */
function isOnly({ people }: AccountDocument, { userId }: LinkDocument): boolean {
  return people.length === 1 && people[0]?.userId === userId;
}

/** For the first who uses the link; 404 for everybody else. Others for the same person are void afterwards. */
async function use(world: World, link: LinkDocument, work: () => Promise<void>): Promise<void> {
  if (!(await useLink(world, link, work))) throw unusableLink();
  if (link.userId !== null) await dropLinksOfPerson(world, link.userId);
}

async function markVerified(
  world: World,
  accountId: string,
  email: string,
  from: From,
): Promise<void> {
  await changeAccount(world, accountId, from, (present) =>
    present.isEmailVerified || present.email !== email
      ? null
      : { set: { isEmailVerified: true }, note: null },
  );
}

async function linked(
  world: World,
  accountId: string,
  person: Person | null,
  from: From,
): Promise<LinkResult> {
  const account = await findAccount(world, accountId);
  if (!account) throw unusableLink();
  const maySignIn = person !== null || !account.hasTotp;
  // They have shown as much as whoever signs in.
  if (maySignIn) await becomeFamiliar(world, accountId, from);
  return { kind: 'ok', account, person, maySignIn };
}

function noteOf({ purpose }: LinkDocument): string {
  switch (purpose) {
    case 'invitation':
      return 'user.accept-invitation';
    case 'recovery':
      return 'user.recover';
    default:
      return 'user.accept-sign-in-link';
  }
}

function personOf({ organizationId, userId }: Person): PersonLink {
  return { organizationId, userId };
}

function demandPassword(password: string | undefined): string {
  if (password === undefined || password === '') throw invalidField('password', say('mustBeGiven'));
  return password;
}
