import { documentBytesMax } from '../bson-walk.ts';
import type { Collection } from '../catalog.ts';
import type { Engine } from '../engine.ts';
import { isMemberUpdater, type Updated, updateRaw } from '../raw-update.ts';
import { replaceRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import { compileUpdate, type Updater, withIdFirst } from '../semantics/update.ts';
import { upsertBase } from '../semantics/upsert.ts';
import { Doc, decode, encode, type Value } from '../semantics/values.ts';
import type { DocumentRow } from '../storage.ts';
import { docsArg } from './command.ts';
import { storable } from './storable.ts';

/** From an update and a stored document to the bytes to store. */

export function updaterOf(update: Value | undefined, args: Doc): Updater {
  const options: { arrayFilters?: readonly Doc[] } = {};
  const arrayFilters = docsArg(args, 'arrayFilters');
  if (arrayFilters !== undefined) options.arrayFilters = arrayFilters;
  if (update instanceof Doc) return compileUpdate(update, options);
  if (Array.isArray(update) && update.every((stage) => stage instanceof Doc)) {
    return compileUpdate(update as Doc[], options);
  }
  throw new CommandError(
    'FailedToParse',
    'Update argument must be either an object or an array of objects',
  );
}

export function applyUpdate(
  updater: Updater,
  matcher: { positional(doc: Doc): number | undefined },
  raw: Uint8Array,
  now: Date,
): Updated {
  return isMemberUpdater(updater)
    ? updateRaw(updater, raw, now)
    : { raw: updateWhole(updater, matcher, raw, now), changed: updater.touches };
}

function updateWhole(
  updater: Updater,
  matcher: { positional(doc: Doc): number | undefined },
  raw: Uint8Array,
  now: Date,
): Uint8Array {
  const before = decode(raw);
  const positional = updater.needsPositional ? matcher.positional(before) : undefined;
  const { doc, changed } = updater.apply(before, { positional, now });
  if (!changed) return raw;
  const after = encode(doc);
  return Buffer.compare(after, raw) === 0 ? raw : after;
}

export function replaceIfChanged(
  engine: Engine,
  collection: Collection,
  row: DocumentRow,
  { raw, changed }: Updated,
): number {
  if (raw === row[1]) return 0;
  replaceRecord(engine.catalog, collection, row[0], row[1], raw, changed);
  return 1;
}

export function upsertDocument(
  engine: Engine,
  filter: Doc,
  updater: Updater,
  now: Date,
): { raw: Uint8Array; doc: Doc; id: Value } {
  const base = upsertBase(filter, updater.kind);
  let { doc } = updater.apply(base, { isInsert: true, now });
  if (!doc.has('_id')) doc = doc.copy().set('_id', engine.newObjectId());
  doc = withIdFirst(doc);
  const raw = storable(engine, encode(doc));
  if (raw.length > documentBytesMax) {
    throw new CommandError(
      17419,
      `Resulting document after update is larger than ${documentBytesMax}`,
    );
  }
  return { raw, doc, id: doc.get('_id') ?? null };
}
