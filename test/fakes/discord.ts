import { generateKeyPairSync, sign } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The public key of the app, as Discord's portal shows it. */
export const discordPublicKey = Buffer.from(
  publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('hex');

/** The headers by which Discord proves that it sent this body at that time. */
export function signedByDiscord(body: string, at: Date): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'x-signature-timestamp': time,
    'x-signature-ed25519': sign(null, Buffer.from(time + body), privateKey).toString('hex'),
  };
}
