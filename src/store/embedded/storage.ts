import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, readSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { moveLog } from './log-mover.ts';
import type { LogPosition, LogRecord } from './log-record.ts';
import { Packer } from './packer.ts';

/**
 * The SQLite file: one rowid table of documents per collection, one WITHOUT ROWID table per index.
 * Documents in rowid tables and keys in clustered ones is the measured optimum for both small and large values.
 */

export type DocumentRow = [rid: number, document: Uint8Array];

interface StorageOptions {
  file: string;
  /** Page cache in KiB. */
  cacheKib?: number;
  /** Upper bound of the file in pages: how tests fill the disk. */
  pagesMax?: number | undefined;
}

/** A disk that flushes faster than this is not worth a detour through the thread pool. */
const inlineFlushMilliseconds = 1.5;

/**
 * Bytes. A commit writes each page that it has changed as a whole, and packed documents are small: with 8192 the log
 * had a tenth to a half more bytes and the file 4 % fewer, at the same cost of processor. Like the choice to give space
 * back it is made when the file is, and cannot be changed without rewriting it.
 */
const pageBytes = 4096;

export class Storage {
  readonly db: DatabaseSync;
  readonly file: string;
  /** For who reads pages beside SQLite (`verify-pages.ts`). SQLite gives its log files the mode of this one. */
  readonly handle: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #logState: StatementSync;
  readonly #pageCount: StatementSync;
  readonly #freePages: StatementSync;
  #log: number | undefined;
  readonly #salts = Buffer.alloc(8);
  #recorded: LogPosition | undefined;
  /** Where each flush notes how far the log is on the disk. */
  logRecord: LogRecord | undefined;
  /** How long a flush takes, a moving average. */
  #flushMilliseconds = 0;

  constructor(options: StorageOptions) {
    this.handle = openSync(options.file, 'a+', 0o600);
    const db = new DatabaseSync(options.file, { timeout: 5000 });
    this.db = db;
    this.file = options.file;
    db.exec(`
      PRAGMA page_size = ${pageBytes};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = ${-(options.cacheKib ?? 65_536)};
      PRAGMA mmap_size = 1073741824;
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
    `);
    if (options.pagesMax !== undefined) db.exec(`PRAGMA max_page_count = ${options.pagesMax}`);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#logState = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#pageCount = db.prepare('PRAGMA page_count');
    this.#freePages = db.prepare('PRAGMA freelist_count');
  }

  begin(): void {
    this.#begin.run();
  }

  /** Appends the transaction to the log. It is durable once a `flush` begun afterwards has ended. */
  commit(): void {
    this.#commit.run();
  }

