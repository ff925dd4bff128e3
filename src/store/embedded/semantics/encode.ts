import type { Doc } from './model.ts';

/** BSON of a document, in a buffer of its own. `encode(decode(bytes))` gives the same bytes. */
export function encode(_doc: Doc): Buffer {
  throw new Error('pending');
}

/** How long `encode` would make it, in bytes. */
export function byteLength(_doc: Doc): number {
  throw new Error('pending');
}
