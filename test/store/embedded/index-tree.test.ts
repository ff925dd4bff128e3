import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Catalog } from '../../../src/store/embedded/catalog.ts';
import { IndexTree } from '../../../src/store/embedded/index-tree.ts';
import { deleteRecord, insertRecord } from '../../../src/store/embedded/records.ts';
import { Doc, encode } from '../../../src/store/embedded/semantics/values.ts';
import { DocumentTable, Storage } from '../../../src/store/embedded/storage.ts';
import { quickRuns } from '../../support/runs.ts';
import { temporaryDir } from './temporary-database.ts';

/** Where an entry is, in memory or in the tree, nobody who reads can tell. */

const dir = temporaryDir();
const storage = new Storage({ file: join(dir, 'data.db') });
const catalog = new Catalog(storage.db, 200);
afterAll(() => {
  storage.close();
  rmSync(dir, { recursive: true });
});

let serial = 1000;

/** A tree beside a plain list. */
class Compared {
  readonly #unique: boolean;
  readonly #indexed = { upTo: 0 };
  readonly #documents: DocumentTable;
  readonly #tree: IndexTree;
  #list: [key: number, rid: number][] = [];
  #lastRid = 0;

  constructor(unique: boolean) {
    this.#unique = unique;
    const id = ++serial;
    DocumentTable.create(storage.db, id);
    IndexTree.create(storage.db, id, unique);
    this.#documents = new DocumentTable(storage.db, id);
    const documents = this.#documents;
    this.#tree = new IndexTree(storage.db, { id, documents, unique, indexed: this.#indexed });
  }

  insert(keys: readonly number[]): void {
    this.#lastRid += 1;
    this.#documents.insert(this.#lastRid, keyOf(this.#lastRid));
    for (const key of new Set(keys)) this.put(key, this.#lastRid);
  }

  put(key: number, rid: number): void {
    if (rid > this.#lastRid) return;
    const isTaken = this.#list.some(([k, of]) => k === key && (this.#unique || of === rid));
    expect(this.#tree.put(keyOf(key), rid)).toBe(!isTaken);
    if (!isTaken) this.#list.push([key, rid]);
  }

  take(key: number, rid: number): void {
    this.#tree.delete(keyOf(key), rid);
    this.#list = this.#list.filter(([k, of]) => k !== key || of !== rid);
  }

  move(count: number): void {
    const upTo = Math.min(this.#lastRid, this.#indexed.upTo + count);
    this.#tree.storeUpTo(upTo);
    this.#indexed.upTo = upTo;
  }

  look(lower: number, rid: number, upper: number, limit: number): void {
    const tree = this.#tree;
    const list = this.#list.toSorted(([a, x], [b, y]) => a - b || x - y);
    const shown = (rows: readonly (readonly [Uint8Array, number, Uint8Array?])[]) =>
      rows.map(([key, of, document]) => [
        keyAs(key),
        of,
        ...(document === undefined ? [] : [keyAs(document)]),
      ]);
    const withDocuments = (rows: typeof list) => rows.map(([key, of]) => [key, of, of]);
    const up = list.filter(([k, of]) => (k > lower || (k === lower && of > rid)) && k < upper);
    const down = list
      .filter(([k, of]) => (k < upper || (k === upper && of < rid)) && k >= lower)
      .reverse();
    const [from, to] = [keyOf(lower), keyOf(upper)];
    expect(shown(tree.keysAfter(from, rid, to, limit))).toEqual(up.slice(0, limit));
    expect(shown(tree.after(from, rid, to, limit))).toEqual(withDocuments(up.slice(0, limit)));
    expect(shown(tree.keysBefore(to, rid, from, limit))).toEqual(down.slice(0, limit));
    expect(shown(tree.before(to, rid, from, limit))).toEqual(withDocuments(down.slice(0, limit)));
    expect(tree.count(from, rid, to, limit)).toBe(Math.min(limit, up.length));
    const nth = tree.nth(from, rid, to, limit);
    expect(nth && shown([nth])[0]).toEqual(up[limit - 1]);
    expect(tree.size()).toBe(list.length);
    if (!this.#unique) return;
    const found = list.find(([k]) => k === lower)?.[1];
    expect(tree.find(from)).toBe(found);
    expect(tree.one(from)?.[0]).toBe(found);
  }
}

function keyOf(number: number): Buffer {
  const key = Buffer.alloc(2);
  key.writeUInt16BE(number);
  return key;
}

function keyAs(key: Uint8Array): number {
  return Buffer.from(key).readUInt16BE();
}

const key = fc.nat({ max: 12 });
const rid = fc.integer({ min: 1, max: 12 });
const act = fc.oneof(
  fc.array(key, { maxLength: 3 }).map((keys) => (one: Compared) => one.insert(keys)),
  fc.tuple(key, rid).map((of) => (one: Compared) => one.put(...of)),
  fc.tuple(key, rid).map((of) => (one: Compared) => one.take(...of)),
  fc.nat({ max: 4 }).map((count) => (one: Compared) => one.move(count)),
  fc
    .tuple(key, fc.integer({ min: -1, max: 12 }), key, fc.integer({ min: 1, max: 6 }))
    .map((of) => (one: Compared) => one.look(...of)),
);

test.each([true, false])('entries are found wherever they are; unique: %s', (unique) => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const one = new Compared(unique);
      for (const step of acts) step(one);
      one.look(0, -1, 13, 20);
    }),
    { numRuns: quickRuns(3000) },
  );
});

test('whoever opens the file finds the entries of the newest documents, too', () => {
  const collection = catalog.create('test', 'newest');
  catalog.addIndex(collection, Doc.of({ v: 2, key: { n: 1 }, name: 'n_1' }));
  const raw = (n: number) => encode(Doc.of({ _id: n, n: n % 7 }));
  for (let n = 1; n <= 1000; n += 1) {
    insertRecord(catalog, collection, raw(n));
    if (n % 3 === 0) deleteRecord(catalog, collection, n, raw(n));
  }
  const upper = Buffer.from([0xff]);
  const entriesOf = (one: Catalog) =>
    one
      .find('test', 'newest')
      ?.indexes.map(({ tree }) =>
        tree
          .keysAfter(Buffer.alloc(0), -1, upper, 2000)
          .map(([bytes, rid]) => `${Buffer.from(bytes).toString('hex')} ${rid}`),
      );
  const entries = entriesOf(catalog);
  expect(entries?.map(({ length }) => length)).toEqual([667, 667]);
  const inTrees = collection.indexes.map(({ tree }) =>
    storage.db.prepare(`SELECT count(*) AS n FROM ${tree.name}`).get(),
  );
  expect(inTrees.every((row) => Number(row?.n) > 0 && Number(row?.n) < 600)).toBe(true);
  expect(entriesOf(new Catalog(storage.db))).toEqual(entries);
  catalog.storeNewest();
  expect(entriesOf(new Catalog(storage.db))).toEqual(entries);
});
