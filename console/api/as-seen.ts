import type { Middleware } from 'openapi-fetch';
import { patientFetch } from './patient-fetch.ts';

/** What moves by itself, whoever changes the object. */
const computed = new Set([
  'isActive',
  'lastSignInAt',
  'lastUsedAt',
  'lastUsedIp',
  'refusedRequests',
  'warning',
]);

/** A version that no object ever has. */
const changed = '"0.changed"';

/** What requests on their way were made of. */
const seenObjects = new Map<string, object>();

/**
 * The condition under which an object may be changed or deleted: it is still as the person saw it, whichever answer showed it and however
 * long ago. Every request of the console that changes an object has it.
 */
export function asSeen(seen: object): { 'If-Match': string } {
  const key = `"seen.${crypto.randomUUID()}"`;
  seenObjects.set(key, seen);
  return { 'If-Match': key };
}

/**
 * Turns what was seen into the tag of what is there now if both are the same, else into one that the server refuses, with the name of
 * whoever changed it. Nothing can come in between, as the server writes only over the version of the tag.
 */
export const comparing: Middleware = {
  async onRequest({ request }) {
    const key = request.headers.get('if-match') ?? '';
    const seen = seenObjects.get(key);
    if (!seen) return undefined;
    seenObjects.delete(key);
    request.headers.set('if-match', await tagOf(request, seen));
    return request;
  },
};

async function tagOf({ url, signal }: Request, seen: object): Promise<string> {
  const answer = await patientFetch(new Request(url, { signal }));
  const tag = answer.headers.get('etag');
  // What cannot be read is refused as well, and the server says why.
  if (!answer.ok || tag === null) return changed;
  return isAsSeen(seen, await answer.json()) ? tag : changed;
}

/** Whether the members that both have say the same. */
export function isAsSeen(seen: object, present: object): boolean {
  const now = new Map(Object.entries(present));
  return Object.entries(seen).every(
    ([name, value]) =>
      value === undefined || computed.has(name) || !now.has(name) || isSame(value, now.get(name)),
  );
}

/** Whether two values of JSON say the same, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
