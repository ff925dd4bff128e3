import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Catalog, type Collection } from '../../../src/store/embedded/catalog.ts';
import { keysOf } from '../../../src/store/embedded/index-keys.ts';
import { CommandError } from '../../../src/store/embedded/semantics/errors.ts';
import {
  Doc,
  encode,
  type Plain,
  type Value,
} from '../../../src/store/embedded/semantics/values.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';
import { quickRuns } from '../../support/runs.ts';
import { anyValue } from './semantics/values.ts';
import { temporaryDir } from './temporary-database.ts';

type Members = { readonly [key: string]: Plain };

const dir = temporaryDir();
const storage = new Storage({ file: join(dir, 'data.db') });
const catalog = new Catalog(storage.db);
afterAll(() => {
  storage.close();
  rmSync(dir, { recursive: true });
});

const indexes: readonly [key: Members, options?: Members][] = [
  [{ a: 1 }],
  [{ a: -1, b: 1 }],
  [{ 'a.x': 1, 'a.y': -1 }],
  [{ 'b.x': 1, _id: 1 }, { sparse: true }],
  [{ c: 1 }, { sparse: true }],
  [{ c: 1, 'd.0': 1 }],
  [{ 'd.x.y': 1 }],
  [{ b: 1 }, { partialFilterExpression: { a: { $gt: 0 } } }],
  [{ 'a.x': 1 }, { partialFilterExpression: { 'd.x': { $exists: true } } }],
  [
    { grüße: 1, a: 1 },
    { partialFilterExpression: { b: 'text' }, sparse: true },
  ],
];

let serial = 0;

/** A collection with these indexes, of which none has met a document. */
function collectionWith(specs: typeof indexes): Collection {
  const collection = catalog.create('test', `c${++serial}`);
  specs.forEach(([key, options], i) => {
    catalog.addIndex(collection, Doc.of({ v: 2, key, name: `i${i}`, ...options }));
  });
  return collection;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'grüße', 'ab', '');
const member: fc.Arbitrary<Value> = fc.letrec<{ member: Value; items: Value[]; nested: Doc }>(
  (tie) => ({
    member: fc.oneof(
      { depthSize: 'small' },
      anyValue,
      fc.constantFrom<Value>('text', 'x'.repeat(1200), 1, 0),
      tie('nested'),
      tie('items'),
    ),
    items: fc.array(tie('member'), { maxLength: 3 }),
    nested: fc
      .array(fc.tuple(fc.constantFrom('x', 'y', '0'), tie('member')), { maxLength: 3 })
      .map(docOf),
  }),
).member;
/** Names may be missing, and may be repeated. */
const document = fc.array(fc.tuple(name, member), { maxLength: 8 }).map(docOf);

function docOf(fields: readonly (readonly [string, Value])[]): Doc {
  return new Doc(
    fields.map(([key]) => key),
    fields.map(([, value]) => value),
  );
}

/** The keys by index, or the error. */
function outcome(find: () => [string, readonly Uint8Array[]][]): unknown {
  try {
    return find().map(([of, keys]) => [of, keys.map((key) => Buffer.from(key).toString('hex'))]);
  } catch (error) {
    if (error instanceof CommandError) return [error.code, error.message];
    throw error;
  }
}

function oneByOne(collection: Collection, raw: Uint8Array): unknown {
  return outcome(() =>
    collection.indexes.flatMap((index): [string, readonly Uint8Array[]][] => {
      const keys = keysOf(catalog, index, raw);
      return keys.length > 0 ? [[index.name, keys]] : [];
    }),
  );
}

function together(collection: Collection, raw: Uint8Array): unknown {
  return outcome(() =>
    collection.keys
      .entriesOf(catalog, raw)
      .map(({ index, keys }): [string, readonly Uint8Array[]] => [index.name, keys]),
  );
}

function met(collection: Collection): unknown {
  return collection.indexes.map((index) => [
    index.name,
    index.multikey,
    index.arrayFields,
    index.truncated,
  ]);
}

const wholeDocument: typeof indexes = [
  ...indexes,
  [{ a: 1 }, { partialFilterExpression: { $expr: { $eq: ['$b', '$c'] } } }],
];

test.each([
  { of: 'some fields', specs: indexes },
  { of: 'the whole document', specs: wholeDocument },
])(
  'one walk over $of finds the keys, the errors and the marks of an index at a time',
  ({ specs }) => {
    const merged = collectionWith(specs);
    const single = collectionWith(specs);
    fc.assert(
      fc.property(document, (doc) => {
        const raw = encode(doc);
        expect(together(merged, raw)).toEqual(oneByOne(single, raw));
        expect(met(merged)).toEqual(met(single));
      }),
      { numRuns: quickRuns(1500) },
    );
  },
);

test('an update looks at all indexes whose keys it may have changed, and not at the others', () => {
  const collection = collectionWith(indexes);
  const touched = fc.uniqueArray(name, { maxLength: 3 });
  fc.assert(
    fc.property(
      document,
      fc.array(member, { minLength: 3, maxLength: 3 }),
      touched,
      (doc, values, names) => {
        const changed = doc.copy();
        names.forEach((field, i) => {
          changed.set(field, values[i] ?? null);
        });
        const [before, after] = [encode(doc), encode(changed)];
        const keys = collection.keys.forUpdate(names);
        const found = together({ ...collection, keys }, after);
        const [all, old] = [oneByOne(collection, after), oneByOne(collection, before)];
        fc.pre([found, all, old].every((result) => typeof Object(result)[0] !== 'number'));
        const looked = new Map(found as [string, string[]][]);
        const stored = new Map(old as [string, string[]][]);
        const wanted = new Map(all as [string, string[]][]);
        for (const index of collection.indexes) {
          const concerned = names.some((field) => index.fields?.has(field));
          expect(looked.get(index.name)).toEqual(concerned ? wanted.get(index.name) : undefined);
          if (!concerned) expect(wanted.get(index.name)).toEqual(stored.get(index.name));
        }
      },
    ),
    { numRuns: quickRuns(500) },
  );
  const everything = collection.keys.forUpdate(null);
  const raw = encode(Doc.of({ _id: 1, a: 1, b: 'text', c: 3 }));
  expect(everything.entriesOf(catalog, raw).map(({ index }) => index.name)).toEqual(
    collection.keys
      .entriesOf(catalog, raw)
      .map(({ index }) => index.name)
      .filter((index) => index !== '_id_'),
  );
});

test('the keys follow the indexes of the collection', () => {
  const collection = collectionWith([]);
  const raw = encode(Doc.of({ _id: 1, a: 1 }));
  const found = () => collection.keys.entriesOf(catalog, raw).map(({ index }) => index.name);
  expect(found()).toEqual(['_id_']);
  const index = catalog.addIndex(collection, Doc.of({ v: 2, key: { a: 1 }, name: 'a_1' }));
  expect(found()).toEqual(['_id_', 'a_1']);
  catalog.dropIndex(collection, index);
  expect(found()).toEqual(['_id_']);
});
