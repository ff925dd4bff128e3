import { ownerLink } from '../accounts/index.ts';
import { organizationMembershipKind, usersById } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { localUrl } from '../server.ts';
import { type InOrganization, inOrganization, type Print } from './operator-world.ts';

export interface SignInLinkOptions extends InOrganization {
  email?: string;
}

/** For the first sign-in, and for an Owner who is locked out: a link that chooses a new password. */
export function printSignInLink(options: SignInLinkOptions, print: Print): Promise<void> {
  return inOrganization(options, async (ctx, { publicUrl, host, port }) => {
    const email = options.email ?? (await onlyOwner(ctx));
    const link = await ownerLink(ctx, ctx.organizationId, email, 'command-line');
    if (!link)
      throw new Error(`There is no Owner with the address ${email}; ${await ownersOf(ctx)}.`);
    print(`${publicUrl ?? localUrl({ host, port })}${link.path}`);
    print(
      `For ${email}: opens once, until ${link.expiresAt.toISOString()}. It chooses a new password and removes the ` +
        'authenticator app and the passkeys of the account.',
    );
  });
}

async function onlyOwner(ctx: Ctx): Promise<string> {
  const owners = await emailsOfOwners(ctx);
  const [only] = owners;
  if (owners.length !== 1 || only === undefined)
    throw new Error(`Say whose with --email; ${await ownersOf(ctx)}.`);
  return only;
}

async function ownersOf(ctx: Ctx): Promise<string> {
  return `Owners are ${(await emailsOfOwners(ctx)).join(', ')}`;
}

async function emailsOfOwners(ctx: Ctx): Promise<string[]> {
  const { items } = await listResources(ctx, organizationMembershipKind, {
    'lookup.role': 'owner',
  });
  const users = await usersById(
    ctx,
    items.map(({ wire }) => (wire.userId ?? '').toLowerCase()),
  );
  return [...users.values()].map(({ email }) => email);
}
