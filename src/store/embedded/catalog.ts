import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { IndexKeys } from './index-keys.ts';
import { type Indexed, IndexTree } from './index-tree.ts';
import { CommandError } from './semantics/errors.ts';
import type { IndexKeyPattern } from './semantics/keys.ts';
import { compileMatch, type Matcher } from './semantics/match.ts';
import { asNumber, Doc, decode, encode } from './semantics/values.ts';
import { DocumentTable } from './storage.ts';
import type { Index, IndexMarks } from './stored-index.ts';
import { wordsOf } from './words.ts';

export type { Index } from './stored-index.ts';

/** Which collections and indexes exist. Kept in memory, stored in the same transactions as the data. */

export interface Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  readonly uuid: Uint8Array;
  readonly table: DocumentTable;
  readonly idIndex: Index;
  /** Unique ones first: a conflict is then met before most of the work is done. */
  indexes: readonly Index[];
  /** Finds the keys of a document in all indexes. */
  keys: IndexKeys;
  nextRid: number;
  readonly indexed: Indexed;
  /** Bytes of documents that came in since entries moved to the trees. */
  newestBytes: number;
  /** How many documents; `undefined` until somebody asks. */
  count: number | undefined;
  dropped: boolean;
  /** Grows with every change of the indexes: cached plans compare it. */
  generation: number;
  /** Grows with every change of a document: who has paused knows by it whether rows that were read ahead still hold. */
  writes: number;
}

const namespaceBytesMax = 255;
const indexesMax = 64;

/** All entries of newest documents move to the trees at once, so that whoever opens the file need not read more. */
const newestBytesMax = 8 * 1024 * 1024;

/** Names of members are learnt from so many documents. */
const sampled = 64;

export class Catalog implements IndexMarks {
  readonly #db: DatabaseSync;
  readonly #newestKept: number;
  #collections = new Map<string, Collection>();

  /**
   * `newestKept`: the entries of so many of the newest documents of a collection stay in memory, so that those of
   * documents that change soon after they came in, or go, are never written. As many move to the trees together.
   */
  constructor(db: DatabaseSync, newestKept = 256) {
    this.#db = db;
    this.#newestKept = newestKept;
    db.exec(`
      CREATE TABLE IF NOT EXISTS collections (
        id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL,
        indexed INTEGER NOT NULL DEFAULT 0, words BLOB, UNIQUE (db, name));
      CREATE TABLE IF NOT EXISTS indexes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL,
        multikey INTEGER NOT NULL, array_fields INTEGER NOT NULL DEFAULT 0, truncated INTEGER NOT NULL, ready INTEGER NOT NULL,
        UNIQUE (collection, name));
    `);
    this.reload();
  }

