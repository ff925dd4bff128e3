/**
 * The OpenPGP signature a provider registry needs: an RSA key with a name, in armour, and detached
 * signatures. Terraform installs nothing without one.
 */
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp';

export interface SigningKey {
  /** Keep it to use the same key again; it has no passphrase. */
  readonly armouredPrivateKey: string;
  /** Signatures carry this date, so that the same sums have the same signature everywhere. */
  readonly createdAt: Date;
}

export interface Signer {
  /** Sixteen hexadecimal digits. */
  readonly keyId: string;
  readonly armouredPublicKey: string;
  /** A detached binary signature. */
  sign(document: Buffer): Promise<Buffer>;
}

/** A random part in every signature would make each answer differ; RSA does not need it. */
const config = { nonDeterministicSignaturesViaNotation: false };

/** RSA, as the public registry asks for: every Terraform can check it. */
export async function createSigningKey(createdAt: Date, userId: string): Promise<SigningKey> {
  const { privateKey } = await generateKey({
    type: 'rsa',
    rsaBits: 3072,
    userIDs: [{ name: userId }],
    subkeys: [],
    date: createdAt,
    format: 'armored',
    config,
  });
  return { armouredPrivateKey: privateKey, createdAt };
}

/** Throws when the text is not a private key. */
export async function createSigner(key: SigningKey): Promise<Signer> {
  const signingKeys = await readPrivateKey({ armoredKey: key.armouredPrivateKey });
  return {
    keyId: signingKeys.getKeyID().toHex().toUpperCase(),
    armouredPublicKey: signingKeys.toPublic().armor(),
    sign: async (document) => {
      const signature = await sign({
        message: await createMessage({ binary: document }),
        signingKeys,
        detached: true,
        format: 'binary',
        date: key.createdAt,
        config,
      });
      return Buffer.from(signature);
    },
  };
}
