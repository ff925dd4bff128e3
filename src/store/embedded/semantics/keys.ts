import { classOf, typeClass } from './compare.ts';
import { CommandError } from './errors.ts';
import { FieldSet } from './field-set.ts';
import {
  appendBytes,
  appendField,
  appendStringHead,
  classByte,
  fieldBytesMax,
  fieldHeadBytes,
  finishKey,
  keyWasCut,
  startKey,
} from './key-bytes.ts';
import { Doc, Undefined, undefinedValue, type Value } from './model.ts';
import { isArrayIndex, pathParts } from './path.ts';

export type IndexKeyPattern = ReadonlyArray<{ readonly path: string; readonly direction: 1 | -1 }>;

/**
 * Index key bytes of one value per pattern field (fewer give a prefix): memcmp order is `compareValues` order per
 * field and direction. A field longer than 1000 bytes keeps its head and ends in a hash: equal values still give
 * equal bytes, but order among such values is arbitrary (see `IndexEntries.truncated`).
 */
export function encodeKey(
  values: readonly (Value | undefined)[],
  pattern: IndexKeyPattern,
): Buffer {
  startKey();
  for (let i = 0; i < values.length; i++) {
    appendField(values[i], pattern[i]?.direction ?? 1);
  }
  return finishKey();
}

export type IndexEntries = {
  /** Distinct keys. */
  keys: Buffer[];
  /** An array was fanned out: mark the index multikey, for good. */
  multikey: boolean;
  /** Bit n: the array was on the path of the field at position n of the pattern. */
  arrayFields: number;
  /** The document has none of the indexed fields: a sparse index leaves it out. */
  missing: boolean;
  /** A key was cut: the index can no longer give a sort, and equal keys need comparing the documents. */
  truncated: boolean;
};

/**
 * The keys under which an index finds a document. `sparse` leaves out keys made of missing fields only.
 * @throws CommandError CannotIndexParallelArrays (171)
 */
export function indexEntries(
  doc: Doc,
  pattern: IndexKeyPattern,
  options: { sparse?: boolean } = {},
): IndexEntries {
  const plain = plainEntries(doc, pattern, options.sparse === true);
  if (plain !== null) return plain;
  const cursors: Cursor[] = [];
  for (const { path } of pattern) cursors.push(descend(doc, pathParts(path), 0));
  const found: IndexEntries = {
    keys: [],
    multikey: false,
    arrayFields: 0,
    missing: true,
    truncated: false,
  };
  collectKeys(cursors, pattern, options.sparse === true, found);
  if (found.keys.length > 1) found.keys = distinct(found.keys);
  return found;
}

/** The common case, one key of top-level fields without arrays; `null` for all others. */
function plainEntries(doc: Doc, pattern: IndexKeyPattern, sparse: boolean): IndexEntries | null {
  let missing = true;
  startKey();
  for (let i = 0; i < pattern.length; i++) {
    const { path, direction } = pattern[i] as IndexKeyPattern[number];
    if (pathParts(path).length !== 1) return null;
    const value = doc.get(path);
    if (Array.isArray(value) || value instanceof Undefined) return null;
    if (value !== undefined) missing = false;
    appendField(value, direction);
  }
  const keys = missing && sparse ? [] : [finishKey()];
  return { keys, multikey: false, arrayFields: 0, missing, truncated: keyWasCut() };
}

/** `indexEntries` of a stored document; decodes only the indexed fields. */
export function indexEntriesRaw(
  bytes: Uint8Array,
  pattern: IndexKeyPattern,
  options: { sparse?: boolean } = {},
): IndexEntries {
  return indexEntries(indexedFields(pattern).pick(bytes), pattern, options);
}

const fieldsOfPattern = new WeakMap<IndexKeyPattern, FieldSet>();

function indexedFields(pattern: IndexKeyPattern): FieldSet {
  let fields = fieldsOfPattern.get(pattern);
  if (fields === undefined) {
    fields = new FieldSet(pattern.map(({ path }) => pathParts(path)[0] as string));
    fieldsOfPattern.set(pattern, fields);
  }
  return fields;
}

