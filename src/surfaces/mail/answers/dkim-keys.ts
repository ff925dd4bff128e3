import { within } from '../../../kernel/index.ts';
import type { ResolveTxt } from '../../../oidc/index.ts';

/** The keys of signatures by the name of their record; null: no name server answered in time. */
export type DkimKeys = Readonly<Record<string, readonly string[] | null>>;

const lookedUpMax = 4;
export const keySeconds = 5;

/**
 * Looks up the keys of those signatures of a message that could count: their domain is the one of an address of the
 * person, or above it. Whoever sends a message has no other names asked for.
 */
export async function keysFor(
  head: string,
  addresses: readonly string[],
  resolveTxt: ResolveTxt,
): Promise<DkimKeys> {
  const names = new Set(
    signaturesIn(head)
      .filter(({ domain }) => addresses.some((address) => isOfDomain(address, domain)))
      .map(({ domain, selector }) => `${selector}._domainkey.${domain}`)
      .slice(0, lookedUpMax),
  );
  const found = [...names].map(async (name) => {
    const keys = resolveTxt(name).catch(() => null);
    return [name, await within(keySeconds * 1000, keys, () => null)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/**
 * Whether an address belongs to a domain that signs, or to one below it, whose records it decides, too. Not the
 * reverse: whoever has a domain below another one must not speak for that.
 */
export function isOfDomain(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domain.includes('.') && (own === domain || own.endsWith(`.${domain}`));
}

function signaturesIn(head: string): { domain: string; selector: string }[] {
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...unfolded.matchAll(/^dkim-signature[ \t]*:(.*)$/gim)].flatMap(([, tags = '']) => {
    const values = new Map(
      tags.split(';').map((tag) => {
        const [name = '', ...value] = tag.split('=');
        return [name.trim(), value.join('=').replaceAll(/\s/g, '').toLowerCase()];
      }),
    );
    const [domain = '', selector = ''] = [values.get('d'), values.get('s')];
    return isName(domain) && isName(selector) ? { domain, selector } : [];
  });
}

function isName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/.test(text);
}
