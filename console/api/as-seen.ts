import type { Middleware } from 'openapi-fetch';
import { isAsSeen } from './is-same.ts';
import { patientFetch } from './patient-fetch.ts';

/** A version that no object ever has. */
const changed = '"0.changed"';

/** The objects, as the person saw them, that requests under way are based on. */
const seenObjects = new Map<string, object>();
let made = 0;

/**
 * The condition under which an object may be changed or deleted: it is still as the person saw it, whichever answer
 * showed it and however long ago. Every request of the console that changes an object has it.
 */
export function asSeen(seen: object): { 'If-Match': string } {
  made += 1;
  const key = `"seen.${made}"`;
  seenObjects.set(key, seen);
  return { 'If-Match': key };
}

/**
 * Turns what was seen into the tag of what is there now if both are the same, else into one that the server refuses,
 * with the name of whoever changed it. Nothing can come in between, as the server writes only over the version of the
 * tag.
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
  // An object that cannot be read is refused as well, and the server says why.
  if (!answer.ok || tag === null) return changed;
  return isAsSeen(seen, (await answer.json()) as object) ? tag : changed;
}
