import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { errorAt } from '../runtime/diagnostics.ts';
import type { EphemeralOverlay } from './overlay.ts';
import { resource } from './overlay.ts';
import { eachAt } from './rules.ts';

const shownOnly = {
  prefix: 'of no use to a configuration',
  last4: 'of no use to a configuration',
  lastUsedAt: 'moves with every use, which is no drift',
  lastUsedIp: 'moves with every use, which is no drift',
  lastUsedClient: 'moves with every use, which is no drift',
  revokedAt: 'a revoked key is one that is gone',
  rotatedFromId: 'rotation is not a matter of Terraform: make a second key',
};

export const apiKey = resource({
  type: 'tocsin_api_key',
  category: 'Access',
  description:
    'An API key that outlives the run. The server shows a key once: it is encrypted here for the owner of `public_key`, and neither plan nor state holds anything readable. For a key that is needed during the run only, use the ephemeral resource of the same name.',
  operations: {
    create: 'createApiKey',
    read: 'getApiKey',
    update: 'replaceApiKey',
    delete: 'revokeApiKey',
  },
  ignore: shownOnly,
  shownOnce: ['key'],
  isGone: (answer) => (answer.revokedAt ?? null) !== null,
  attributes: {
    createdAt: { description: 'When the key was made.' },
  },
  own: {
    attributes: {
      public_key: {
        description:
          'PEM of an RSA public key of 2048 bits or more, for which the key is encrypted. Without it nobody ever sees the key.',
        presence: 'optional',
        type: 'string',
        sent: false,
        local: true,
        replaces: true,
      },
      encrypted_key: {
        description:
          'The key, encrypted with RSA-OAEP and SHA-256, in base64. Null for a key that was imported or has no `public_key`.',
        presence: 'computed',
        type: 'string',
        sent: false,
        local: true,
      },
    },
    afterCreate: ({ public_key }, { key }) => ({
      public_key: public_key ?? null,
      encrypted_key:
        typeof public_key === 'string' && typeof key === 'string'
          ? encryptFor(public_key, key)
          : null,
    }),
  },
  rules: [
    eachAt('', ({ public_key: pem }) =>
      typeof pem === 'string' && !isUsable(pem)
        ? [
            errorAt(
              ['public_key'],
              'Not a usable public key',
              'Give the PEM of an RSA public key of 2048 bits or more, as "openssl rsa -pubout" prints it.',
            ),
          ]
        : [],
    ),
  ],
});

const lifetimeMinutes = 60;

export const ephemeralApiKey: EphemeralOverlay = {
  type: 'tocsin_api_key',
  category: 'Access',
  description:
    'An organization key for the time of one run. It is made when Terraform opens the resource, revoked when it closes it, and ends by itself after an hour, or at `expires_at`, should Terraform be killed in between.',
  open: 'createApiKey',
  close: 'revokeApiKey',
  attributes: {
    key: { description: 'The key itself.' },
    expiresAt: {
      serverChooses: true,
      description: 'When the key ends by itself. Default: in an hour.',
    },
    createdAt: { description: 'When the key was made.' },
  },
  ignore: {
    ...shownOnly,
    kind: 'always an organization key',
    userId: 'only personal keys have one',
  },
  beforeOpen: ({ expires_at }, now) => ({
    kind: 'organization',
    expiresAt: expires_at ?? new Date(now.getTime() + lifetimeMinutes * 60_000).toISOString(),
  }),
};

function isUsable(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

function encryptFor(pem: string, text: string): string {
  const options = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return publicEncrypt(options, Buffer.from(text)).toString('base64');
}
