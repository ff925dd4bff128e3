import { resource } from './overlay.ts';

export const oidcConnection = resource({
  type: 'tocsin_oidc_connection',
  category: 'Access',
  description:
    'An identity provider by which people of the organization sign in (OpenID Connect). `domain_proofs` says which DNS records prove its domains; make them in the same configuration.',
  operations: {
    create: 'createOidcConnection',
    read: 'getOidcConnection',
    update: 'replaceOidcConnection',
    delete: 'deleteOidcConnection',
    list: { operation: 'listOidcConnections', items: 'oidcConnections' },
  },
  ignore: {
    lastSignInAt: 'changes with every sign-in',
    'domainProofs[].state': 'changes by itself, as soon as the record is seen',
    'domainProofs[].verifiedAt': 'changes by itself, as soon as the record is seen',
    'domainProofs[].lostAt': 'changes by itself, when the record is gone',
    'domainProofs[].message': 'changes by itself, with every look',
    'domainProofs[].messageSentence': 'changes by itself, with every look',
  },
  attributes: {
    scopes: { equivalent: 'empty-is-null' },
    domains: {
      equivalent: 'empty-is-null',
      description:
        'Mail domains of the people who sign in by it. Subdomains are domains of their own.',
    },
    breakGlassUserIds: {
      equivalent: 'empty-is-null',
      description:
        'Ids of Owners who may sign in without the identity provider although it is required.',
    },
    isRequired: {
      description:
        'People sign in by this connection only, except those in `break_glass_user_ids`. Can be set once somebody has signed in by it.',
    },
    organizationId: { description: 'Id of the organization.' },
    domainProofs: {
      volatile: true,
      description: 'The TXT record that proves each domain, in their order.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_oidc_connection',
      description:
        'One connection to an identity provider, by its id or by its exact display name.',
      operation: 'searchOidcConnection',
      byId: 'getOidcConnection',
      ignore: {
        clientSecret: 'is a secret',
        lastSignInAt: 'changes with every sign-in',
        'domainProofs[].state': 'changes by itself, as soon as the record is seen',
        'domainProofs[].verifiedAt': 'changes by itself, as soon as the record is seen',
        'domainProofs[].lostAt': 'changes by itself, when the record is gone',
        'domainProofs[].message': 'changes by itself, with every look',
        'domainProofs[].messageSentence': 'changes by itself, with every look',
      },
    },
  ],
});
