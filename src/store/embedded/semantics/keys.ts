import type { Doc, Value } from './model.ts';

export type IndexKeyPattern = ReadonlyArray<{ readonly path: string; readonly direction: 1 | -1 }>;

/**
 * Index key bytes of one value per pattern field (fewer give a prefix): memcmp order is `compareValues` order per
 * field and direction. A field longer than `fieldBytesMax` keeps its head and ends in a hash: equal values still give
 * equal bytes, but order among such values is arbitrary (see `IndexEntries.truncated`).
 */
export function encodeKey(
  _values: readonly (Value | undefined)[],
  _pattern: IndexKeyPattern,
): Buffer {
  throw new Error('pending');
}

export type IndexEntries = {
  /** Distinct keys. */
  keys: Buffer[];
  /** An array was fanned out: mark the index multikey, for good. */
  multikey: boolean;
  /** The document has none of the indexed fields: a sparse index leaves it out. */
  missing: boolean;
  /** A key was cut: the index can no longer give a sort, and equal keys need comparing the documents. */
  truncated: boolean;
};

/**
 * The keys under which an index finds a document.
 * @throws CommandError CannotIndexParallelArrays (171)
 */
export function indexEntries(
  _doc: Doc,
  _pattern: IndexKeyPattern,
  _options?: { sparse?: boolean },
): IndexEntries {
  throw new Error('pending');
}

/** `indexEntries` of a stored document; decodes only the indexed fields. */
export function indexEntriesRaw(
  _bytes: Uint8Array,
  _pattern: IndexKeyPattern,
  _options?: { sparse?: boolean },
): IndexEntries {
  throw new Error('pending');
}

/** Half-open byte range `[lower, upper)` of keys. */
export type KeyRange = { lower: Buffer; upper: Buffer };

/** What one pattern field is bound to. `type`: every value of the type class of `of` (numbers are one class). */
export type FieldBound =
  | { kind: 'eq'; value: Value | undefined }
  | { kind: 'range'; gt?: Value; gte?: Value; lt?: Value; lte?: Value }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'all' };

/**
 * Key range holding at least every key whose leading fields equal `prefix` and whose next field lies in `bound`.
 * A range stays inside the type class of its ends (type bracketing); it may over-approximate, never miss.
 */
export function encodeBound(
  _prefix: readonly (Value | undefined)[],
  _bound: FieldBound,
  _pattern: IndexKeyPattern,
): KeyRange {
  throw new Error('pending');
}

/** The smallest bytes above every key that starts with `prefix`. */
export function prefixUpperBound(_prefix: Uint8Array): Buffer {
  throw new Error('pending');
}
