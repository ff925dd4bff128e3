import { organizationKind, speechFor, userKind } from '../identity/index.ts';
import type { Actor, Ctx } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { inBackground } from './background.ts';
import { canReceive } from './invite.ts';
import { type AccountMail, sendAccountMail, whyNoMail } from './mails.ts';

/**
 * Tells a person that their organization has another e-mail address for them, at both: whoever took the address away
 * from them must not be the only one to know. Does nothing where it is the same. In the background; what could not be
 * told is in the log.
 */
export function tellOfNewAddress(
  ctx: Ctx,
  mail: AccountMail,
  former: string,
  address: string,
  userId: string,
): void {
  if (former.toLowerCase() === address.toLowerCase()) return;
  inBackground(ctx, 'tell a person of their new address', async () => {
    const missing = whyNoMail(mail);
    if (missing !== null) {
      ctx.log.warn(
        { organizationId: ctx.organizationId, userId, reason: inEnglish(missing) },
        'a person was not told that their e-mail address was changed',
      );
      return;
    }
    const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
    const facts = {
      organization: organization?.wire.displayName ?? '',
      address,
      former,
      by: nameOf(ctx.actor),
    };
    const user = await findResource(ctx, userKind, { _id: userId });
    const language = user ? (await speechFor(ctx, user)).language : null;
    for (const to of [former, address].filter(canReceive)) {
      const message = { name: 'address-changed', to, language, facts } as const;
      const problem = await sendAccountMail(ctx, mail, message);
      if (problem !== null)
        ctx.log.warn(
          { organizationId: ctx.organizationId, userId, reason: inEnglish(problem) },
          'a person was not told that their e-mail address was changed',
        );
    }
  });
}

function nameOf(actor: Actor): string {
  if (actor.kind === 'system') return 'Tocsin';
  return actor.kind === 'key' ? `API key “${actor.displayName}”` : actor.displayName;
}
