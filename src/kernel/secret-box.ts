import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Seals secrets that must be replayed later (AES-256-GCM); what is only compared is hashed instead. */
export interface SecretBox {
  /** Text in, `sealed:v1:<base64url of nonce, tag and ciphertext>` out. */
  seal(plain: string): string;
  /** The reverse; throws when the key is another one or the text was altered. */
  open(sealed: string): string;
  /** Keyed SHA-256 (hex) of a text, for signatures over stored records. */
  sign(text: string): string;
  /** Tells two installations' keys apart without revealing them. */
  readonly fingerprint: string;
}

const prefix = 'sealed:v1:';

export function isSealed(text: string): boolean {
  return text.startsWith(prefix);
}

/** `key` is 32 bytes; separate keys for sealing and signing are derived from it. */
export function createSecretBox(key: Buffer): SecretBox {
  if (key.length !== 32) throw new RangeError('A secret key has 32 bytes.');
  const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest();
  const sealingKey = derive('seal');
  const signingKey = derive('sign');
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      if (!isSealed(sealed)) throw new Error('Not a sealed value.');
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('hex'),
    fingerprint: createHash('sha256').update(derive('fingerprint')).digest('hex').slice(0, 16),
  };
}
