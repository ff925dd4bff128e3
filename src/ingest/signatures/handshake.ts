import type { IntakeView } from '../../integrations/index.ts';
import { headerOf, linesOf, type SignedRequest } from './signed-request.ts';
import { parseSnsMessage } from './sns-message.ts';
import type { SenderVerification } from './verify-sender.ts';

/** A request by which a tool sets up its connection; no mapping gets to see it. */
export interface Handshake {
  /** One sentence for the payload's trace. */
  result: string;
  /** What the tool wants to read in the answer besides ours. */
  answer?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * What the request sets up, done; null for every ordinary request. Subscriptions of Amazon SNS are confirmed only
 * with a right signature, whether or not the integration demands one: nobody else makes us visit an address.
 */
export function shakeHands(
  { sns }: Pick<SenderVerification, 'sns'>,
  view: Pick<IntakeView, 'type' | 'signatureSecret'>,
  request: SignedRequest & { method: string },
  now: Date,
): null | Handshake | Promise<Handshake> {
  if (view.type.verification === 'sns') {
    const kind = headerOf(request.headers, 'x-amz-sns-message-type');
    if (kind === 'SubscriptionConfirmation') {
      const topics = linesOf(view.signatureSecret);
      return confirmed(sns, topics, request, now).then((result) => ({ result }));
    }
    if (kind === 'UnsubscribeConfirmation')
      return { result: 'The subscription was ended; its confirmation asks for nothing.' };
  }
  if (view.type.id === 'Slack') return slackChallenge(request);
  return view.type.id === 'CloudEvents' ? cloudEventsConsent(request) : null;
}

async function confirmed(
  sns: SenderVerification['sns'],
  topics: readonly string[],
  request: SignedRequest,
  now: Date,
): Promise<string> {
  const message = parseSnsMessage(request.body);
  if (message?.Type !== 'SubscriptionConfirmation')
    return 'The subscription was not confirmed: the body is no confirmation of Amazon SNS.';
  const objection = await sns.objectionTo(message, topics, now);
  return objection === null
    ? sns.confirm(message)
    : `The subscription was not confirmed: ${objection}`;
}

/** Slack's Events API checks an address by a challenge that the answer has to repeat. */
function slackChallenge({ payload }: SignedRequest): Handshake | null {
  const body = payload.jsonBody;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { type, challenge } = body;
  if (type !== 'url_verification' || typeof challenge !== 'string') return null;
  return {
    result: 'Slack checked the address; its challenge was answered.',
    answer: { challenge },
  };
}

/** CloudEvents HTTP webhook 1.0, section 4: a sender asks with OPTIONS whether it may send here. */
function cloudEventsConsent({
  method,
  headers,
}: Pick<SignedRequest, 'headers'> & { method: string }): Handshake | null {
  const origin = headerOf(headers, 'webhook-request-origin');
  if (method !== 'OPTIONS' || origin === null) return null;
  return {
    result: `${origin.slice(0, 200)} asked whether it may send here and was told that it may.`,
    headers: { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*', allow: 'POST' },
  };
}
