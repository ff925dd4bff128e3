import { AppError, type Ctx, systemContext, unlessGone, type World } from '../kernel/index.ts';
import { storedFilter, updateResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import {
  type OidcConnection,
  type OidcConnectionWire,
  oidcConnectionKind,
} from './connection-kind.ts';
import {
  type DomainProof,
  domainName,
  isSameProof,
  proofAfter,
  recordNameOf,
  recordValueOf,
  type Sighting,
  stateOf,
} from './domain-proofs.ts';
import type { ResolveTxt } from './txt-records.ts';

const atOnce = 8;

/**
 * The two proofs of who owns a domain: its name servers, and the word of the operator, who could read everything
 * anyway.
 */
export interface ProofSources {
  resolveTxt: ResolveTxt;
  isVouched(organizationId: string, domain: string): boolean;
}

/** Looks for the records of a connection's domains now, and records what was found. Throws 404 and 403. */
export async function verifyDomains(
  ctx: Ctx,
  proofs: ProofSources,
  connection: OidcConnection,
): Promise<OidcConnection> {
  const seen = await look(proofs, connection);
  return record(ctx, connection.id, seen, 'oidc-connection.verify-domains');
}

/** Looks for all domains of the installation; what has changed is recorded and logged. */
export async function checkDomains(
  world: World,
  proofs: ProofSources,
  stopping: AbortSignal,
): Promise<void> {
  const found = await oidcConnectionKind
    .model(world.store)
    .find(storedFilter(oidcConnectionKind, { 'lookup.domains': { $gt: '' } }))
    .sort({ _id: 1 })
    .lean<{ _id: string; organizationId?: string; wire: OidcConnectionWire }[]>();
  for (let at = 0; at < found.length && !stopping.aborted; at += atOnce)
    await Promise.all(
      found.slice(at, at + atOnce).map(async ({ _id: id, organizationId, wire }) => {
        if (organizationId === undefined) return;
        await checkOne(world, proofs, { id, organizationId, wire }).catch((error: unknown) =>
          world.log.error(
            { err: error, connectionId: id },
            'domains of an OIDC connection cannot be checked',
          ),
        );
      }),
    );
}

type Checked = Pick<OidcConnection, 'id' | 'organizationId' | 'wire'>;

async function checkOne(world: World, proofs: ProofSources, connection: Checked): Promise<void> {
  const { id, organizationId, wire } = connection;
  const seen = await look(proofs, connection);
  const now = world.clock.now();
  const hasChanged = wire.domainProofs.some(
    (proof) => !isSameProof(proof, after(proof, seen, now)),
  );
  if (!hasChanged) return;
  const ctx = systemContext(world, organizationId, 'domain-proofs');
  const checked = await unlessGone(record(ctx, id, seen, 'oidc-connection.check-domains'));
  for (const proof of checked?.wire.domainProofs ?? [])
    if (stateOf(proof) === 'Lost')
      world.log.warn(
        { connectionId: id, organizationId, domain: proof.domain, lostAt: proof.lostAt },
        'the proof of a domain is gone; sign-in by it ends seven days after that',
      );
}

type Seen = ReadonlyMap<string, Sighting | 'taken'>;

async function look(
  { resolveTxt, isVouched }: ProofSources,
  { organizationId, wire }: Pick<OidcConnection, 'organizationId' | 'wire'>,
): Promise<Seen> {
  const sightings = await Promise.all(
    wire.domainProofs.map(async ({ domain }): Promise<[string, Sighting]> => {
      if (isVouched(organizationId, nameOf(domain))) return [nameOf(domain), 'found'];
      const expected = recordValueOf(organizationId, domain);
      const found = await resolveTxt(recordNameOf(domain)).catch(() => null);
      if (found === null) return [nameOf(domain), 'unknown'];
      return [nameOf(domain), found.some((text) => text.trim() === expected) ? 'found' : 'missing'];
    }),
  );
  return new Map(sightings);
}

/** Proofs that the index refuses are somebody else's: those stay unproven, the others count. */
async function record(ctx: Ctx, id: string, seen: Seen, action: string): Promise<OidcConnection> {
  const write = (sightings: Seen) =>
    updateResource(
      ctx,
      oidcConnectionKind,
      id,
      ({ wire, internal }) => ({
        wire: {
          ...wire,
          domainProofs: wire.domainProofs.map((proof) => after(proof, sightings, ctx.clock.now())),
        },
        internal,
      }),
      // A look at the name service changes nothing that code says.
      { action, besideCode: true },
    );
  try {
    return await write(seen);
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const free = new Map(seen);
  const taken = await takenAmong(ctx, id, [...seen.keys()]);
  for (const domain of taken) free.set(domain, 'taken');
  return write(free);
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof AppError && error.code === 'conflict' && error.fields?.domains !== undefined
  );
}

async function takenAmong(
  { store }: World,
  id: string,
  domains: readonly string[],
): Promise<string[]> {
  const others = await oidcConnectionKind
    .model(store)
    .find(
      storedFilter(oidcConnectionKind, {
        _id: { $ne: id },
        'lookup.provenDomains': { $in: [...domains] },
      }),
      { lookup: 1 },
    )
    .lean<{ lookup: { provenDomains?: string[] } }[]>();
  const proven = new Set(others.flatMap(({ lookup }) => lookup.provenDomains ?? []));
  return domains.filter((domain) => proven.has(domain));
}

function after(proof: DomainProof, seen: Seen, now: Date): DomainProof {
  const sighting = seen.get(nameOf(proof.domain));
  // Added meanwhile.
  if (sighting === undefined) return proof;
  if (sighting === 'taken')
    return {
      ...proof,
      verifiedAt: null,
      lostAt: null,
      message: say('domainTaken', { domain: proof.domain }),
    };
  return proofAfter(proof, sighting, now);
}

function nameOf(domain: string): string {
  return domainName(domain) ?? domain;
}
