import { linesOf } from '../../../catalogue/index.ts';
import type { Handshake } from '../../../ingest/index.ts';
import type { IntakeView } from '../../../integrations/index.ts';
import { parseSnsMessage } from './sns-message.ts';
import type { SenderVerification } from './verify-sender.ts';

/** The result of a request by which a tool sets up its connection. */
export interface HandshakeAnswer {
  /** One sentence for the payload's trace. */
  result: string;
  /** Members that the tool expects in the answer in addition to ours. */
  body?: Record<string, string>;
  headers?: Record<string, string>;
}

/**
 * Does what the handshake asks for. Subscriptions of Amazon SNS are confirmed only with a right signature, whether or
 * not the integration demands one: nobody else makes us visit an address.
 */
export function answerHandshake(
  { sns }: Pick<SenderVerification, 'sns'>,
  { signatureSecret }: Pick<IntakeView, 'signatureSecret'>,
  handshake: Handshake,
  body: Uint8Array,
  now: Date,
): HandshakeAnswer | Promise<HandshakeAnswer> {
  if (handshake.kind !== 'sns-subscription') return answerTo(handshake);
  const topics = linesOf(signatureSecret);
  return confirmed(sns, topics, body, now).then((result) => ({ result }));
}

type Answerable = Exclude<Handshake, { kind: 'sns-subscription' }>;

function answerTo(handshake: Answerable): HandshakeAnswer {
  switch (handshake.kind) {
    case 'sns-unsubscription':
      return { result: 'The subscription was ended; there is nothing to do.' };
    case 'slack-challenge':
      return {
        result: 'Slack verified the address; its challenge was answered.',
        body: { challenge: handshake.challenge },
      };
    case 'cloudevents-consent': {
      const { origin } = handshake;
      return {
        result: `${origin.slice(0, 200)} asked whether it may send here and was told that it may.`,
        headers: { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*', allow: 'POST' },
      };
    }
  }
}

async function confirmed(
  sns: SenderVerification['sns'],
  topics: readonly string[],
  body: Uint8Array,
  now: Date,
): Promise<string> {
  const message = parseSnsMessage(body);
  if (message?.Type !== 'SubscriptionConfirmation')
    return 'The subscription was not confirmed: the body is not a confirmation from Amazon SNS.';
  const objection = await sns.objectionTo(message, topics, now);
  return objection === null
    ? sns.confirm(message)
    : `The subscription was not confirmed: ${objection}`;
}
