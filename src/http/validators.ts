import { createHash } from 'node:crypto';
import type { Operation } from './document.ts';
import type { OperationAnswer } from './operation.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The answer of a `GET` with a tag of its bytes, or 304 to a client that has just these. The tag is made of what is shown to this
 * caller, not of the version of a stored object: names, duties and rights come from elsewhere and change without it. There is no
 * `Last-Modified` for the same reason, and because two changes within one second would have the same.
 */
export function withValidators(
  { method, responses }: Pick<Operation, 'method' | 'responses'>,
  answer: OperationAnswer,
  type: string,
  headers: Headers,
): OperationAnswer {
  if (method !== 'get' || !responses['304'] || answer.status !== 200) return answer;
  // Surfaces of a standard have tags of their own.
  if (Object.keys(answer.headers ?? {}).some((name) => name.toLowerCase() === 'etag'))
    return answer;
  const isJson = answer.body !== undefined;
  const text = isJson ? JSON.stringify(answer.body) : answer.text;
  if (typeof text !== 'string') return answer;
  const etag = tagOf(text);
  const shared = { ...answer.headers, etag };
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: shared };
  return {
    status: 200,
    text,
    headers: isJson ? { 'content-type': `${type}; charset=utf-8`, ...shared } : shared,
  };
}

/** Strong, in its quotes: other bytes have another one. */
export function tagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** `If-None-Match` (RFC 9110 13.1.2): weak comparison, as proxies that compress make tags weak. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    condition.trim() === '*' || condition.split(',').some((known) => bare(known) === bare(etag))
  );
}
