import { organizationMembershipOf, rankOf } from '../identity/index.ts';
import { AppError, systemContext, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { accountOf, type From, livePeople, type Person } from './account.ts';
import { beginAttempt } from './guessing.ts';
import { findLink } from './links.ts';
import {
  type AccountDocument,
  accountsOf,
  type LinkDocument,
  type LinkPurpose,
  type PersonLink,
} from './model.ts';

/** The members of a link that its page needs to ask for the rest. */
export interface LinkView {
  purpose: LinkPurpose;
  /** The address that the account has, or will have. */
  email: string;
  /** Whom the link is for; null for links of an account. */
  person: Person | null;
  /**
   * `new-password`: choose one. `present-password`: there is an account with this address, show that it is yours.
   * `nothing`: confirm.
   */
  asks: 'new-password' | 'present-password' | 'nothing';
  /** With the present password, a code of the authenticator app is needed, too. */
  asksCode: boolean;
  expiresAt: Date;
}

/** Reads a link without using it. Throws 404 for an invalid or expired link, 429 for a network that tries many. */
export async function openLink(world: World, token: string, from: From): Promise<LinkView> {
  const { link, person, target } = await demandLink(world, token, from);
  return {
    purpose: link.purpose,
    email: link.email,
    person,
    asks: asksOf(target),
    asksCode: target.does === 'join' && target.account.totp !== null,
    expiresAt: link.expiresAt,
  };
}

/** The effect of using a link. */
export type Target =
  /** There is no account yet. */
  | { does: 'create' }
  /** The person has this account and nobody else has: it gets a new password, and nothing else of it stays. */
  | { does: 'reset'; account: AccountDocument }
  /** Somebody has an account with the address of the link; the person is added to it. */
  | { does: 'join'; account: AccountDocument }
  | { does: 'recover'; account: AccountDocument }
  | { does: 'change-email'; account: AccountDocument };

export interface ValidLink {
  link: LinkDocument;
  person: Person | null;
  target: Target;
}

/** Throws 404 and 429 like `openLink`. */
export async function demandLink(world: World, token: string, from: From): Promise<ValidLink> {
  const attempt = await beginAttempt(world, from, null);
  const link = await findLink(world, token);
  const found = link && (await readLink(world, link));
  if (!found) throw unusableLink();
  await attempt.withdraw();
  return found;
}

/** A link that is used, over, or of nobody. */
export function unusableLink(): AppError {
  return new AppError('not-found', say('linkOver'));
}

/** Null for a link whose person or account is not there any more, or has another address by now. */
async function readLink(world: World, link: LinkDocument): Promise<ValidLink | null> {
  if (link.accountId !== null) {
    const account = await accountsOf(world).findOne({ _id: link.accountId });
    if (!account || (await livePeople(world, account.people)).length === 0) return null;
    if (link.purpose === 'email-change')
      return { link, person: null, target: { does: 'change-email', account } };
    if (account.email !== link.email) return null;
    return { link, person: null, target: { does: 'recover', account } };
  }
  const { organizationId, userId } = link;
  if (organizationId === null || userId === null) return null;
  const [person] = await livePeople(world, [{ organizationId, userId }]);
  if (!person) return null;
  const email = person.email.toLowerCase();
  // Mailed to exactly that person: an address that was changed since is somebody else's. The operator means the Owner,
  // whatever the address.
  if (email !== link.email && link.purpose !== 'owner') return null;
  if (!(await isWithinRank(world, link, person))) return null;
  const current = { ...link, email };
  return { link: current, person, target: await targetOf(world, current, userId) };
}

/** The maker of the link may have kept it, so the person must not have risen above them since. */
export async function isWithinRank(
  world: World,
  { roleMax }: Pick<LinkDocument, 'roleMax'>,
  { organizationId, userId }: PersonLink,
): Promise<boolean> {
  const membership = await organizationMembershipOf(systemContext(world, organizationId), userId);
  return rankOf(membership?.wire.role) <= rankOf(roleMax);
}

async function targetOf(world: World, link: LinkDocument, userId: string): Promise<Target> {
  const linked = await accountOf(world, userId);
  // An administrator of one organization must not get at what the account may do in another. The operator may.
  if (linked && (link.purpose === 'owner' || linked.people.length === 1))
    return { does: 'reset', account: linked };
  const account = await accountsOf(world).findOne({ email: link.email });
  return account ? { does: 'join', account } : { does: 'create' };
}

function asksOf({ does }: Target): LinkView['asks'] {
  if (does === 'change-email') return 'nothing';
  return does === 'join' ? 'present-password' : 'new-password';
}
