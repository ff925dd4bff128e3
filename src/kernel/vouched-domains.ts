import { isUuid } from './ids.ts';

/** Whose a domain is, by the word of the operator. */
export interface VouchedDomain {
  /** `*`: every domain. */
  domain: string;
  /** `first`: the one of the first start; `every`: whichever asks. */
  owner: 'first' | 'every' | { organizationId: string };
}

/** Says which domains the operator allows an organization. */
export interface DomainVoucher {
  /**
   * Sign-in: exactly this domain was given to this organization. What every organization may use proves nobody's: the
   * first of them to ask would get the people of all others.
   */
  isOwner(organizationId: string, domain: string): boolean;
  /** E-mail aliases and hosts of status pages: at the domain or below it. */
  mayName(organizationId: string, name: string): boolean;
}

const label = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
const domainPattern = new RegExp(`^${label}(?:\\.${label})*$`);

const spellings =
  'write DOMAIN for the organization of the first start, DOMAIN=ORGANIZATION-ID for another one, DOMAIN=* for every organization, *=* for every domain';

/** Parses `corp.local, example.com=ID, pages.example=*`. */
export function parseVouchedDomains(value: string): VouchedDomain[] {
  const vouched = value
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
    .map(parseEntry);
  for (const { domain, owner } of vouched) {
    const sole = vouched.filter((other) => other.domain === domain && other.owner !== 'every');
    if (owner !== 'every' && sole.length > 1)
      throw new Error(
        `has ${domain} more than once: a domain belongs to one organization. To let every organization have e-mail aliases and hosts there, write ${domain}=*`,
      );
  }
  return vouched;
}

function parseEntry(entry: string): VouchedDomain {
  const [domain = '', owner, ...rest] = entry.split('=').map((part) => part.trim());
  if (domain === '*') {
    if (owner === '*' && rest.length === 0) return { domain, owner: 'every' };
    throw new Error(
      'has * where a domain must be: write *=* for every domain and every organization; one organization is given its domains by name',
    );
  }
  if (!domainPattern.test(domain))
    throw new Error(`has ${domain || 'nothing'} where a domain must be: ${spellings}`);
  if (owner === undefined) return { domain, owner: 'first' };
  if (owner === '*' && rest.length === 0) return { domain, owner: 'every' };
  if (rest.length > 0 || !isUuid(owner))
    throw new Error(
      `has ${[owner, ...rest].join('=') || 'nothing'} where the id of an organization must be: ${spellings}`,
    );
  return { domain, owner: { organizationId: owner } };
}

/** `firstOrganizationId` is the organization of the first start. */
export function createDomainVoucher(
  vouched: readonly VouchedDomain[],
  firstOrganizationId: string,
): DomainVoucher {
  const ownersOf = (domain: string) =>
    vouched.filter((one) => one.domain === domain).map((one) => one.owner);
  const isGiven = (owner: VouchedDomain['owner'], organizationId: string) =>
    owner !== 'every' &&
    (owner === 'first' ? firstOrganizationId : owner.organizationId) === organizationId;
  return {
    isOwner: (organizationId, domain) =>
      ownersOf(domain.toLowerCase()).some((owner) => isGiven(owner, organizationId)),
    mayName(organizationId, name) {
      const labels = name.toLowerCase().split('.');
      const names = labels.map((_, at) => labels.slice(at).join('.'));
      // Names without a dot are those of machines inside: they are given by name only.
      if (labels.length > 1) names.push('*');
      // The closest entry decides, so that a part of a domain can be given away, or kept.
      const owners = names.map(ownersOf).find(({ length }) => length > 0) ?? [];
      return owners.some((owner) => owner === 'every' || isGiven(owner, organizationId));
    },
  };
}
