import { verify, X509Certificate } from 'node:crypto';
import { type Objection, objectionToTime } from './signed-request.ts';

/** The members of an Amazon SNS message that matter here; all of them are texts. */
export interface SnsMessage {
  Type: string;
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Subject?: string;
  SubscribeURL?: string;
  Token?: string;
}

const required = [
  'Type',
  'MessageId',
  'TopicArn',
  'Message',
  'Timestamp',
  'SignatureVersion',
  'Signature',
  'SigningCertURL',
] as const;

/** A message of SNS has at most 256 KB, and JSON seldom takes more than two characters for one of them. */
const messageBytesMax = 1024 * 1024;

/** The message in a request body, or null when it is none (raw delivery, other senders, more than SNS sends). */
export function parseSnsMessage(body: Uint8Array): SnsMessage | null {
  if (body.length > messageBytesMax) return null;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const members = new Map(Object.entries(value));
  if (required.some((name) => typeof members.get(name) !== 'string')) return null;
  const optional = ['Subject', 'SubscribeURL', 'Token'];
  // Null is how some libraries write an absent subject; it is not signed then.
  if (optional.some((name) => typeof (members.get(name) ?? '') !== 'string')) return null;
  // as unknown as: every member that is required was found above to be a text.
  return Object.fromEntries(
    [...required, ...optional].flatMap((name) => {
      const text: unknown = members.get(name);
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  ) as unknown as SnsMessage;
}

const notificationMembers = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const confirmationMembers = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

/** Amazon SNS developer guide, "Verifying the signatures": names and values in order, one a line. */
function snsStringToSign(message: SnsMessage): string {
  const members = message.Type === 'Notification' ? notificationMembers : confirmationMembers;
  const values = new Map(Object.entries(message));
  return members
    .filter((name) => values.has(name))
    .map((name) => `${name}\n${values.get(name)}\n`)
    .join('');
}

/** True for `https://sns.REGION.amazonaws.com/….pem`: nobody but Amazon can put a file there. */
export function isSnsCertificateUrl(text: string): boolean {
  const url = snsUrl(text);
  return url !== null && /^\/[\w-]+\.pem$/.test(url.pathname) && url.search === '';
}

/** The URL when it is https on an SNS host of Amazon's, without port and credentials; else null. */
export function snsUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  return /^sns\.[a-z0-9-]{3,32}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname) ? url : null;
}

/** SNS gives up after an hour of retries, so an older message is a repeated one. */
const window = { pastSeconds: 3900, futureSeconds: 300 };

/** Checks signature version 1 (SHA-1) or 2 (SHA-256) with the PEM certificate of `SigningCertURL`. */
export function objectionToSnsMessage(
  message: SnsMessage,
  certificatePem: string,
  now: Date,
): Objection {
  const hash = { 1: 'sha1', 2: 'sha256' }[message.SignatureVersion];
  if (hash === undefined)
    return `Signature version ${message.SignatureVersion.slice(0, 20)} is not known; 1 and 2 are.`;
  const certificate = new X509Certificate(certificatePem);
  if (now < certificate.validFromDate || now > certificate.validToDate)
    return 'The certificate of the signature is not valid at this time.';
  const isRight = verify(
    hash,
    Buffer.from(snsStringToSign(message)),
    certificate.publicKey,
    Buffer.from(message.Signature, 'base64'),
  );
  if (!isRight) return 'The signature of the message is wrong.';
  return objectionToTime(Date.parse(message.Timestamp), now, window);
}
