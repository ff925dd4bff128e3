/**
 * The embedded document database: MongoDB's wire protocol over a unix socket, in front of one SQLite file.
 * It lets the application run without a MongoDB server; the ordinary driver and mongoose connect to `uri`.
 * `README.md` describes its guarantees, its scope, and how its files depend on each other.
 *
 * Owns the data folder. Knows nothing of the application. Only `src/store` and tests call it.
 *
 * Decisions
 * - One worker thread does sockets, planning and SQLite. A further thread for the sockets was measured to add 24 us
 *   to a lone command and 4 us of processor time to each under load; on the two cores this is made for, that costs more
 *   than it gains. Instead all long work runs in slices of a few milliseconds (`slice.ts`), and what cannot be sliced,
 *   fsync and moving the log into the file, happens in other threads: `hello` and `ping` are answered meanwhile.
 * - An answer to a write leaves after the fsync of its group (`commit-queue.ts`), and so does a read that may have seen
 *   it. A failed write or fsync makes the engine read-only; it opens the folder anew when the disk takes writes again.
 * - What is not supported is refused with MongoDB's error code, never ignored.
 */
import { join, resolve } from 'node:path';
import { sendCommand } from './admin-client.ts';
import type { VerifiedPart } from './copy-worker.ts';
import { DatabaseThread } from './database-thread.ts';
import type { WriteTrouble } from './engine.ts';
import { readOwnerNote } from './folder-lock.ts';
import { keepLog } from './keep-log.ts';
import type { PartWish } from './verify-pages.ts';

export type { VerifiedPart } from './copy-worker.ts';
export { DatabaseThread } from './database-thread.ts';
export { compileMatch } from './semantics/match.ts';
export { Doc, type Plain } from './semantics/model.ts';
export { damageText, verifyPages } from './verify-pages.ts';

export interface EmbeddedOptions {
  /** The data folder; made when it is missing. */
  dir: string;
  /** Seconds between two sweeps for expired documents. Default 60, as MongoDB does. */
  ttlSweepSeconds?: number;
  /** Seconds without a write after which the write-ahead log is moved into the data file. Default 2. */
  idleSeconds?: number;
  /** Start with what is left when acknowledged data was lost with the log. Default: refuse to start. */
  acceptDataLoss?: boolean;
  /** How many of the newest documents of a collection have their index entries in memory. Default 256. */
  newestKept?: number;
  /** Tells an operator what they should know, one sentence each. */
  onWarning?(text: string): void;
  /**
   * A write failed, so nothing is written, until `onRecovered`; the folder is opened anew when the disk takes writes.
   */
  onTrouble?(trouble: WriteTrouble): void;
  onRecovered?(): void;
  /**
   * The engine has ended by itself: nothing is served any more, and nothing will be until the next start. It has no
   * heap limit of its own; one that outgrows the process's limit ends up here, too.
   */
  onFailure?(error: Error): void;
  /**
   * Serves the folder, and stays when it is closed: whoever opens many folders, one after another, saves the start of
   * a thread each time. Default: one of its own, which ends with it.
   */
  thread?: DatabaseThread;
}

export interface Embedded {
  /** For the driver and mongoose. */
  uri: string;
  /** `guest`: another process owns the folder, and `uri` leads to it. */
  role: 'owner' | 'guest';
  /** Copies the data file to `file`, which must not exist, while both sides go on working. */
  backup(file: string): Promise<void>;
  /**
   * Writes the database as `database` into the empty or missing folder `dir`, in the form `mongorestore` reads. Gives
   * the number of documents.
   */
  exportDump(dir: string, database: string): Promise<number>;
  /**
   * Compares a part of the data file with its checksums, slowly: `parts` of them, each from behind the one before, see
   * all of it.
   */
  verifyPart(part: PartWish): Promise<VerifiedPart>;
  /** Finishes what was accepted and closes the file; for a guest it does nothing. */
  close(): Promise<void>;
}

/**
 * Opens the data folder and serves it, or finds the process that does.
 * @throws Error when the folder cannot be used; the message says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new Error('the embedded database needs unix sockets; set MONGODB_URI to use MongoDB');
  }
  const thread = options.thread ?? new DatabaseThread();
  const end = async () => {
    if (options.thread === undefined) await thread.end();
  };
  const report = await thread.open(
    {
      dir: options.dir,
      ttlSweepSeconds: options.ttlSweepSeconds ?? 60,
      idleSeconds: options.idleSeconds ?? 2,
      acceptDataLoss: options.acceptDataLoss ?? false,
      probeSeconds: 5,
      newestKept: options.newestKept,
    },
    options,
  );
  if (report.kind === 'ready') {
    // Whatever ends the process.
    const guard = keepLog(join(options.dir, 'data.db'));
    return handle('owner', report.socket, async () => {
      guard.close();
      try {
        await thread.close();
      } finally {
        await end();
      }
    });
  }
  await end();
  if (report.kind === 'failed') throw report.error;
  const note = readOwnerNote(options.dir);
  if (note === undefined) {
    throw new Error(
      `another process owns the data folder ${options.dir} but has not published its socket; stop it, or set TOCSIN_DATA_DIR`,
    );
  }
  await sendCommand(note.socket, { ping: 1 }).catch((cause: unknown) => {
    throw new Error(
      `process ${note.pid} owns the data folder ${options.dir} but does not answer; stop it, or set TOCSIN_DATA_DIR`,
      { cause },
    );
  });
  return handle('guest', note.socket, async () => {});
}

function handle(role: Embedded['role'], socket: string, close: () => Promise<void>): Embedded {
  return {
    uri: `mongodb://${encodeURIComponent(socket)}/?directConnection=true`,
    role,
    backup: async (file) => {
      await sendCommand(socket, { embeddedBackup: 1, path: resolve(file) });
    },
    exportDump: async (dir, database) => {
      const reply = await sendCommand(socket, { embeddedExport: 1, path: resolve(dir), database });
      return Number(reply.get('documents'));
    },
    verifyPart: async (part) => {
      const reply = await sendCommand(socket, { embeddedVerify: 1, ...part });
      const numberOf = (name: string) => Number(reply.get(name));
      const damaged = reply.get('damaged');
      return {
        pages: numberOf('pages'),
        first: numberOf('first'),
        last: numberOf('last'),
        damaged: Array.isArray(damaged) ? damaged.map(Number) : [],
        text: String(reply.get('text')),
      };
    },
    close,
  };
}