  /**
   * Forces the log to the disk. Together with the rule that nothing is answered before (`commit-queue.ts`) this is
   * what `synchronous = FULL` promises: SQLite's own flush at each commit is the same call on the same file, but would
   * always block the engine. Where the disk is quick that is best, because groups stay larger: 2600 against 2000 lone
   * writes a second. Where it is slow the thread pool does it, and 11 to 24 % more batches get through.
   */
  flush(done: (error: Error | null) => void): void {
    const began = performance.now();
    const isSlow = this.#flushMilliseconds >= inlineFlushMilliseconds;
    let covered: LogPosition | undefined;
    const ended = (failure: Error | null) => {
      this.#learnFlush(began);
      const position = covered;
      if (failure === null && position !== undefined) done(failureOf(() => this.#record(position)));
      else done(failure);
    };
    const failure = failureOf(() => {
      this.#log ??= openSync(`${this.file}-wal`, 'r+');
      if (this.logRecord !== undefined) covered = this.#logPosition();
      if (isSlow) fdatasync(this.#log, ended);
      else fdatasyncSync(this.#log);
    });
    if (failure !== null || !isSlow) ended(failure);
  }

  /** Notes what has been moved into the data file. */
  recordLog(): void {
    const now = this.#logPosition();
    const known = this.#recorded ?? now;
    if (known.salts === now.salts) this.#record({ ...known, moved: now.moved });
  }

  #record(position: LogPosition): void {
    this.#recorded = position;
    this.logRecord?.write(position);
  }

  #logPosition(): LogPosition {
    const file = `${this.file}-wal`;
    if (this.#log === undefined && !existsSync(file)) return { salts: '', frames: 0, moved: 0 };
    this.#log ??= openSync(file, 'r+');
    // Bytes 16 to 23 of the log's header.
    const read = readSync(this.#log, this.#salts, 0, 8, 16);
    return { salts: read === 8 ? this.#salts.toString('hex') : '', ...this.logState() };
  }

  #learnFlush(began: number): void {
    this.#flushMilliseconds += (performance.now() - began - this.#flushMilliseconds) / 8;
  }

  /** How many pages the log holds, and how many of them are in the data file as well. */
  logState(): { frames: number; moved: number } {
    const row = this.#logState.get();
    return { frames: Number(row?.log ?? 0), moved: Number(row?.checkpointed ?? 0) };
  }

  /** Safe to call after SQLite has already rolled back on its own. */
  rollback(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK');
  }

  /** Whose log belongs to the file. */
  markedRun(): number {
    return Number(this.db.prepare('PRAGMA application_id').get()?.application_id ?? 0);
  }

  /** Writes into the head of the file whose log belongs to it; it is there when the log has been moved. */
  mark(run: number): void {
    this.begin();
    try {
      this.db.exec(`PRAGMA application_id = ${run}`);
      this.commit();
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Moves what is in the log into the data file. Only while no other thread does so. */
  moveLog(): void {
    moveLog({ file: this.file, db: this.db });
  }

  /** Cuts a log of which everything has been moved. */
  cutLog(): void {
    this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  sizeOnDisk(): number {
    return this.pageCounts().pages * pageBytes;
  }

  /** Pages of the file, and how many of them hold nothing. */
  pageCounts(): { pages: number; free: number } {
    return {
      pages: Number(this.#pageCount.get()?.page_count ?? 0),
      free: Number(this.#freePages.get()?.freelist_count ?? 0),
    };
  }

  /** Takes so many empty pages out of the file. Throws when the disk is full. */
  giveBack(pages: number): void {
    this.db.exec(`PRAGMA incremental_vacuum(${pages})`);
  }

  tableBytes(table: string): number {
    const row = this.db
      .prepare('SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE')
      .get(table);
    return Number(row?.bytes ?? 0);
  }

  close(): void {
    this.db.close();
    closeSync(this.handle);
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }
}

/** The error that the work threw. */
function failureOf(work: () => void): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

/** The row of a statement that returns arrays. */
export function rowOf<Row>(row: unknown): Row | undefined {
  return row as Row | undefined;
}

/**
 * With `setReturnArrays` a row is an array in column order; the declared type of `all` still says objects.
 * The column lists below are the only truth these shapes depend on.
 */
export function asRows<Row>(rows: unknown): Row[] {
  return rows as Row[];
}

export class DocumentTable {
  readonly name: string;
  readonly #db: DatabaseSync;
  #insert: StatementSync | undefined;
  #update: StatementSync | undefined;
  #delete: StatementSync | undefined;
  #get: StatementSync | undefined;
  #forward: StatementSync | undefined;
  #backward: StatementSync | undefined;
  #packer: Packer | undefined;

  /** `words`: as `packBy`. */
  constructor(db: DatabaseSync, collectionId: number, words?: Uint8Array | null) {
    this.#db = db;
    if (words) this.packBy(words);
    this.name = `d${collectionId}`;
  }

  static create(db: DatabaseSync, collectionId: number): void {
    db.exec(`CREATE TABLE d${collectionId} (rid INTEGER PRIMARY KEY, doc BLOB NOT NULL)`);
  }

  get isPacked(): boolean {
    return this.#packer !== undefined;
  }

  /** Documents that are written from now on are stored without what they have in common with these words, for good. */
  packBy(words: Uint8Array): void {
    this.#packer = new Packer(words);
  }

  insert(rid: number, document: Uint8Array): void {
    this.#insert ??= this.#db.prepare(`INSERT INTO ${this.name} (rid, doc) VALUES (?, ?)`);
    this.#insert.run(rid, this.#packer?.pack(document) ?? document);
  }

  update(rid: number, document: Uint8Array): void {
    this.#update ??= this.#db.prepare(`UPDATE ${this.name} SET doc = ? WHERE rid = ?`);
    this.#update.run(this.#packer?.pack(document) ?? document, rid);
  }

  delete(rid: number): void {
    this.#delete ??= this.#db.prepare(`DELETE FROM ${this.name} WHERE rid = ?`);
    this.#delete.run(rid);
  }

  get(rid: number): Uint8Array | undefined {
    this.#get ??= arrays(this.#db.prepare(`SELECT doc FROM ${this.name} WHERE rid = ?`));
    const row = rowOf<[Uint8Array]>(this.#get.get(rid));
    return row && this.open(row[0]);
  }

  /** The document of what a row has. */
  open(stored: Uint8Array): Uint8Array {
    return this.#packer?.unpack(stored) ?? stored;
  }

  after(rid: number, limit: number): DocumentRow[] {
    this.#forward ??= arrays(
      this.#db.prepare(`SELECT rid, doc FROM ${this.name} WHERE rid > ? ORDER BY rid LIMIT +?`),
    );
    return this.#opened(this.#forward.all(rid, limit));
  }

  before(rid: number, limit: number): DocumentRow[] {
    this.#backward ??= arrays(
      this.#db.prepare(
        `SELECT rid, doc FROM ${this.name} WHERE rid < ? ORDER BY rid DESC LIMIT +?`,
      ),
    );
    return this.#opened(this.#backward.all(rid, limit));
  }

  lastRid(): number {
    const row = this.#db.prepare(`SELECT max(rid) AS last FROM ${this.name}`).get();
    return Number(row?.last ?? 0);
  }

  count(): number {
    return Number(this.#db.prepare(`SELECT count(*) AS n FROM ${this.name}`).get()?.n ?? 0);
  }

  #opened(rows: unknown): DocumentRow[] {
    return asRows<DocumentRow>(rows).map(([rid, stored]) => [rid, this.open(stored)]);
  }
}
