import { createPublicKey, verify } from 'node:crypto';
import type { Arrival } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';

/** An older request may be one that somebody has recorded. */
const windowSeconds = 300;

/** Whether the key of the app signed the time and the body as sent, by Ed25519, not long ago. */
export async function isFromDiscord(
  { clock }: Pick<World, 'clock'>,
  { wire }: Pick<OutboundIntegration, 'wire'>,
  { headers, rawBody }: Pick<Arrival, 'headers' | 'rawBody'>,
): Promise<boolean> {
  const publicKey = wire.discordSettings?.publicKey;
  const time = headers.get('x-signature-timestamp') ?? '';
  const signature = headers.get('x-signature-ed25519') ?? '';
  if (!publicKey || !/^\d{1,12}$/.test(time) || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (Math.abs(clock.now().getTime() / 1000 - Number(time)) > windowSeconds) return false;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const body = (await rawBody()) ?? Buffer.alloc(0);
  const signed = Buffer.concat([Buffer.from(time), body]);
  return verify(null, signed, key, Buffer.from(signature, 'hex'));
}
