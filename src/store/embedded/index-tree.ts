import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { compareRows, type KeyRow, merged, NewestEntries } from './newest-entries.ts';
import { arrays, asRows, type DocumentRow, type DocumentTable, rowOf } from './storage.ts';

export type IndexRow = [...KeyRow, document: Uint8Array];

/** How far the trees of a collection's indexes have its documents: up to this one. */
export interface Indexed {
  upTo: number;
}

/**
 * The entries of an index: those of the newest documents in memory, those of all others in a tree. Only the catalog
 * knows when the newest ones move to the tree, and makes them anew from the documents when the file is opened.
 *
 * A start opens hundreds of them, so each statement is made by its first use.
 *
 * A limit is written `+?`: SQLite plans a statement anew for each value of a bare one, which took a range of few
 * entries four times as long.
 */
export class IndexTree {
  readonly name: string;
  readonly #db: DatabaseSync;
  readonly #documents: DocumentTable;
  readonly #unique: boolean;
  readonly #indexed: Readonly<Indexed>;
  readonly #newest = new NewestEntries();
  #put: StatementSync | undefined;
  #delete: StatementSync | undefined;
  #one: StatementSync | undefined;
  #find: StatementSync | undefined;
  #forward: StatementSync | undefined;
  #backward: StatementSync | undefined;
  #keys: StatementSync | undefined;
  #keysBackward: StatementSync | undefined;
  #count: StatementSync | undefined;
  #nth: StatementSync | undefined;

  constructor(db: DatabaseSync, { id, documents, unique, indexed }: Readonly<IndexTreeOptions>) {
    this.#db = db;
    this.name = `i${id}`;
    this.#documents = documents;
    this.#unique = unique;
    this.#indexed = indexed;
  }

  static create(db: DatabaseSync, indexId: number, unique: boolean): void {
    const key = unique ? 'PRIMARY KEY (k)' : 'PRIMARY KEY (k, rid)';
    db.exec(
      `CREATE TABLE i${indexId} (k BLOB NOT NULL, rid INTEGER NOT NULL, ${key}) WITHOUT ROWID`,
    );
  }

  /** Whether the entry is new: in a unique index `false` means another document has the key. */
  put(key: Uint8Array, rid: number): boolean {
    const isNewest = rid > this.#indexed.upTo;
    if (this.#unique && this.#newest.find(key) !== undefined) return false;
    if (!isNewest) return this.#store(key, rid);
    if (this.#unique && this.#findStored(key) !== undefined) return false;
    return this.#newest.add(key, rid);
  }

  delete(key: Uint8Array, rid: number): void {
    if (rid > this.#indexed.upTo) {
      this.#newest.remove(key, rid);
      return;
    }
    this.#delete ??= this.#db.prepare(`DELETE FROM ${this.name} WHERE k = ? AND rid = ?`);
    this.#delete.run(key, rid);
  }

  /** Moves the entries of documents up to this one into the tree. */
  storeUpTo(rid: number): void {
    for (const [key, of] of this.#newest.takeUpTo(rid)) this.#store(key, of);
  }

  empty(): void {
    this.#newest.clear();
    this.#db.exec(`DELETE FROM ${this.name}`);
  }

  /** The record a unique index has under a key. */
  find(key: Uint8Array): number | undefined {
    return this.#newest.find(key) ?? this.#findStored(key);
  }

  /** The document a unique index has under a key. */
  one(key: Uint8Array): DocumentRow | undefined {
    const rid = this.#newest.find(key);
    if (rid !== undefined) return [rid, this.#documentOf(rid)];
    this.#one ??= arrays(
      this.#db.prepare(
        `SELECT i.rid, d.doc FROM ${this.name} i CROSS JOIN ${this.#documents.name} d ON d.rid = i.rid WHERE i.k = ?`,
      ),
    );
    const stored = rowOf<DocumentRow>(this.#one.get(key));
    return stored && [stored[0], this.#documents.open(stored[1])];
  }

  /** Entries strictly after (key, rid) and below `upper`. Give rid -1 to begin at `key` itself. */
  after(key: Uint8Array, rid: number, upper: Uint8Array, limit: number): IndexRow[] {
    this.#forward ??= arrays(
      this.#db.prepare(
        `SELECT i.k, i.rid, d.doc FROM ${this.name} i CROSS JOIN ${this.#documents.name} d ON d.rid = i.rid
         WHERE (i.k, i.rid) > (?, ?) AND i.k < ? ORDER BY i.k, i.rid LIMIT +?`,
      ),
    );
    const stored = this.#opened(this.#forward.all(key, rid, upper, limit));
    return this.#withDocuments(stored, this.#newest.after(key, rid, upper), 1, limit);
  }

  /** Entries strictly before (key, rid) and not below `lower`, descending. */
  before(key: Uint8Array, rid: number, lower: Uint8Array, limit: number): IndexRow[] {
    this.#backward ??= arrays(
      this.#db.prepare(
        `SELECT i.k, i.rid, d.doc FROM ${this.name} i CROSS JOIN ${this.#documents.name} d ON d.rid = i.rid
         WHERE (i.k, i.rid) < (?, ?) AND i.k >= ? ORDER BY i.k DESC, i.rid DESC LIMIT +?`,
      ),
    );
    const stored = this.#opened(this.#backward.all(key, rid, lower, limit));
    return this.#withDocuments(stored, this.#newest.before(key, rid, lower), -1, limit);
  }

