import { createPublicKey, type KeyObject, verify } from 'node:crypto';

export interface SignedByTelnyx {
  /** In base64; any of them may have signed. */
  publicKeys: readonly string[];
  header(name: string): string | null;
  body: Buffer;
  now: Date;
}

/** An older request may be one that somebody has recorded. */
const ageSecondsMax = 300;

/** Whether one of the keys signed the body and the time, not long ago. */
export function isSignedByTelnyx({ publicKeys, header, body, now }: SignedByTelnyx): boolean {
  const timestamp = header('telnyx-timestamp') ?? '';
  const signature = header('telnyx-signature-ed25519') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > ageSecondsMax) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  const bytes = Buffer.from(signature, 'base64');
  return publicKeys.some((text) => {
    const key = keyOf(text);
    return key !== null && verify(null, signed, key, bytes);
  });
}

/** The 32 bytes of a key in base64, as the carrier shows them; null for anything else. */
function keyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
