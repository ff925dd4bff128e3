import type { OrganizationRole } from '../identity/index.ts';
import { hashOfToken, newToken, type World } from '../kernel/index.ts';
import { type LinkDocument, type LinkPurpose, linksOf } from './model.ts';

/** Links that are shown are used at once; mails are read after the weekend. */
const validSeconds = {
  owner: 86_400,
  invitation: { mailed: 7 * 86_400, shown: 86_400 },
  recovery: 1800,
  'email-change': 3600,
} as const;

/** Where a browser opens a link, below the public URL. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  switch (purpose) {
    case 'owner':
    case 'invitation':
      return `/invitation/${token}`;
    case 'recovery':
      return `/recover/${token}`;
    case 'email-change':
      return `/account/email/${token}`;
  }
}

export interface NewLink {
  purpose: LinkPurpose;
  person?: { organizationId: string; userId: string };
  accountId?: string;
  email: string;
  isMailed: boolean;
  /** Left out: of the operator, or of the person. */
  roleMax?: OrganizationRole | null;
}

/** Gives the token, which is not stored. */
export async function createLink(
  world: World,
  { purpose, person, accountId = undefined, email, isMailed, roleMax = 'Owner' }: NewLink,
): Promise<{ token: string; expiresAt: Date }> {
  const now = world.clock.now();
  const token = newToken();
  const seconds =
    purpose === 'invitation'
      ? validSeconds.invitation[isMailed ? 'mailed' : 'shown']
      : validSeconds[purpose];
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await linksOf(world).insertOne({
    _id: hashOfToken(token),
    purpose,
    organizationId: person?.organizationId ?? null,
    userId: person?.userId ?? null,
    accountId: accountId ?? null,
    email: email.toLowerCase(),
    isMailed,
    roleMax,
    createdAt: now,
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

/** The link of a token that nobody has used yet; looking does not use it, because scanners of mail look, too. */
export function findLink(world: World, token: string): Promise<LinkDocument | null> {
  return linksOf(world).findOne({
    _id: hashOfToken(token),
    usedAt: null,
    expiresAt: { $gt: world.clock.now() },
  });
}

/**
 * Does `work` for the first who uses the link; false for everybody else. When the work fails, the link can be used
 * again.
 */
export async function useLink(
  world: World,
  { _id }: LinkDocument,
  work: () => Promise<void>,
): Promise<boolean> {
  const links = linksOf(world);
  const now = world.clock.now();
  const { matchedCount } = await links.updateOne(
    { _id, usedAt: null, expiresAt: { $gt: now } },
    { $set: { usedAt: now } },
  );
  if (matchedCount === 0) return false;
  try {
    await work();
  } catch (error) {
    await links.updateOne({ _id }, { $set: { usedAt: null } });
    throw error;
  }
  return true;
}

/** Links of a person that were not used are void from now on. */
export async function dropLinksOfPerson(world: World, userId: string): Promise<void> {
  await linksOf(world).deleteMany({ userId, usedAt: null });
}

export async function dropLinksOfAccount(world: World, accountId: string): Promise<void> {
  await linksOf(world).deleteMany({ accountId, usedAt: null });
}
