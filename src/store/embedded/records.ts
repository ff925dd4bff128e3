import { documentBytesMax } from './bson-walk.ts';
import type { Catalog, Collection, Index } from './catalog.ts';
import { type Entries, keysOf } from './index-keys.ts';
import { CommandError } from './semantics/errors.ts';
import { encodeKey } from './semantics/keys.ts';
import { Doc, decode, type Value } from './semantics/values.ts';

/**
 * Writes one document together with its index entries. A call either does all of it or, when it throws,
 * nothing: conflicts are met while putting unique entries, and what was put before is taken back.
 */

export class DuplicateKeyError extends CommandError {
  readonly keyPattern: Doc;
  readonly keyValue: Doc;

  constructor(ns: string, index: Index, keyValue: Doc) {
    const shown = keyValue.keys.map((key, i) => `${key}: ${show(keyValue.values[i])}`).join(', ');
    super(
      'DuplicateKey',
      `E11000 duplicate key error collection: ${ns} index: ${index.name} dup key: { ${shown} }`,
    );
    const key = index.spec.get('key');
    this.keyPattern = key instanceof Doc ? key : new Doc();
    this.keyValue = keyValue;
  }
}

export function insertRecord(catalog: Catalog, collection: Collection, raw: Uint8Array): number {
  const rid = collection.nextRid;
  putAll(collection, collection.keys.entriesOf(catalog, raw), rid, raw);
  collection.table.insert(rid, raw);
  collection.writes++;
  collection.nextRid = rid + 1;
  if (collection.count !== undefined) collection.count++;
  catalog.noteNewest(collection, rid, raw.length);
  return rid;
}

/** `changed`: top-level fields that may differ, `null` for any. */
export function replaceRecord(
  catalog: Catalog,
  collection: Collection,
  rid: number,
  before: Uint8Array,
  after: Uint8Array,
  changed: readonly string[] | null,
): void {
  if (after.length > documentBytesMax) {
    throw new CommandError(
      17419,
      `Resulting document after update is larger than ${documentBytesMax}`,
    );
  }
  const keys = collection.keys.forUpdate(changed);
  const old = keys.entriesOf(catalog, before);
  const next = keys.entriesOf(catalog, after);
  putAll(collection, without(next, old), rid, after);
  takeAll(without(old, next), rid);
  collection.table.update(rid, after);
  collection.writes++;
}

export function deleteRecord(
  catalog: Catalog,
  collection: Collection,
  rid: number,
  raw: Uint8Array,
): void {
  takeAll(collection.keys.entriesOf(catalog, raw), rid);
  collection.table.delete(rid);
  collection.writes++;
  if (collection.count !== undefined) collection.count--;
}

/** Adds a stored document to an index under construction. */
export function indexRecord(
  catalog: Catalog,
  collection: Collection,
  index: Index,
  rid: number,
  raw: Uint8Array,
): void {
  for (const key of keysOf(catalog, index, raw)) {
    // A writer may have put it already while the build was pausing.
    if (index.tree.put(key, rid) || !index.unique || index.tree.find(key) === rid) continue;
    throw new DuplicateKeyError(collection.ns, index, keyValueOf(index, key, raw));
  }
}

/** The entries that are not among the others. */
function without(entries: readonly Entries[], others: readonly Entries[]): Entries[] {
  const left: Entries[] = [];
  for (const { index, keys } of entries) {
    const known = others.find((other) => other.index === index)?.keys ?? [];
    const fresh = keys.filter((key) => !includesKey(known, key));
    if (fresh.length > 0) left.push({ index, keys: fresh });
  }
  return left;
}

function includesKey(keys: readonly Uint8Array[], key: Uint8Array): boolean {
  for (const other of keys) if (Buffer.compare(other, key) === 0) return true;
  return false;
}

function putAll(
  collection: Collection,
  planned: readonly Entries[],
  rid: number,
  raw: Uint8Array,
): void {
  for (let i = 0; i < planned.length; i++) {
    const { index, keys } = planned[i] as Entries;
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j] as Uint8Array;
      if (index.tree.put(key, rid) || !index.unique) continue;
      takeAll(planned.slice(0, i), rid);
      takeAll([{ index, keys: keys.slice(0, j) }], rid);
      throw new DuplicateKeyError(collection.ns, index, keyValueOf(index, key, raw));
    }
  }
}

function takeAll(entries: readonly Entries[], rid: number): void {
  for (const { index, keys } of entries) {
    for (const key of keys) index.tree.delete(key, rid);
  }
}

/** The indexed values behind a conflicting key, as the server reports them. */
function keyValueOf(index: Index, key: Uint8Array, raw: Uint8Array): Doc {
  const doc = decode(raw);
  const choices = index.pattern.map(({ path }) => valuesAt(doc, path.split('.')));
  const value = new Doc();
  const tuple = matchingTuple(choices, index, key) ?? choices.map((values) => values[0] ?? null);
  index.pattern.forEach(({ path }, i) => {
    value.set(path, tuple[i] ?? null);
  });
  return value;
}

function matchingTuple(choices: Value[][], index: Index, key: Uint8Array): Value[] | undefined {
  let tuples: Value[][] = [[]];
  for (const values of choices) {
    tuples = tuples.flatMap((tuple) => values.map((value) => [...tuple, value]));
  }
  return tuples.find((tuple) => Buffer.compare(encodeKey(tuple, index.pattern), key) === 0);
}

function valuesAt(value: Value, path: readonly string[]): Value[] {
  if (path.length === 0) return Array.isArray(value) && value.length > 0 ? value : [value];
  const [head = '', ...rest] = path;
  if (value instanceof Doc) return valuesAt(value.get(head) ?? null, rest);
  if (Array.isArray(value)) {
    return value.flatMap((item) => (item instanceof Doc ? valuesAt(item, path) : []));
  }
  return [null];
}

function show(value: Value | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Doc) {
    return `{ ${value.keys.map((key, i) => `${key}: ${show(value.values[i])}`).join(', ')} }`;
  }
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  if (typeof value === 'object' && 'toHex' in value) return `ObjectId('${value.toHex()}')`;
  if (typeof value === 'object' && 'bytes' in value) {
    return `BinData(${'subtype' in value ? value.subtype : 0}, ${Buffer.from(value.bytes).toString('hex').toUpperCase()})`;
  }
  if (typeof value === 'object' && 'value' in value) return String(value.value);
  return String(value);
}
