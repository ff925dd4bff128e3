import { invalidField, isUuid } from '../../kernel/index.ts';
import { recordNameOf, recordValueOf } from '../../oidc/index.ts';
import { say } from '../../sentences/index.ts';
import type { ApiCaller } from './caller.ts';

/** Addresses at the domain of the server whose mail is meant for its operator (RFC 2142): nobody may take them. */
const reserved =
  /^(?:postmaster|abuse|hostmaster|webmaster|mailer-daemon|root|admin|administrator|noc|security|info|no-?reply)$/;

/**
 * 400 for e-mail aliases that the organization may not take: at the domain of somebody else, or that mean something
 * here.
 */
export async function demandOwnAliases(
  caller: ApiCaller,
  wanted: readonly string[],
  present: readonly string[],
): Promise<void> {
  const field = 'integrationSettings.email.aliases';
  const known = new Set(present.map((alias) => alias.toLowerCase()));
  const ours = caller.dependencies.mail.domain();
  const proven = new Set<string>();
  for (const alias of wanted.map((one) => one.toLowerCase())) {
    if (known.has(alias)) continue;
    const at = alias.lastIndexOf('@');
    const [local, domain] = [alias.slice(0, at), alias.slice(at + 1)];
    if (domain === ours) {
      if (isUuid(local) || reserved.test(local))
        throw invalidField(field, say('aliasTaken', { alias }));
    } else if (!proven.has(domain)) {
      await demandOwnDomain(caller, field, domain);
      proven.add(domain);
    }
  }
}

/** 400 for a host that was not shown to be the organization's. */
export async function demandOwnHost(
  caller: ApiCaller,
  wanted: string | null | undefined,
  present: string | null | undefined,
): Promise<void> {
  const host = wanted?.toLowerCase();
  if (!host || host === present?.toLowerCase()) return;
  await demandOwnDomain(caller, 'customHostSettings.host', host);
}

/** The record may be at the domain itself or at one above it, as with single sign-on. */
async function demandOwnDomain(caller: ApiCaller, field: string, domain: string): Promise<void> {
  const { vouched, singleSignOn } = caller.dependencies;
  if (vouched.mayName(caller.organizationId, domain)) return;
  const labels = domain.split('.');
  const names = labels.map((_, at) => labels.slice(at).join('.'));
  // Names without a dot are those of machines inside.
  for (const name of names.filter((one) => one.includes('.')))
    if (await singleSignOn.isDomainProven(caller.organizationId, name)) return;
  if (labels.length === 1) throw invalidField(field, say('domainInside', { domain }));
  const value = recordValueOf(caller.organizationId, domain);
  throw invalidField(field, say('domainUnproven', { domain, record: recordNameOf(domain), value }));
}
