import { type OutboundClient, OutboundError } from '../../../egress/index.ts';
import { AppError, Newest } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import type { Objection } from './signed-request.ts';
import {
  isSnsCertificateUrl,
  objectionToSnsMessage,
  type SnsMessage,
  snsUrl,
} from './sns-message.ts';

/** The part of Amazon SNS that has to ask Amazon: certificates and confirmations. */
export interface SnsSender {
  /**
   * Why the message is not taken for one of SNS, or null. `topics`, where not empty, are the only topics accepted:
   * anyone with an account at Amazon can have SNS sign something. Throws 503 when the certificate
   * cannot be fetched, because SNS repeats a message after that and drops it after a 401.
   */
  objectionTo(message: SnsMessage, topics: readonly string[], now: Date): Promise<Objection>;
  /** Visits the address that starts the subscription; gives a sentence on how it went. */
  confirm(message: SnsMessage): Promise<string>;
}

const certificatesMax = 64;
const timeoutMilliseconds = 5_000;

export function createSnsSender(client: OutboundClient): SnsSender {
  /** By URL; the name of a certificate changes with its content. */
  const certificates = new Newest<string, Promise<string>>(certificatesMax);

  function certificate(url: string): Promise<string> {
    const known = certificates.get(url);
    if (known) return known;
    const fetching = fetchCertificate(client, url);
    certificates.set(url, fetching);
    fetching.catch(() => certificates.delete(url));
    return fetching;
  }

  return {
    async objectionTo(message, topics, now) {
      if (topics.length > 0 && !topics.includes(message.TopicArn))
        return `The topic ${message.TopicArn.slice(0, 300)} is not one of those in the secret.`;
      if (!isSnsCertificateUrl(message.SigningCertURL))
        return 'Its certificate is not at an address of Amazon SNS.';
      return objectionToSnsMessage(message, await certificate(message.SigningCertURL), now);
    },
    async confirm(message) {
      const url = snsUrl(message.SubscribeURL ?? '');
      if (url === null)
        return 'The subscription was not confirmed: its address is not one of Amazon SNS.';
      try {
        const { status } = await client.request(url.href, { timeoutMilliseconds, redirectsMax: 0 });
        return status === 200
          ? `The subscription to ${message.TopicArn} was confirmed.`
          : `The subscription was not confirmed: Amazon SNS answered ${status}.`;
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return `The subscription was not confirmed: ${error.message}`;
      }
    },
  };
}

async function fetchCertificate(client: OutboundClient, url: string): Promise<string> {
  try {
    const { status, body } = await client.request(url, { timeoutMilliseconds, redirectsMax: 0 });
    const text = body.toString('latin1');
    if (status === 200 && text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw unverifiable(new Error(`Amazon SNS answered ${status} for a certificate.`));
  } catch (error) {
    throw error instanceof OutboundError ? unverifiable(error) : error;
  }
}

function unverifiable(cause: Error): AppError {
  return new AppError('sender-unverifiable', say('senderCertificateAway'), {
    cause,
    headers: { 'retry-after': '30' },
  });
}
