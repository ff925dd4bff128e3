import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { IntegrationType, Payload } from '../../../catalogue/index.ts';

/** A request as its sender signed it. */
export interface SignedRequest {
  /** Path and query as they came in. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
  /** The body as mappings read it, secrets still in it; empty where nobody has to look into it. */
  payload: Payload;
}

/** The settings that a scheme needs besides the request. */
export interface VerificationSettings {
  /** Every secret that is accepted at the moment: two while the sender's is being changed. */
  secrets: readonly string[];
  type: Pick<IntegrationType, 'verificationHeader' | 'verificationField'>;
  now: Date;
  /** Base URL that senders use. */
  publicUrl: string;
}

/** Null when the sender is genuine, else why it is not taken for that, as a sentence for its owner. */
export type Objection = string | null;

export type Scheme = (request: SignedRequest, settings: VerificationSettings) => Objection;

/** One header as text; repeated ones are joined as RFC 9110 says. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()];
  if (value === undefined) return null;
  return (Array.isArray(value) ? value.join(', ') : value).trim();
}

/** Compares in constant time: the duration reveals neither where two values differ nor their length. */
export function isSame(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

/** An objection to a time stamp that is too far from now in either direction. */
export function objectionToTime(
  at: number,
  now: Date,
  { pastSeconds, futureSeconds }: { pastSeconds: number; futureSeconds: number },
): Objection {
  if (!Number.isFinite(at)) return 'The time stamp of the signature cannot be read.';
  const ageSeconds = (now.getTime() - at) / 1000;
  if (ageSeconds > pastSeconds)
    return `The signature is ${Math.round(ageSeconds)} s old; at most ${pastSeconds} s are accepted.`;
  if (-ageSeconds > futureSeconds)
    return `The signature is ${Math.round(-ageSeconds)} s ahead of this server's clock.`;
  return null;
}
