import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { IndexKeys } from './index-keys.ts';
import { CommandError } from './semantics/errors.ts';
import type { IndexKeyPattern } from './semantics/keys.ts';
import { compileMatch, type Matcher } from './semantics/match.ts';
import { asNumber, Doc, decode, encode } from './semantics/values.ts';
import { DocumentTable, IndexTree } from './storage.ts';
import type { Index, IndexMarks } from './stored-index.ts';

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

export class Catalog implements IndexMarks {
  readonly #db: DatabaseSync;
  #collections = new Map<string, Collection>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`
      CREATE TABLE IF NOT EXISTS collections (
        id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid BLOB NOT NULL, UNIQUE (db, name));
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
    for (const row of this.#db.prepare('SELECT id, db, name, uuid FROM collections').all()) {
      const rows = this.#db
        .prepare('SELECT * FROM indexes WHERE collection = ? ORDER BY id')
        .all(row.id ?? null);
      const id = Number(row.id);
      const indexes = rows.map((index) => {
        const made = this.#openIndex(id, Number(index.id), decode(index.spec as Uint8Array));
        made.multikey = index.multikey === 1;
        made.arrayFields = Number(index.array_fields);
        made.truncated = index.truncated === 1;
        made.ready = index.ready === 1;
        return made;
      });
      const idIndex = indexes.find((index) => index.name === '_id_');
      if (idIndex === undefined) throw new Error(`collection ${String(row.name)} has no _id index`);
      this.#remember(
        id,
        String(row.db),
        String(row.name),
        row.uuid as Uint8Array,
        idIndex,
        indexes,
      );
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
    const spec = Doc.of({ v: 2, key: { _id: 1 }, name: '_id_' });
    const idIndex = this.#createIndex(id, spec, true);
    return this.#remember(id, db, name, uuid, idIndex, [idIndex]);
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
    const renamed = this.#remember(
      collection.id,
      db,
      name,
      collection.uuid,
      collection.idIndex,
      collection.indexes,
    );
    renamed.nextRid = collection.nextRid;
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
    const index = this.#createIndex(collection.id, spec, false);
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
    this.#db.exec(`DELETE FROM ${index.tree.name}`);
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
    const reopened = this.#openIndex(collection.id, index.id, spec);
    reopened.multikey = index.multikey;
    reopened.arrayFields = index.arrayFields;
    reopened.truncated = index.truncated;
    reopened.ready = index.ready;
    setIndexes(
      collection,
      collection.indexes.map((other) => (other === index ? reopened : other)),
    );
  }

  #createIndex(collectionId: number, spec: Doc, ready: boolean): Index {
    const { lastInsertRowid } = this.#db
      .prepare(
        'INSERT INTO indexes (collection, name, spec, multikey, truncated, ready) VALUES (?, ?, ?, 0, 0, ?)',
      )
      .run(collectionId, String(spec.get('name')), encode(spec), ready ? 1 : 0);
    const id = Number(lastInsertRowid);
    IndexTree.create(this.#db, id, spec.get('unique') === true || spec.get('name') === '_id_');
    const index = this.#openIndex(collectionId, id, spec);
    index.ready = ready;
    return index;
  }

  #openIndex(collectionId: number, id: number, spec: Doc): Index {
    const name = String(spec.get('name'));
    const partialFilter = spec.get('partialFilterExpression');
    const expiry = spec.get('expireAfterSeconds');
    const partial = partialFilter instanceof Doc ? compileMatch(partialFilter) : undefined;
    const pattern = patternOf(spec);
    return {
      id,
      name,
      spec,
      pattern,
      unique: spec.get('unique') === true || name === '_id_',
      sparse: spec.get('sparse') === true,
      partial,
      expireAfterSeconds: expiry === undefined ? undefined : asNumber(expiry),
      tree: new IndexTree(this.#db, id, collectionId),
      fields: fieldsOf(pattern, partial),
      multikey: false,
      arrayFields: 0,
      truncated: false,
      ready: true,
    };
  }

  #remember(
    id: number,
    db: string,
    name: string,
    uuid: Uint8Array,
    idIndex: Index,
    indexes: readonly Index[],
  ): Collection {
    const table = new DocumentTable(this.#db, id);
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
