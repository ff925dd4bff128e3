import { type IntegrationType, linesOf } from '../../../catalogue/index.ts';
import type { IntakeView } from '../../../integrations/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import {
  githubHmac,
  grafanaHmac,
  hmacSha1Base64,
  hmacSha256Hex,
  hmacSha512Hex,
  pagerDutyHmac,
  sentryHmac,
  slackHmac,
} from './hmac.ts';
import { bodySecret, gitlabToken, sharedSecretHeader } from './shared-secret.ts';
import type { Objection, Scheme, SignedRequest } from './signed-request.ts';
import { parseSnsMessage } from './sns-message.ts';
import type { SnsSender } from './sns-sender.ts';
import { twilioSignature } from './twilio.ts';

type Verifier = NonNullable<IntegrationType['verification']>;

/** Every scheme that needs nothing but the request and a secret. */
export const schemes: Record<Exclude<Verifier, 'sns'>, Scheme> = {
  'github-hmac': githubHmac,
  'gitlab-token': gitlabToken,
  'grafana-hmac': grafanaHmac,
  'sentry-hmac': sentryHmac,
  'pagerduty-hmac': pagerDutyHmac,
  'slack-hmac': slackHmac,
  'hmac-sha256-hex': hmacSha256Hex,
  'hmac-sha512-hex': hmacSha512Hex,
  'hmac-sha1-base64': hmacSha1Base64,
  'shared-secret-header': sharedSecretHeader,
  twilio: twilioSignature,
  'body-secret': bodySecret,
};

export interface SenderVerification {
  sns: SnsSender;
  publicUrl(): string;
}

/** Whether verifying looks into the parsed body; all others are content with its bytes. */
export function needsPayload({ verification }: Pick<IntegrationType, 'verification'>): boolean {
  return verification === 'body-secret';
}

/** The settings of one integration that decide who may send. */
export type Verified = Pick<IntakeView, 'type' | 'signatureSecret'>;

/**
 * Throws 401 when the request does not come from the tool of the integration. A secret may have several
 * lines: each is accepted, so that it can be changed without a gap. A promise only for Amazon SNS.
 */
export function demandGenuineSender(
  verification: SenderVerification,
  view: Verified,
  request: SignedRequest,
  now: Date,
): undefined | Promise<void> {
  const { type } = view;
  const secrets = linesOf(view.signatureSecret);
  if (type.verification === 'sns')
    return snsObjection(verification.sns, request, secrets, now).then(demandNone);
  if (type.verification === null)
    throw notGenuine(`The type ${type.id} does not support verification.`);
  if (secrets.length === 0)
    throw notGenuine('The integration has no secret; set one in signatureVerification.');
  const publicUrl = verification.publicUrl();
  demandNone(schemes[type.verification](request, { secrets, type, now, publicUrl }));
  return undefined;
}

async function snsObjection(
  sns: SnsSender,
  request: SignedRequest,
  topics: readonly string[],
  now: Date,
): Promise<Objection> {
  const message = parseSnsMessage(request.body);
  return message === null
    ? 'It is not a signed message from Amazon SNS; turn raw message delivery off.'
    : sns.objectionTo(message, topics, now);
}

function demandNone(objection: Objection): void {
  if (objection !== null) throw notGenuine(objection);
}

function notGenuine(reason: string): AppError {
  return new AppError('unauthenticated', say('senderUnverified', { reason }));
}
