import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import type { CarrierAccess, CarrierRequest } from '../carrier.ts';
import { fieldsOf } from '../form-fields.ts';

/** An older request may be one that somebody has recorded. */
const ageSecondsMax = 300;

/** Signed with one of the account's keys not long ago and, where the account is known, about it. */
export async function verify(request: CarrierRequest, access: CarrierAccess): Promise<boolean> {
  const timestamp = request.header('telnyx-timestamp') ?? '';
  const signature = request.header('telnyx-signature-ed25519') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(request.now.getTime() / 1000 - Number(timestamp)) > ageSecondsMax) return false;
  const account = fieldsOf(request.body)?.get('AccountSid');
  if (access.accountId !== null && account !== access.accountId) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), request.body]);
  const bytes = Buffer.from(signature, 'base64');
  return access.publicKeys.some((text) => {
    const key = keyOf(text);
    return key !== null && verifySignature(null, signed, key, bytes);
  });
}

/** The 32 bytes of a key in base64, as the carrier shows them; null for anything else. */
function keyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
