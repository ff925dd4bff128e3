import { randomBytes } from 'node:crypto';
import { Catalog } from './catalog.ts';
import { type CommitHost, CommitQueue } from './commit-queue.ts';
import { Cursors } from './cursors.ts';
import { ReadTurns } from './read-turns.ts';
import { CommandError } from './semantics/errors.ts';
import { ObjectId } from './semantics/values.ts';
import type { Storage } from './storage.ts';

/** Why nothing is written any more. */
export interface WriteTrouble {
  /** The disk, or what this user may have of it, is full. */
  isFull: boolean;
  reason: string;
}

interface EngineOptions {
  /** Milliseconds, for the length of a group of writes. */
  stopwatch?: () => number;
  /** As the catalog takes it. */
  newestKept?: number | undefined;
}

/** The state that every command works on. */
export class Engine implements CommitHost {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly cursors = new Cursors();
  readonly commits: CommitQueue;
  readonly reads = new ReadTurns();
  readonly startedAt: Date;
  readonly clock: () => Date;
  /** Called after each commit: where the log is kept short. */
  afterCommit: (() => void) | undefined;
  /** Told once, when writing has ended. */
  onTrouble: ((trouble: WriteTrouble) => void) | undefined;
  #refusal: CommandError | undefined;
  readonly #machine = randomBytes(5);
  #counter = randomBytes(3).readUIntBE(0, 3);

  constructor(storage: Storage, clock: () => Date, { stopwatch, newestKept }: EngineOptions = {}) {
    this.storage = storage;
    this.catalog = new Catalog(storage.db, newestKept);
    this.commits = new CommitQueue(this, stopwatch ?? (() => performance.now()));
    this.clock = clock;
    this.startedAt = clock();
  }

  /** For documents that come without an `_id`. */
  newObjectId(): ObjectId {
    this.#counter = (this.#counter + 1) & 0xffffff;
    const seconds = Math.floor(this.clock().getTime() / 1000) | 0;
    const machine = this.#machine;
    const last = ((machine[4] as number) << 24) | this.#counter | 0;
    return new ObjectId(seconds, machine.readInt32BE(0), last);
  }

  /** Why writes are refused; `undefined` while they are not. */
  writeRefusal(): CommandError | undefined {
    return this.#refusal;
  }

  get readOnlyReason(): string | undefined {
    return this.#refusal?.message;
  }

  /** Takes back what the running group has done, also in memory. */
  undo(): void {
    this.storage.rollback();
    this.catalog.reload();
  }

  /**
   * After a failed write or fsync nobody knows what is on the disk, so nothing more is written
   * until the folder is opened again (`open-folder.ts`). Reads continue.
   */
  becomeReadOnly(cause: unknown): CommandError {
    if (this.#refusal !== undefined) return this.#refusal;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isFull = saysFull(cause);
    this.#refusal = new CommandError(
      isFull ? 'OutOfDiskSpace' : writeFailed,
      `embedded database: read-only since a write failed (${reason}). ${
        isFull ? 'Free disk space' : 'Check the disk'
      }: the database goes on by itself when the disk takes writes again; whether the failed write was stored is unknown until then`,
      { cause },
    );
    this.onTrouble?.({ isFull, reason });
    return this.#refusal;
  }
}

const sqliteFull = 13;
/** OperationFailed. */
const writeFailed = 96;

/** SQLite's word for it, or that of the operating system; a quota is one, too. */
function saysFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('errcode' in cause && cause.errcode === sqliteFull) return true;
  return 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}
