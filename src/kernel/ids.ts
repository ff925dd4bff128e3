import { hash, randomBytes, randomUUID } from 'node:crypto';

/** A random (v4) UUID: for what is a credential, such as the token of a webhook. */
export function randomId(): string {
  return randomUUID();
}

let lastMillisecond = 0;
let sequence = 0;
let pool = randomBytes(8192);
let poolOffset = 0;

/**
 * A time-ordered (v7, RFC 9562 5.7) UUID. Ids of one process are strictly increasing: the 12 bits
 * after the version count within a millisecond, so sorting by id is sorting by creation.
 */
export function orderedId(milliseconds = Date.now()): string {
  if (milliseconds > lastMillisecond) {
    lastMillisecond = milliseconds;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMillisecond += 1;
      sequence = 0;
    }
  }
  if (poolOffset + 8 > pool.length) {
    pool = randomBytes(8192);
    poolOffset = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const tail = pool.toString('hex', poolOffset, poolOffset + 8);
  poolOffset += 8;
  const variant = (Number.parseInt(tail.charAt(0), 16) & 0x3) | 0x8;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant.toString(16)}${tail.slice(1, 4)}-${tail.slice(4)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/**
 * The id that anybody gets for `parts` at this time: in the form of `orderedId`, so that it sorts by time, with a hash
 * in place of chance. Storing something under it twice is noticed.
 */
export function repeatableId(milliseconds: number, ...parts: readonly (string | number)[]): string {
  const digest = hash('sha256', JSON.stringify(parts));
  const time = milliseconds.toString(16).padStart(12, '0');
  const variant = (Number.parseInt(digest.charAt(0), 16) & 0x3) | 0x8;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(1, 4)}-${variant.toString(16)}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}

/** Less than every id that `orderedId` and `repeatableId` make at this time or later. */
export function firstIdAt(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
