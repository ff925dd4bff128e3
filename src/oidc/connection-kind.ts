import type { components } from '../contract/index.ts';
import { invalidField } from '../kernel/index.ts';
import { defineKind, demandSecret, type Resource, wireShapes } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { type DomainProof, domainName, proofsFor, provenDomains } from './domain-proofs.ts';
import { demandIssuer } from './issuer.ts';
import { demandWayIn } from './way-in.ts';

type OidcConnectionInput = components['schemas']['OidcConnectionInput'];

export type OidcConnectionWire = Required<OidcConnectionInput> & {
  /** Written by the server alone: clients cannot send it. */
  domainProofs: DomainProof[];
};

export type OidcConnection = Resource<OidcConnectionWire>;

export const oidcConnectionKind = defineKind<OidcConnectionWire>({
  entityType: 'OidcConnection',
  noun: 'oidc-connection',
  collection: 'oidc_connections',
  shape: wireShapes.OidcConnection,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: ({ domainProofs }) => ({
    domains: domainProofs.map(({ domain }) => domain),
    provenDomains: provenDomains(domainProofs),
  }),
  async prepare(ctx, given, current) {
    const wire = {
      ...given,
      domainProofs: proofsFor(given.domains ?? [], current?.wire.domainProofs ?? []),
    };
    demandIssuer(wire.issuer);
    demandSecret('clientSecret', wire.clientSecret);
    demandDomains(wire.domains ?? []);
    await demandWayIn(ctx, wire, current);
    return { wire, internal: current?.internal ?? {} };
  },
  duplicate: {
    code: 'conflict',
    field: 'domains',
    message: say('domainProvenElsewhere'),
  },
  indexes: [
    // Who enters an address of a proven domain is sent to one identity provider: that of whoever controls the domain.
    [{ 'lookup.provenDomains': 1 }, { unique: true, sparse: true }],
    // Finds connections by their domains.
    [{ 'lookup.domains': 1 }, { sparse: true }],
  ],
});

function demandDomains(domains: readonly string[]): void {
  const names = domains.map((domain) => {
    const name = domainName(domain);
    if (name === null) throw invalidField('domains', say('noDomainName', { domain }));
    return name;
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidField('domains', say('thereTwice', { name: twice }));
}