/** How far a pattern field has got: at its value, or at an array with `parts[at...]` still to follow. */
type Cursor = {
  value: Value | undefined;
  array: readonly Value[] | null;
  parts: readonly string[];
  at: number;
};

function descend(from: Value | undefined, parts: readonly string[], start: number): Cursor {
  let value = from;
  let at = start;
  for (;;) {
    if (Array.isArray(value)) {
      const part = parts[at];
      if (part !== undefined && isArrayIndex(part) && Number(part) < value.length) {
        refuseAmbiguous(value, part);
        value = value[Number(part)];
        at++;
        continue;
      }
      return { value: undefined, array: value, parts, at };
    }
    if (at === parts.length) {
      return { value: indexed(value), array: null, parts, at };
    }
    if (!(value instanceof Doc)) return { value: undefined, array: null, parts, at: parts.length };
    value = value.get(parts[at++] as string);
  }
}

/** A stored (deprecated) undefined is found by a search for null; the undefined key means an empty array. */
function indexed(value: Value | undefined): Value | undefined {
  return value instanceof Undefined ? null : value;
}

function refuseAmbiguous(array: readonly Value[], part: string): void {
  for (const item of array) {
    if (item instanceof Doc && item.has(part)) {
      throw new CommandError(
        16746,
        `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
      );
    }
  }
}

function collectKeys(
  cursors: readonly Cursor[],
  pattern: IndexKeyPattern,
  sparse: boolean,
  found: IndexEntries,
): void {
  let array: readonly Value[] | null = null;
  let arrayField = 0;
  for (let i = 0; i < cursors.length; i++) {
    const other = (cursors[i] as Cursor).array;
    if (other === null || other === array) continue;
    if (array !== null) {
      throw new CommandError(
        'CannotIndexParallelArrays',
        `cannot index parallel arrays [${pattern[i]?.path}] [${pattern[arrayField]?.path}]`,
      );
    }
    array = other;
    arrayField = i;
  }
  if (array === null) {
    addKey(cursors, pattern, sparse, found);
    return;
  }
  found.multikey = true;
  for (let i = 0; i < cursors.length; i++) {
    if ((cursors[i] as Cursor).array === array) found.arrayFields |= 1 << i;
  }
  if (array.length === 0) {
    const emptied = cursors.map((cursor) => (cursor.array === null ? cursor : emptyOf(cursor)));
    addKey(emptied, pattern, sparse, found);
    return;
  }
  for (const item of array) {
    const next = cursors.map((cursor) => (cursor.array === array ? into(cursor, item) : cursor));
    collectKeys(next, pattern, sparse, found);
  }
}

function emptyOf(cursor: Cursor): Cursor {
  const value = cursor.at === cursor.parts.length ? undefinedValue : undefined;
  return { value, array: null, parts: cursor.parts, at: cursor.parts.length };
}

function into(cursor: Cursor, item: Value): Cursor {
  const { parts, at } = cursor;
  // At the end of the path an array inside the array is one value; only objects are searched further.
  if (at === parts.length) return { value: indexed(item), array: null, parts, at };
  return descend(item instanceof Doc ? item : undefined, parts, at);
}

function addKey(
  cursors: readonly Cursor[],
  pattern: IndexKeyPattern,
  sparse: boolean,
  found: IndexEntries,
): void {
  let missing = true;
  for (const cursor of cursors) if (cursor.value !== undefined) missing = false;
  if (!missing) found.missing = false;
  else if (sparse) return;
  startKey();
  for (let i = 0; i < cursors.length; i++) {
    appendField((cursors[i] as Cursor).value, (pattern[i] as IndexKeyPattern[number]).direction);
  }
  if (keyWasCut()) found.truncated = true;
  found.keys.push(finishKey());
}

function distinct(keys: readonly Buffer[]): Buffer[] {
  const seen = new Set<string>();
  return keys.filter((key) => {
    const text = key.toString('latin1');
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** Half-open byte range `[lower, upper)` of keys. */
export type KeyRange = { lower: Buffer; upper: Buffer };

/** The bound of one pattern field. A range is of the type class of its ends; `null` ends mean equality with null. */
export type FieldBound =
  | { kind: 'eq'; value: Value | undefined }
  | { kind: 'range'; gt?: Value; gte?: Value; lt?: Value; lte?: Value }
  | { kind: 'prefix'; prefix: string }
  | { kind: 'all' };

/**
 * Whether conditions on this operand can become bounds. Arrays cannot (the index holds their elements), and neither
 * can the ends of the type order, which match across types.
 */
export function isBoundable(value: Value | undefined): boolean {
  const of = classOf(value);
  return of !== typeClass.array && of !== typeClass.minKey && of !== typeClass.maxKey;
}

/**
 * Key range holding at least every key whose leading fields equal `prefix` and whose next field lies in `bound`.
 * A range stays inside the type class of its ends (type bracketing); it may over-approximate, never miss.
 * Operands that are not `isBoundable` give the whole field.
 */
export function encodeBound(
  prefix: readonly (Value | undefined)[],
  bound: FieldBound,
  pattern: IndexKeyPattern,
): KeyRange {
  const base = encodeKey(prefix, pattern);
  const direction = pattern[prefix.length]?.direction ?? 1;
  switch (bound.kind) {
    case 'all':
      return { lower: base, upper: prefixUpperBound(base) };
    case 'eq':
      if (!isBoundable(bound.value)) return { lower: base, upper: prefixUpperBound(base) };
      return fromTo(base, direction, end(bound.value, true), end(bound.value, true));
    case 'prefix': {
      startKey();
      appendStringHead(bound.prefix);
      const head = finishKey().subarray(0, fieldHeadBytes);
      return fromTo(
        base,
        direction,
        { bytes: head, inclusive: true },
        { bytes: head, inclusive: true },
      );
    }
    case 'range':
      return rangeOf(base, direction, bound);
  }
}

/** All keys that start with these bytes, or, not inclusive, none of them. */
type End = { bytes: Buffer; inclusive: boolean };

function end(value: Value | undefined, inclusive: boolean): End {
  startKey();
  appendField(value, 1);
  const bytes = finishKey();
  return keyWasCut() || bytes.length > fieldBytesMax
    ? { bytes: bytes.subarray(0, fieldHeadBytes), inclusive: true }
    : { bytes, inclusive };
}

function rangeOf(
  base: Buffer,
  direction: 1 | -1,
  bound: Extract<FieldBound, { kind: 'range' }>,
): KeyRange {
  const low = bound.gt !== undefined ? bound.gt : bound.gte;
  const high = bound.lt !== undefined ? bound.lt : bound.lte;
  const ends = [low, high].filter((value) => value !== undefined);
  if (ends.length === 0 || !ends.every(isBoundable)) {
    return { lower: base, upper: prefixUpperBound(base) };
  }
  const of = classOf(ends[0]);
  if (classOf(ends.at(-1)) !== of) return { lower: base, upper: base };
  const whole: End = { bytes: Buffer.from([classByte(of)]), inclusive: true };
  return fromTo(
    base,
    direction,
    low === undefined ? whole : end(low, bound.gt === undefined),
    high === undefined ? whole : end(high, bound.lt === undefined),
  );
}

function fromTo(base: Buffer, direction: 1 | -1, low: End, high: End): KeyRange {
  const [first, last] = direction > 0 ? [low, high] : [high, low];
  const start = join(base, first.bytes, direction);
  const stop = join(base, last.bytes, direction);
  return {
    lower: first.inclusive ? start : prefixUpperBound(start),
    upper: last.inclusive ? prefixUpperBound(stop) : stop,
  };
}

function join(base: Buffer, bytes: Buffer, direction: 1 | -1): Buffer {
  startKey();
  appendBytes(base);
  appendBytes(direction > 0 ? bytes : bytes.map((byte) => 255 - byte));
  return finishKey();
}

/** The smallest bytes above every key that starts with `prefix`. */
export function prefixUpperBound(prefix: Uint8Array): Buffer {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return Buffer.from([0xff]);
  const upper = Buffer.from(prefix.subarray(0, length));
  upper[length - 1] = (upper[length - 1] as number) + 1;
  return upper;
}
