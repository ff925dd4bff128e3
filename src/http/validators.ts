import { createHash } from 'node:crypto';
import type { Operation } from './document.ts';
import type { OperationAnswer } from './operation.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The answer of a `GET`, or of what changes an object, with a tag of its bytes; or 304 to a client that has just these.
 * The tag is made of what is shown to this caller, not of the version of a stored object: names, duties and rights come
 * from elsewhere and change without it. There is no `Last-Modified` for the same reason, and because two changes within
 * one second would have the same. Of an object the tag begins with its version, which is all that `If-Match` compares:
 * what else is shown with it is not what a client is about to overwrite.
 */
export function withValidators(
  { method, responses }: Pick<Operation, 'method' | 'responses'>,
  answer: OperationAnswer,
  type: string,
  headers: Headers,
): OperationAnswer {
  const isRead = method === 'get' && responses['304'] !== undefined;
  if (answer.status !== 200 || (!isRead && answer.version === undefined)) return answer;
  // Surfaces of a standard have tags of their own.
  if (Object.keys(answer.headers ?? {}).some((name) => name.toLowerCase() === 'etag'))
    return answer;
  const isJson = answer.body !== undefined;
  const text = isJson ? JSON.stringify(answer.body) : answer.text;
  if (typeof text !== 'string') return answer;
  const etag = tagOf(text, answer.version);
  const shared = { ...answer.headers, etag };
  if (isRead && isKnown(headers['if-none-match'], etag)) return { status: 304, headers: shared };
  return {
    status: 200,
    text,
    headers: isJson ? { 'content-type': `${type}; charset=utf-8`, ...shared } : shared,
  };
}

/** Strong, in its quotes: other bytes have another one. */
export function tagOf(content: string | Uint8Array, version?: number): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  return version === undefined ? `"${hash}"` : `"${version}.${hash}"`;
}

/**
 * The versions that `If-Match` names (RFC 9110 13.1.1); undefined for any. Weak tags count, as proxies that compress
 * make all tags weak; what is no tag of an object is a version that no object has.
 */
export function versionsOf(condition: string | undefined): number[] | undefined {
  if (condition === undefined || condition.trim() === '*') return undefined;
  return condition
    .split(',')
    .map((tag) => Number(/^\s*(?:W\/)?"(\d{1,15})\./.exec(tag)?.[1] ?? -1));
}

/** `If-None-Match` (RFC 9110 13.1.2): weak comparison, as proxies that compress make tags weak. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    condition.trim() === '*' || condition.split(',').some((known) => bare(known) === bare(etag))
  );
}
