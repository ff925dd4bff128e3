import { ClientError } from 'openid-client';
import { OutboundError } from '../egress/index.ts';
import { inEnglish, type Sentence, say, words } from '../sentences/index.ts';

/** Why a sign-in ended without a session; the page of each says what to do. */
const failureReasons = [
  /** The state is unknown: of another browser, used, or too old. */
  'unknown-attempt',
  'disabled',
  /** The provider said no. */
  'denied',
  'unreachable',
  /** The metadata of the provider cannot be used. */
  'misconfigured',
  'client-refused',
  /** The answer is not what was asked for: forged, mixed up, or too old. */
  'answer-refused',
  /** Signed with a key that the provider did not publish when it was last asked. */
  'keys-changed',
  /** Signing in again was asked for, and the provider does not say when that was. */
  'not-fresh',
  'email-missing',
  'email-unverified',
  'email-foreign',
  'unknown-person',
  /** The person is linked to somebody else of the provider, or the other way round. */
  'linked-otherwise',
  /** The person has a role that an address alone does not open. */
  'not-by-address',
  /** Somebody else than the person of the session signed in. */
  'other-person',
  'suspended',
] as const;
export type FailureReason = (typeof failureReasons)[number];

export class SignInFailure extends Error {
  readonly reason: FailureReason;
  /** For the administrator; holds no secrets. */
  readonly sentence: Sentence;
  /** The same for the log. */
  readonly detail: string;
  /** Null while nobody knows which one it is. */
  connectionId: string | null = null;

  constructor(reason: FailureReason, sentence: Sentence, cause?: unknown) {
    const detail = inEnglish(sentence);
    super(`${reason}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'SignInFailure';
    this.reason = reason;
    this.sentence = sentence;
    this.detail = detail;
  }
}

const detailCharactersMax = 300;

/** Turns an error of the protocol library or the network into a failure. Throws errors that are mistakes of ours. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  const outbound = causesOf(error).find((one) => one instanceof OutboundError);
  if (outbound) {
    const sentence = outbound.sentence ?? words(outbound.message);
    return new SignInFailure('unreachable', sentence, error);
  }
  if (!(error instanceof Error)) throw error;
  if (/auth_time|last End-User authentication/.test(reasonsOf(error)))
    return new SignInFailure('not-fresh', words(reasonsOf(error)), error);
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return new SignInFailure('unreachable', say('signInTimedOut'), error);
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return new SignInFailure('denied', words(saidBy(error)), error);
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return new SignInFailure('client-refused', say('signInClientRefused'), error);
    case 'OAUTH_RESPONSE_BODY_ERROR': {
      const said = saidBy(error);
      const isClient = /^(invalid_client|unauthorized_client)\b/.test(said);
      return new SignInFailure(isClient ? 'client-refused' : 'answer-refused', words(said), error);
    }
    case 'OAUTH_KEY_SELECTION_FAILED':
      return new SignInFailure('keys-changed', say('signInKeyUnknown'), error);
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
    case 'OAUTH_REQUEST_PROTOCOL_FORBIDDEN':
      return new SignInFailure('misconfigured', words(reasonsOf(error)), error);
  }
  if (code.startsWith('OAUTH_') || error instanceof ClientError)
    return new SignInFailure('answer-refused', words(reasonsOf(error)), error);
  throw error;
}

/** The same for whoever reads it: the network's reasons are ours, and what the library says is in English. */
export function whyOf(error: unknown): Sentence {
  return failureOf(error).sentence;
}

/** `error` and `error_description` of an answer, as the provider wrote them. */
function saidBy(error: Error): string {
  const { error: code, error_description: description } = error as Error & {
    error?: unknown;
    error_description?: unknown;
  };
  return shown([code, description].filter((text) => typeof text === 'string').join(': '));
}

function reasonsOf(error: Error): string {
  const messages = causesOf(error).map((one) => (one instanceof Error ? one.message : ''));
  return shown([...new Set(messages.filter(Boolean))].join(': '));
}

function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}

function shown(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, detailCharactersMax);
}
