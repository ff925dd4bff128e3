import { appendEntry } from '../audit/index.ts';
import { AppError, invalidField, type World } from '../kernel/index.ts';
import { inEnglish, say } from '../sentences/index.ts';
import type { From } from './account.ts';
import { inBackground } from './background.ts';
import { entriesOf } from './change-account.ts';
import { mayMailAgain } from './guessing.ts';
import { createLink, dropLinksOfAccount, linkPath } from './links.ts';
import type { Language } from './mail-texts.ts';
import { type AccountMail, sendAccountMail, whyNoMail } from './mails.ts';
import { accountsOf } from './model.ts';

/**
 * Mails a link to the new address; the account keeps the present one until somebody uses it. Says nothing about
 * accounts of others: where the address is taken, no mail is sent. Throws 400 for what is no address, 409 without a
 * mail server.
 */
export async function requestEmailChange(
  world: World,
  mail: AccountMail,
  accountId: string,
  { email, language = 'en' }: { email: string; language?: Language },
  from: From,
): Promise<void> {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(address) || address.length > 254)
    throw invalidField('email', say('mustBeEmail'));
  const missing = whyNoMail(mail);
  if (missing !== null)
    throw new AppError('conflict', say('accountMailImpossible', { why: missing }));
  const account = await accountsOf(world).findOne({ _id: accountId });
  if (!account) throw new AppError('not-found', say('accountGone'));
  if (account.email === address) throw invalidField('email', say('presentAddress'));
  await dropLinksOfAccount(world, accountId);
  inBackground(world, 'mail the confirmation of an address', async () => {
    const isTaken = (await accountsOf(world).findOne({ email: address })) !== null;
    if (!(await mayMailAgain(world, address)) || isTaken) return;
    const { token } = await createLink(world, {
      purpose: 'email-change',
      accountId,
      email: address,
      isMailed: true,
    });
    const path = linkPath('email-change', token);
    const message = { name: 'confirm-email', to: address, path, language } as const;
    const problem = await sendAccountMail(world, mail, message);
    if (problem !== null) throw new Error(inEnglish(problem));
    const note = { action: 'user.request-email-change' };
    for (const entry of await entriesOf(world, account.people, note, from))
      await appendEntry(world, entry);
  });
}