  /** Forgets everything not stored: after a rollback memory may be ahead of the file. */
  reload(): void {
    for (const collection of this.#collections.values()) collection.dropped = true;
    this.#collections = new Map();
    const stored = this.#db.prepare('SELECT * FROM indexes ORDER BY id').all();
    const indexRows = Map.groupBy(stored, ({ collection }) => collection);
    for (const row of this.#db.prepare('SELECT * FROM collections').all()) {
      const id = Number(row.id);
      const documents = new DocumentTable(this.#db, id, row.words as Uint8Array | null);
      const indexed = { upTo: Number(row.indexed) };
      const indexes = (indexRows.get(row.id) ?? []).map((index) => {
        const spec = decode(index.spec as Uint8Array);
        const made = this.#openIndex({ documents, indexed }, Number(index.id), spec);
        made.multikey = index.multikey === 1;
        made.arrayFields = Number(index.array_fields);
        made.truncated = index.truncated === 1;
        made.ready = index.ready === 1;
        return made;
      });
      const idIndex = indexes.find((index) => index.name === '_id_');
      if (idIndex === undefined) throw new Error(`collection ${String(row.name)} has no _id index`);
      const uuid = row.uuid as Uint8Array;
      const naming = { id, db: String(row.db), name: String(row.name), uuid };
      this.#recall(this.#remember({ ...naming, table: documents, indexed, idIndex, indexes }));
    }
  }

  find(db: string, name: string): Collection | undefined {
    return this.#collections.get(`${db}.${name}`);
  }

  all(): Iterable<Collection> {
    return this.#collections.values();
  }

  ofDatabase(db: string): Collection[] {
    return [...this.#collections.values()].filter((collection) => collection.db === db);
  }

  /** The collection, created when it is missing. Within a write group only. */
  obtain(db: string, name: string): Collection {
    return this.find(db, name) ?? this.create(db, name);
  }

  create(db: string, name: string): Collection {
    checkNamespace(db, name);
    const uuid = randomBytes(16);
    uuid[6] = ((uuid[6] as number) & 0x0f) | 0x40;
    uuid[8] = ((uuid[8] as number) & 0x3f) | 0x80;
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO collections (db, name, uuid) VALUES (?, ?, ?)')
      .run(db, name, uuid);
    const id = Number(lastInsertRowid);
    DocumentTable.create(this.#db, id);
    const table = new DocumentTable(this.#db, id);
    const indexed = { upTo: 0 };
    const spec = Doc.of({ v: 2, key: { _id: 1 }, name: '_id_' });
    const idIndex = this.#createIndex(id, { documents: table, indexed }, spec, true);
    return this.#remember({ id, db, name, uuid, table, indexed, idIndex, indexes: [idIndex] });
  }

  drop(collection: Collection): void {
    for (const index of collection.indexes) this.#db.exec(`DROP TABLE ${index.tree.name}`);
    this.#db.exec(`DROP TABLE ${collection.table.name}`);
    this.#db.prepare('DELETE FROM indexes WHERE collection = ?').run(collection.id);
    this.#db.prepare('DELETE FROM collections WHERE id = ?').run(collection.id);
    collection.dropped = true;
    this.#collections.delete(collection.ns);
  }

  rename(collection: Collection, db: string, name: string): Collection {
    checkNamespace(db, name);
    this.#db
      .prepare('UPDATE collections SET db = ?, name = ? WHERE id = ?')
      .run(db, name, collection.id);
    collection.dropped = true;
    this.#collections.delete(collection.ns);
    const renamed = this.#remember({ ...collection, db, name });
    renamed.nextRid = collection.nextRid;
    renamed.newestBytes = collection.newestBytes;
    return renamed;
  }

  /** Registers an index that has no entries yet and is not read from until `finishIndex`. */
  addIndex(collection: Collection, spec: Doc): Index {
    if (collection.indexes.length >= indexesMax) {
      throw new CommandError(
        'CannotCreateIndex',
        `add index fails, too many indexes for ${collection.ns}`,
      );
    }
    const { id, table: documents, indexed } = collection;
    const index = this.#createIndex(id, { documents, indexed }, spec, false);
    setIndexes(collection, [...collection.indexes, index]);
    return index;
  }

  finishIndex(collection: Collection, index: Index): void {
    this.#db.prepare('UPDATE indexes SET ready = 1 WHERE id = ?').run(index.id);
    index.ready = true;
    collection.generation++;
  }

  dropIndex(collection: Collection, index: Index): void {
    this.#db.exec(`DROP TABLE ${index.tree.name}`);
    this.#db.prepare('DELETE FROM indexes WHERE id = ?').run(index.id);
    setIndexes(
      collection,
      collection.indexes.filter((other) => other !== index),
    );
    // Makes sure that readers by this index find out.
    collection.writes++;
  }

  /** Empties an index so that it can be filled again from the documents. */
  emptyIndex(index: Index): void {
    index.tree.empty();
  }

  /** A document came in. Within a write group only. */
  noteNewest(collection: Collection, rid: number, bytes: number): void {
    if (!collection.table.isPacked && rid % sampled === 0) this.#learnWords(collection);
    collection.newestBytes += bytes;
    if (collection.newestBytes >= newestBytesMax) this.#storeUpTo(collection, rid);
    else if (rid - collection.indexed.upTo >= 2 * this.#newestKept)
      this.#storeUpTo(collection, rid - this.#newestKept);
  }

  /** So that whoever opens the file next need make none anew. Within a write group only. */
  storeNewest(): void {
    for (const collection of this.all()) {
      const last = collection.nextRid - 1;
      if (last > collection.indexed.upTo) this.#storeUpTo(collection, last);
    }
  }

  markMultikey(index: Index, arrayFields: number): void {
    const all = index.arrayFields | arrayFields;
    this.#db
      .prepare('UPDATE indexes SET multikey = 1, array_fields = ? WHERE id = ?')
      .run(all, index.id);
    index.multikey = true;
    index.arrayFields = all;
  }

  markTruncated(index: Index): void {
    this.#db.prepare('UPDATE indexes SET truncated = 1 WHERE id = ?').run(index.id);
    index.truncated = true;
  }

  /** Replaces the stored specification, for what does not touch the entries (the TTL of `collMod`). */
  respecify(collection: Collection, index: Index, spec: Doc): void {
    this.#db.prepare('UPDATE indexes SET spec = ? WHERE id = ?').run(encode(spec), index.id);
    const { multikey, arrayFields, truncated, ready, tree } = index;
    const { table: documents, indexed } = collection;
    const opened = this.#openIndex({ documents, indexed }, index.id, spec);
    const reopened = { ...opened, multikey, arrayFields, truncated, ready, tree };
    setIndexes(
      collection,
      collection.indexes.map((other) => (other === index ? reopened : other)),
    );
  }

  /** Once there are documents enough to tell what most of them have. */
  #learnWords({ id, table }: Collection): void {
    const newest = table.before(Number.MAX_SAFE_INTEGER, sampled);
    if (newest.length < sampled) return;
    const words = wordsOf(newest.map(([, document]) => document));
    this.#db.prepare('UPDATE collections SET words = ? WHERE id = ?').run(words, id);
    table.packBy(words);
  }

  #storeUpTo(collection: Collection, rid: number): void {
    for (const { tree } of collection.indexes) tree.storeUpTo(rid);
    this.#db.prepare('UPDATE collections SET indexed = ? WHERE id = ?').run(rid, collection.id);
    collection.indexed.upTo = rid;
    collection.newestBytes = 0;
  }

  /** Makes the entries of the newest documents anew, which are in memory only. */
  #recall(collection: Collection): void {
    const last = collection.nextRid - 1;
    for (let position = collection.indexed.upTo; position < last; )
      for (const [rid, raw] of collection.table.after(position, 64)) {
        for (const { index, keys } of collection.keys.entriesOf(this, raw))
          for (const key of keys) index.tree.put(key, rid);
        collection.newestBytes += raw.length;
        position = rid;
      }
  }

  #createIndex(collectionId: number, of: IndexedTable, spec: Doc, ready: boolean): Index {
    const { lastInsertRowid } = this.#db
      .prepare(
        'INSERT INTO indexes (collection, name, spec, multikey, truncated, ready) VALUES (?, ?, ?, 0, 0, ?)',
      )
      .run(collectionId, String(spec.get('name')), encode(spec), ready ? 1 : 0);
    const id = Number(lastInsertRowid);
    IndexTree.create(this.#db, id, spec.get('unique') === true || spec.get('name') === '_id_');
    const index = this.#openIndex(of, id, spec);
    index.ready = ready;
    return index;
  }

  #openIndex(of: IndexedTable, id: number, spec: Doc): Index {
    const name = String(spec.get('name'));
    const partialFilter = spec.get('partialFilterExpression');
    const expiry = spec.get('expireAfterSeconds');
    const partial = partialFilter instanceof Doc ? compileMatch(partialFilter) : undefined;
    const pattern = patternOf(spec);
    const unique = spec.get('unique') === true || name === '_id_';
    return {
      id,
      name,
      spec,
      pattern,
      unique,
      sparse: spec.get('sparse') === true,
      partial,
      expireAfterSeconds: expiry === undefined ? undefined : asNumber(expiry),
      tree: new IndexTree(this.#db, { ...of, id, unique }),
      fields: fieldsOf(pattern, partial),
      multikey: false,
      arrayFields: 0,
      truncated: false,
      ready: true,
    };
  }

  #remember(of: Remembered): Collection {
    const { id, db, name, uuid, table, indexed, idIndex, indexes } = of;
    const ns = `${db}.${name}`;
    const collection: Collection = {
      id,
      db,
      name,
      ns,
      uuid,
      table,
      idIndex,
      indexes,
      keys: new IndexKeys(indexes),
      nextRid: table.lastRid() + 1,
      indexed,
      newestBytes: 0,
      count: undefined,
      dropped: false,
      generation: 0,
      writes: 0,
    };
    setIndexes(collection, indexes);
    this.#collections.set(ns, collection);
    return collection;
  }
}

type Remembered = Pick<
  Collection,
  'id' | 'db' | 'name' | 'uuid' | 'table' | 'indexed' | 'idIndex' | 'indexes'
>;

interface IndexedTable {
  documents: DocumentTable;
  indexed: Indexed;
}

/** Documents in a collection, counted once and kept up to date by the writers. */
export function documentCount(collection: Collection): number {
  collection.count ??= collection.idIndex.tree.size();
  return collection.count;
}

function setIndexes(collection: Collection, indexes: readonly Index[]): void {
  collection.indexes = [...indexes].sort(
    (a, b) => Number(b.unique) - Number(a.unique) || a.id - b.id,
  );
  collection.keys = new IndexKeys(collection.indexes);
  collection.generation++;
}

function patternOf(spec: Doc): IndexKeyPattern {
  const key = spec.get('key');
  if (!(key instanceof Doc)) throw new Error('an index without a key');
  return key.keys.map((path, i) => ({
    path,
    direction: (asNumber(key.values[i]) ?? 1) < 0 ? -1 : 1,
  }));
}

function fieldsOf(pattern: IndexKeyPattern, partial: Matcher | undefined): Set<string> | undefined {
  if (partial !== undefined && partial.fields === null) return undefined;
  const fields = new Set(partial?.fields ?? []);
  for (const { path } of pattern) fields.add(path.split('.', 1)[0] as string);
  return fields;
}

function checkNamespace(db: string, name: string): void {
  const ns = `${db}.${name}`;
  if (name === '' || name.includes('\0') || name.includes('$') || name.startsWith('.')) {
    throw new CommandError('InvalidNamespace', `Invalid collection name: ${name}`);
  }
  if (name.startsWith('system.')) {
    throw new CommandError('InvalidNamespace', `cannot write to system namespace '${ns}'`);
  }
  if (db === '' || /[/\\. "$*<>:|?\0]/.test(db) || Buffer.byteLength(ns) > namespaceBytesMax) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${ns}'`);
  }
}
