import { isObject } from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { OutboundError, type OutboundResponse } from './outbound-client.ts';

/** The result of one attempt to send something to a person or to somebody else's system. */
export type SendResult =
  | {
      outcome: 'sent';
      /** Status of the receiver, such as `201` or `250`. */
      code: string | null;
      /** The receiver's id of the message; callbacks about it name it. */
      providerId: string | null;
    }
  /** Worth another attempt: no connection, no answer in time, 408, 425, 429, 5xx. */
  | ({
      outcome: 'retry';
      retryAfterSeconds: number | null;
      /** It left, and the answer to it did not come. */
      mayHaveArrived?: true;
    } & SendFailure)
  /** The receiver will never take this message: any other 4xx. */
  | ({ outcome: 'refused' } & SendFailure)
  /** A setting or a credential is missing; the text says which. */
  | { outcome: 'unconfigured'; code: null; error: string; sentence?: Sentence };

/** A failure in words of the table. */
export function failedAs<Code extends string | null>(
  code: Code,
  sentence: Sentence,
): { code: Code; error: string; sentence: Sentence } {
  return { code, error: inEnglish(sentence), sentence };
}

interface SendFailure {
  code: string | null;
  error: string;
  /** The error where it is our own and not the receiver's. */
  sentence?: Sentence;
  /** It would have failed for everybody: the connection, the password or the account that all messages share. */
  concernsAll?: true;
  /** It says nothing of other receivers: this one wants no messages, or the access of its organization has ended. */
  concernsOne?: true;
}

const passing = new Set([408, 425, 429]);

/** Whether a status other than a success is worth another attempt. */
export function isWorthRetrying(status: number): boolean {
  return status >= 500 || passing.has(status);
}

/** Reads an HTTP answer as the result of a send. The error shows at most 300 characters of the body. */
export function sendResultOf(
  { status, headers, body }: OutboundResponse,
  providerId: string | null = null,
): SendResult {
  const code = String(status);
  if (status >= 200 && status < 300) return { outcome: 'sent', code, providerId };
  const shown = body.toString('utf8').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const sentence = shown
    ? say('receiverAnsweredWith', { status, body: shown })
    : say('receiverAnswered', { status });
  const failure = failedAs(code, sentence);
  if (!isWorthRetrying(status)) return { outcome: 'refused', ...failure };
  const retryAfterSeconds = retryAfterSecondsOf(headers['retry-after']);
  return { outcome: 'retry', ...failure, retryAfterSeconds };
}

/** Reads what a request threw as the result of a send; throws on what is not about the connection. */
export function sendFailureOf(error: unknown): SendResult {
  if (!(error instanceof OutboundError)) throw error;
  const { failure, message, sentence, hasLeft } = error;
  const said = { code: failure, error: message, ...(sentence && { sentence }) };
  if (failure === 'url' || failure === 'blocked' || failure === 'redirects')
    return { outcome: 'refused', ...said };
  const unanswered = hasLeft ? { mayHaveArrived: true as const } : {};
  return { outcome: 'retry', ...said, retryAfterSeconds: null, ...unanswered };
}

/** Seconds of a Retry-After header in its number form; the date form is rare and left to our own schedule. */
export function retryAfterSecondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** The members of a JSON object; null for a body that is none. */
export function membersOf({
  body,
}: Pick<OutboundResponse, 'body'>): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
