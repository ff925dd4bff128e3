import { appendEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { type From, livePeople } from './account.ts';
import { inBackground } from './background.ts';
import { entriesOf } from './change-account.ts';
import { beginAttempt, mayMailAgain } from './guessing.ts';
import { createLink, linkPath } from './links.ts';
import type { Language } from './mail-texts.ts';
import { type AccountMail, sendAccountMail } from './mails.ts';
import { accountsOf } from './model.ts';

/**
 * Mails a link for a new password to whoever has an account with this address. The caller learns nothing, not even from
 * the time: the work is done in the background. The third mail to an address and those after it have to wait, longer
 * each time. Throws 429 for a network that asks too often.
 */
export async function requestRecovery(
  world: World,
  mail: AccountMail,
  { email, language = 'en' }: { email: string; language?: Language },
  from: From,
): Promise<void> {
  const address = email.trim().toLowerCase();
  // Never taken back: asking is what is limited.
  await beginAttempt(world, from, null);
  inBackground(world, 'mail a recovery link', async () => {
    const account = await accountsOf(world).findOne({ email: address });
    const mayMail = await mayMailAgain(world, address);
    if (!account || !mayMail) return;
    if ((await livePeople(world, account.people)).length === 0) return;
    const { token } = await createLink(world, {
      purpose: 'recovery',
      accountId: account._id,
      email: address,
      isMailed: true,
    });
    const path = linkPath('recovery', token);
    const problem = await sendAccountMail(world, mail, {
      name: 'recovery',
      to: address,
      path,
      language,
    });
    if (problem !== null) throw new Error(inEnglish(problem));
    const note = { action: 'user.request-recovery', by: 'system' as const };
    for (const entry of await entriesOf(world, account.people, note, from))
      await appendEntry(world, entry);
  });
}
