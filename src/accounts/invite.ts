import { recordAudit } from '../audit/index.ts';
import {
  demandRankOver,
  organizationMembershipOf,
  personName,
  roleOfActor,
  speechFor,
  userByEmail,
  userKind,
} from '../identity/index.ts';
import { AppError, type Ctx, systemContext, type World } from '../kernel/index.ts';
import { demandTeamEdit, getResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { livePeople } from './account.ts';
import { createLink, dropLinksOfPerson, linkPath } from './links.ts';
import { type AccountMail, sendAccountMail, whyNoMail } from './mails.ts';

export type Invitation =
  | { sentTo: string; expiresAt: Date }
  /** No mail can be sent: whoever asked hands it over. It is not shown again. */
  | { url: string; expiresAt: Date };

/**
 * A link by which a person of the organization gets an account, or another one; earlier ones are void. Throws 404 for
 * an unknown person, 403 for a suspended one and for one with a higher role than the caller's: who has the link is that
 * person. Throws 409 when the mail server refuses the mail.
 */
export async function inviteUser(ctx: Ctx, mail: AccountMail, userId: string): Promise<Invitation> {
  const user = await getResource(ctx, userKind, userId);
  demandTeamEdit(ctx, null);
  await demandRankOver(ctx, user.id, say('toInvite'));
  const { organizationId } = ctx;
  const [person] = await livePeople(ctx, [{ organizationId, userId: user.id }]);
  if (!person) throw new AppError('forbidden', say('personSuspendedResumeFirst'));
  const { email } = user.wire;
  const isMailed = whyNoMail(mail) === null && canReceive(email);
  await dropLinksOfPerson(ctx, user.id);
  const { token, expiresAt } = await createLink(ctx, {
    purpose: 'invitation',
    person: { organizationId, userId: user.id },
    email,
    isMailed,
    roleMax: await roleOfActor(ctx),
  });
  const path = linkPath('invitation', token);
  if (isMailed) {
    const facts = { organization: person.organizationName };
    const { language } = await speechFor(ctx, user);
    const message = { name: 'invitation', to: email, path, language, facts } as const;
    const problem = await sendAccountMail(ctx, mail, message);
    if (problem !== null) {
      await dropLinksOfPerson(ctx, user.id);
      throw new AppError('conflict', say('invitationNotMailed', { why: problem }));
    }
  }
  await recordAudit(ctx, {
    action: 'user.invite',
    entityType: 'User',
    entityId: user.id,
    entityDisplayName: person.displayName,
    changes: [{ path: isMailed ? 'sentTo' : 'shownFor', after: email }],
    personIds: [user.id],
  });
  return isMailed ? { sentTo: email, expiresAt } : { url: `${mail.publicUrl()}${path}`, expiresAt };
}

/** False for addresses that nobody can have. */
export function canReceive(email: string): boolean {
  return !/\.(invalid|localhost)$|@localhost$/i.test(email);
}

/**
 * The path of a link for the Owner with this address, for the first start and the command line; recorded. Null when
 * there is none.
 */
export async function ownerLink(
  world: World,
  organizationId: string,
  email: string,
  requestId: string,
): Promise<{ path: string; expiresAt: Date } | null> {
  const ctx = systemContext(world, organizationId, requestId);
  const user = await userByEmail(ctx, email);
  const membership = user && (await organizationMembershipOf(ctx, user.id));
  if (!user || membership?.wire.role !== 'Owner') return null;
  await dropLinksOfPerson(world, user.id);
  const { token, expiresAt } = await createLink(world, {
    purpose: 'owner',
    person: { organizationId, userId: user.id },
    email: user.wire.email,
    isMailed: false,
  });
  await recordAudit(ctx, {
    action: 'user.make-sign-in-link',
    entityType: 'User',
    entityId: user.id,
    entityDisplayName: personName(user.wire),
    personIds: [user.id],
  });
  return { path: linkPath('owner', token), expiresAt };
}
