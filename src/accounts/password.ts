import { AppError, type World } from '../kernel/index.ts';
import { inEnglish, say } from '../sentences/index.ts';
import { type Account, type From, toAccount } from './account.ts';
import { inBackground } from './background.ts';
import { changeWayIn } from './change-way-in.ts';
import { hashPassword } from './hash-password.ts';
import { dropLinksOfAccount } from './links.ts';
import type { Language } from './mail-texts.ts';
import { type AccountMail, sendAccountMail, whyNoMail } from './mails.ts';
import { accountsOf } from './model.ts';
import { demandGoodPassword } from './password-policy.ts';

export interface NewPassword {
  password: string;
  /** Id of the session that goes on; all others of the account end. */
  keepSession?: string;
  language?: Language;
}

/**
 * A new password for somebody who has just confirmed who they are, see `confirmWithPassword`. Links for a forgotten one
 * are void. Throws 400 for a password that is too easy.
 */
export async function changePassword(
  world: World,
  mail: AccountMail,
  accountId: string,
  { password, keepSession, language = 'en' }: NewPassword,
  from: From,
): Promise<Account> {
  const present = await accountsOf(world).findOne({ _id: accountId });
  if (!present) throw new AppError('not-found', say('accountGone'));
  await demandGoodPassword(password, { email: present.email });
  const passwordHash = await hashPassword(password);
  const ended = { reason: 'password changed', keepSession } as const;
  const changed = await changeWayIn(world, accountId, from, ended, () => ({
    set: { passwordHash },
    note: { action: 'user.change-password' },
  }));
  if (!changed) throw new AppError('not-found', say('accountGone'));
  await dropLinksOfAccount(world, accountId);
  tellOfNewPassword(world, mail, changed.email, language);
  return toAccount(changed);
}

/** Tells the mail address of the account, whoever made the change. */
export function tellOfNewPassword(
  world: World,
  mail: AccountMail,
  email: string | null,
  language: Language,
): void {
  if (email === null || whyNoMail(mail) !== null) return;
  inBackground(world, 'tell of a new password', async () => {
    const message = { name: 'password-changed', to: email, path: '/recover', language } as const;
    const problem = await sendAccountMail(world, mail, message);
    if (problem !== null) throw new Error(inEnglish(problem));
  });
}