  /** `after` without the documents. */
  keysAfter(key: Uint8Array, rid: number, upper: Uint8Array, limit: number): KeyRow[] {
    this.#keys ??= arrays(
      this.#db.prepare(
        `SELECT k, rid FROM ${this.name} WHERE (k, rid) > (?, ?) AND k < ? ORDER BY k, rid LIMIT +?`,
      ),
    );
    const stored = asRows<KeyRow>(this.#keys.all(key, rid, upper, limit));
    return withKeys(stored, this.#newest.after(key, rid, upper), 1, limit);
  }

  /** `before` without the documents. */
  keysBefore(key: Uint8Array, rid: number, lower: Uint8Array, limit: number): KeyRow[] {
    this.#keysBackward ??= arrays(
      this.#db.prepare(
        `SELECT k, rid FROM ${this.name} WHERE (k, rid) < (?, ?) AND k >= ? ORDER BY k DESC, rid DESC LIMIT +?`,
      ),
    );
    const stored = asRows<KeyRow>(this.#keysBackward.all(key, rid, lower, limit));
    return withKeys(stored, this.#newest.before(key, rid, lower), -1, limit);
  }

  /** How many entries there are strictly after (key, rid) and below `upper`; no more than `limit`. */
  count(key: Uint8Array, rid: number, upper: Uint8Array, limit: number): number {
    this.#count ??= arrays(
      this.#db.prepare(
        `SELECT count(*) FROM (SELECT 1 FROM ${this.name} WHERE (k, rid) > (?, ?) AND k < ? LIMIT +?)`,
      ),
    );
    const stored = rowOf<[number]>(this.#count.get(key, rid, upper, limit))?.[0] ?? 0;
    return Math.min(limit, stored + this.#newest.after(key, rid, upper).length);
  }

  /** The last of the next `count` entries. */
  nth(key: Uint8Array, rid: number, upper: Uint8Array, count: number): KeyRow | undefined {
    this.#nth ??= arrays(
      this.#db.prepare(
        `SELECT k, rid FROM ${this.name} WHERE (k, rid) > (?, ?) AND k < ? ORDER BY k, rid LIMIT 1 OFFSET ?`,
      ),
    );
    const stored = rowOf<KeyRow>(this.#nth.get(key, rid, upper, count - 1));
    const [first] = this.#newest.after(key, rid, upper);
    if (first === undefined || (stored !== undefined && compareRows(stored, first) < 0))
      return stored;
    return this.keysAfter(key, rid, upper, count)[count - 1];
  }

  size(): number {
    const stored = this.#db.prepare(`SELECT count(*) AS n FROM ${this.name}`).get();
    return Number(stored?.n ?? 0) + this.#newest.size;
  }

  #store(key: Uint8Array, rid: number): boolean {
    this.#put ??= this.#db.prepare(`INSERT OR IGNORE INTO ${this.name} (k, rid) VALUES (?, ?)`);
    return Number(this.#put.run(key, rid).changes) > 0;
  }

  #findStored(key: Uint8Array): number | undefined {
    this.#find ??= arrays(this.#db.prepare(`SELECT rid FROM ${this.name} WHERE k = ? LIMIT 1`));
    return rowOf<[number]>(this.#find.get(key))?.[0];
  }

  #documentOf(rid: number): Uint8Array {
    const document = this.#documents.get(rid);
    if (document === undefined) throw new Error(`${this.name} has an entry without a document`);
    return document;
  }

  #opened(rows: unknown): IndexRow[] {
    return asRows<IndexRow>(rows).map(([key, rid, stored]) => [
      key,
      rid,
      this.#documents.open(stored),
    ]);
  }

  #withDocuments(
    stored: IndexRow[],
    newest: readonly KeyRow[],
    direction: 1 | -1,
    limit: number,
  ): IndexRow[] {
    if (newest.length === 0) return stored;
    const complete = ([key, rid]: KeyRow): IndexRow => [key, rid, this.#documentOf(rid)];
    return merged(stored, newest, { direction, limit, complete });
  }
}

interface IndexTreeOptions {
  id: number;
  documents: DocumentTable;
  unique: boolean;
  indexed: Indexed;
}

function withKeys(
  stored: KeyRow[],
  newest: readonly KeyRow[],
  direction: 1 | -1,
  limit: number,
): KeyRow[] {
  if (newest.length === 0) return stored;
  return merged(stored, newest, { direction, limit, complete: (row) => row });
}
