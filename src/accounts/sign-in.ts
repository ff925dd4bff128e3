import { appendEntry } from '../audit/index.ts';
import { newToken, type World } from '../kernel/index.ts';
import { type Account, type From, livePeople, toAccount } from './account.ts';
import { inBackground } from './background.ts';
import { findChallenge, keepChallenge, takeChallenge } from './challenges.ts';
import { changeAccount, entriesOf } from './change-account.ts';
import { type Attempt, beginAttempt } from './guessing.ts';
import { hashPassword, isOutdated, verifyPassword } from './hash-password.ts';
import { type AccountDocument, accountsOf } from './model.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { spendTotp } from './totp.ts';

export type SignInResult =
  | { kind: 'ok'; account: Account }
  /**
   * The password was right. `challenge` stands for it in `finishSignIn`, so that nobody has to keep the password
   * meanwhile.
   */
  | { kind: 'second-factor'; challenge: string; expiresAt: Date }
  /** Whatever was wrong: an unknown address is refused like a wrong password, at the same cost. */
  | { kind: 'refused' };

interface PasswordSignIn {
  email: string;
  password: string;
  /** Code of the authenticator app, or a recovery code; asked for later when left out. */
  code?: string;
}

/** Throws 429 while earlier failures make the account or the network wait, 503 when too many sign in at once. */
export async function signInWithPassword(
  world: World,
  { email, password, code }: PasswordSignIn,
  from: From,
): Promise<SignInResult> {
  const address = email.trim().toLowerCase();
  const account = await accountsOf(world).findOne({ email: address });
  const subject = account ? { accountId: account._id } : { email: address };
  return judge(world, { account, subject, password, code }, from);
}

/** The person behind a session says again who they are. Throws like `signInWithPassword`. */
export async function confirmWithPassword(
  world: World,
  accountId: string,
  { password, code }: Omit<PasswordSignIn, 'email'>,
  from: From,
): Promise<SignInResult> {
  const account = await accountsOf(world).findOne({ _id: accountId });
  return judge(world, { account, subject: { accountId }, password, code }, from);
}

interface Claim {
  account: AccountDocument | null;
  subject: Parameters<typeof beginAttempt>[2];
  password: string;
  code: string | undefined;
}

async function judge(
  world: World,
  { account, subject, password, code }: Claim,
  from: From,
): Promise<SignInResult> {
  const attempt = await beginAttempt(world, from, subject);
  const isRight = await judged(attempt, () =>
    verifyPassword(password, account?.passwordHash ?? null),
  );
  if (!account || !isRight) return refuse(world, account, 'password', from);
  if ((await livePeople(world, account.people)).length === 0)
    return refuse(world, account, 'nobody', from);
  await renewHash(world, account, password, from);
  if (account.totp === null) return accept(account, attempt);
  if (code !== undefined)
    return (await spendCode(world, account._id, code, from))
      ? accept(account, attempt)
      : refuse(world, account, 'code', from);
  // Half of a sign-in is neither a failure nor a reason to forget failures.
  await attempt.withdraw();
  const challenge = newToken();
  const expiresAt = await keepChallenge(world, challenge, 'second-factor', account._id);
  return { kind: 'second-factor', challenge, expiresAt };
}

/**
 * The second step, with a code of the authenticator app or a recovery code. Until the challenge ends it can be tried
 * again. Throws 429 like the first step.
 */
export async function finishSignIn(
  world: World,
  { challenge, code }: { challenge: string; code: string },
  from: From,
): Promise<SignInResult> {
  const begun = await findChallenge(world, challenge, 'second-factor');
  const accountId = begun?.accountId ?? null;
  const attempt = await beginAttempt(world, from, accountId === null ? null : { accountId });
  const account = accountId === null ? null : await accountsOf(world).findOne({ _id: accountId });
  if (!account) return { kind: 'refused' };
  const isRight =
    (await livePeople(world, account.people)).length > 0 &&
    (await judged(attempt, () => spendCode(world, account._id, code, from)));
  if (!isRight) return refuse(world, account, 'code', from);
  if (!(await takeChallenge(world, challenge, 'second-factor'))) return { kind: 'refused' };
  return accept(account, attempt);
}

/** A code of the app, or a recovery code: each works once. */
async function spendCode(
  world: World,
  accountId: string,
  code: string,
  from: From,
): Promise<boolean> {
  return (
    (await spendTotp(world, accountId, code, from)) ||
    (await spendRecoveryCode(world, accountId, code, from))
  );
}

/** Withdraws the attempt if the work throws: our failure must not count as a wrong guess. */
async function judged<Value>(attempt: Attempt, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    await attempt.withdraw();
    throw error;
  }
}

async function accept(account: AccountDocument, attempt: Attempt): Promise<SignInResult> {
  await attempt.succeeded();
  return { kind: 'ok', account: toAccount(account) };
}

/** Tells those who know the person, and the caller nothing. */
export function refuse(
  world: World,
  account: AccountDocument | null,
  wrong: 'password' | 'code' | 'passkey' | 'nobody',
  from: From,
): { kind: 'refused' } {
  if (account)
    inBackground(world, 'record a refused sign-in', async () => {
      const changes = [{ path: 'wrong', after: wrong === 'nobody' ? 'suspended' : wrong }];
      const note = { action: 'user.refuse-sign-in', by: 'system' as const, changes };
      for (const entry of await entriesOf(world, account.people, note, from))
        await appendEntry(world, entry);
    });
  return { kind: 'refused' };
}

async function renewHash(
  world: World,
  { _id, passwordHash }: AccountDocument,
  password: string,
  from: From,
): Promise<void> {
  if (passwordHash === null || !isOutdated(passwordHash)) return;
  const renewed = await hashPassword(password);
  await changeAccount(world, _id, from, (present) =>
    present.passwordHash === passwordHash ? { set: { passwordHash: renewed }, note: null } : null,
  );
}
