import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';

/** The state of a domain of a connection; part of the stored object, so that the audit log has every change of it. */
export interface DomainProof {
  domain: string;
  /** Since when it counts; null while it does not. */
  verifiedAt: string | null;
  /** Since when the record is missing. */
  lostAt: string | null;
  /** The problem when it was last looked for, and what to do. */
  message: Sentence | null;
}

/** The answer of the name service about a domain. */
export type Sighting = 'found' | 'missing' | 'unknown';

const graceMilliseconds = 7 * 86_400_000;

/** The domain as name servers and indexes have it; null when it is none. */
export function domainName(text: string): string | null {
  const name = domainToASCII(text.trim()).toLowerCase();
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/.test(name) ? name : null;
}

/** The domain of an e-mail address, or null. */
export function domainOfEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 ? null : domainName(email.slice(at + 1));
}

export function recordNameOf(domain: string): string {
  return `_tocsin-challenge.${domainName(domain) ?? domain}`;
}

/**
 * No secret: only who controls the domain can publish it, and it names the organization. It follows from the
 * organization and the domain alone, so the record can be made before the connection is made anew, and stays when the
 * secret key is replaced.
 */
export function recordValueOf(organizationId: string, domain: string): string {
  const text = `domain-proof\n${organizationId}\n${domainName(domain) ?? domain}`;
  return `tocsin-domain-proof=${hash('sha256', text).slice(0, 24)}`;
}

/** Proofs for these domains: those that were there are kept. */
export function proofsFor(
  domains: readonly string[],
  known: readonly DomainProof[],
): DomainProof[] {
  const byName = new Map(known.map((proof) => [domainName(proof.domain), proof]));
  return domains.map((domain) => {
    const proof = byName.get(domainName(domain));
    return proof ? { ...proof, domain } : { domain, verifiedAt: null, lostAt: null, message: null };
  });
}

export function stateOf({
  verifiedAt,
  lostAt,
}: Pick<DomainProof, 'verifiedAt' | 'lostAt'>): 'Unproven' | 'Proven' | 'Lost' {
  if (verifiedAt === null) return 'Unproven';
  return lostAt === null ? 'Proven' : 'Lost';
}

/** The names of the domains that count. */
export function provenDomains(proofs: readonly DomainProof[] | undefined): string[] {
  return (proofs ?? [])
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .flatMap(({ domain }) => domainName(domain) ?? []);
}

/** The proof after a look at the name service. What nobody knows changes nothing that counts. Pure. */
export function proofAfter(proof: DomainProof, seen: Sighting, now: Date): DomainProof {
  const name = recordNameOf(proof.domain);
  if (seen === 'unknown') return { ...proof, message: say('domainNotAnswered', { name }) };
  if (seen === 'found')
    return {
      ...proof,
      verifiedAt: proof.verifiedAt ?? now.toISOString(),
      lostAt: null,
      message: null,
    };
  if (proof.verifiedAt === null) return { ...proof, message: say('domainRecordMissing', { name }) };
  const lostAt = proof.lostAt ?? now.toISOString();
  const endsAt = new Date(Date.parse(lostAt) + graceMilliseconds);
  if (now >= endsAt)
    return {
      ...proof,
      verifiedAt: null,
      lostAt: null,
      message: say('domainRecordLost', { name }),
    };
  const until = zonedMoment(endsAt.getTime(), 'UTC');
  return { ...proof, lostAt, message: say('domainRecordGone', { name, until }) };
}

export function isSameProof(one: DomainProof, other: DomainProof): boolean {
  return (
    one.verifiedAt === other.verifiedAt &&
    one.lostAt === other.lostAt &&
    isDeepStrictEqual(one.message, other.message)
  );
}
