import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { invalidField } from '../kernel/index.ts';
import { demandSecret } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import type { SettingsOf } from './tool.ts';

type Signing = Pick<SettingsOf<'webhookSettings'>, 'secret' | 'previousSecret' | 'signatureFormat'>;

/** The commercial original signs `<time>:<body>`; with the headers of one format or the other. */
const originalHeaders = {
  AllQuiet: ['x-aq-signature', 'x-aq-timestamp'],
  Amazon: ['x-amzn-event-signature', 'x-amzn-event-timestamp'],
} as const;

/** The headers that prove where a body comes from; of Standard Webhooks, id and time are sent without a secret, too. */
export function signatureHeaders(
  { secret, previousSecret, signatureFormat }: Signing,
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  if (signatureFormat === 'AllQuiet' || signatureFormat === 'Amazon') {
    if (!secret) return {};
    const [signatureName, timeName] = originalHeaders[signatureFormat];
    const time = at.toISOString();
    const signature = createHmac('sha256', secret).update(`${time}:${body}`).digest('base64');
    return { [signatureName]: signature, [timeName]: time };
  }
  const signatures = [secret, previousSecret]
    .filter((known) => typeof known === 'string')
    .map((known) => new Webhook(known).sign(id, at, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
}

/** 400 for secrets that receivers could not use. */
export function demandSigning(at: string, { signatureFormat, ...secrets }: Signing): void {
  const isStandard = (signatureFormat ?? 'StandardWebhooks') === 'StandardWebhooks';
  if (!isStandard && secrets.previousSecret)
    throw invalidField(`${at}.previousSecret`, say('secondSecretOfOther'));
  for (const name of ['secret', 'previousSecret'] as const) {
    const secret = secrets[name];
    demandSecret(`${at}.${name}`, secret);
    if (isStandard && typeof secret === 'string' && !isStandardSecret(secret))
      throw invalidField(`${at}.${name}`, say('signingSecretMalformed'));
  }
}

function isStandardSecret(secret: string): boolean {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}
