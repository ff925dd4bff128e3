import { createHmac } from 'node:crypto';
import type { Arrival } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import { isSameSecret, type OutboundIntegration } from '../../outbound/index.ts';

/** An older request may be one that somebody has recorded. */
const windowSeconds = 300;

/** Slack's signature of version 0 over the time and the body as sent. */
export async function isFromSlack(
  { clock }: World,
  { wire }: OutboundIntegration,
  { headers, rawBody }: Arrival,
): Promise<boolean> {
  const secret = wire.slackSettings?.signingSecret;
  const time = headers.get('x-slack-request-timestamp') ?? '';
  if (!secret || !/^\d{1,12}$/.test(time)) return false;
  const age = Math.abs(clock.now().getTime() / 1000 - Number(time));
  if (age > windowSeconds) return false;
  const body = (await rawBody()) ?? Buffer.alloc(0);
  const expected = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex');
  return isSameSecret(headers.get('x-slack-signature') ?? '', `v0=${expected}`);
}
