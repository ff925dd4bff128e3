import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface AuthenticatorOptions {
  /** Fingerprint or PIN were checked. */
  isVerified?: boolean;
  /** 0 for passkeys that live on several devices. */
  counterStep?: number;
}

export interface RegistrationAnswer {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}

export interface SignInAnswer {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle: string;
  };
}

/** Where the browser believes to be, and for which domain the device answers; real ones do not let a page choose. */
export interface Place {
  origin: string;
  rpId: string;
}

export interface Authenticator {
  register(
    asked: { challenge: string; user: { id: string } },
    place: Place,
    type?: string,
  ): RegistrationAnswer;
  signIn(asked: { challenge: string }, place: Place, changes?: AuthenticatorOptions): SignInAnswer;
}

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** A device with one passkey (WebAuthn level 3, section 6; ES256). */
export function createAuthenticator(options: AuthenticatorOptions = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';
  let counter = 0;

  function dataFor(rpId: string, { isVerified = true, counterStep = 1 }, more = Buffer.alloc(0)) {
    counter += counterStep;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = present | (isVerified ? verified : 0) | (more.length > 0 ? attested : 0);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more]);
  }

  const head = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  return {
    register(asked, { origin, rpId }, type = 'webauthn.create') {
      userHandle = asked.user.id;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const credential = [Buffer.alloc(16), idLength, credentialId, coseOf(publicKey)];
      const authData = dataFor(rpId, options, Buffer.concat(credential));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...head,
        response: {
          clientDataJSON: clientDataOf(type, asked.challenge, origin).toString('base64url'),
          attestationObject: encoded(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    signIn(asked, { origin, rpId }, changes = {}) {
      const clientData = clientDataOf('webauthn.get', asked.challenge, origin);
      const authData = dataFor(rpId, { ...options, ...changes });
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      return {
        ...head,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** COSE_Key of an EC2 key for ES256 (RFC 9053 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return encoded(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

function encoded(value: Map<string | number, unknown>): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
}
