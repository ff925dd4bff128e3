import type { Doc, Value } from './model.ts';

/**
 * Decodes the document that starts at `offset`.
 * @throws CommandError InvalidBSON (22) when the bytes are not one well-formed document.
 */
export function decode(_bytes: Uint8Array, _offset = 0): Doc {
  throw new Error('pending');
}

/** Decodes one value of the given BSON type from `[start, end)`, as `eachRaw` reports it. */
export function decodeValue(_bytes: Uint8Array, _type: number, _start: number): Value {
  throw new Error('pending');
}

/**
 * Visits the top-level fields of a document (at `offset`) without decoding them; `visit` answers `false` to stop.
 * Nested documents and arrays lie at `[start, end)` as BSON of their own.
 */
export function eachRaw(
  _bytes: Uint8Array,
  _visit: (key: string, type: number, start: number, end: number) => boolean | undefined,
  _offset = 0,
): void {
  throw new Error('pending');
}

/** One field by its path through nested documents (not through arrays); `undefined` when missing. */
export function lookupRaw(
  _bytes: Uint8Array,
  _path: readonly string[],
  _offset = 0,
): Value | undefined {
  throw new Error('pending');
}

/** A document with only the named top-level fields, in stored order: decodes nothing else. */
export function pickRaw(_bytes: Uint8Array, _fields: readonly string[], _offset = 0): Doc {
  throw new Error('pending');
}
