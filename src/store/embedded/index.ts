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
import { Worker } from 'node:worker_threads';
import { sendCommand } from './admin-client.ts';
import type { VerifiedPart } from './copy-worker.ts';
import type { WriteTrouble } from './engine.ts';
import type { WorkerReport } from './engine-worker.ts';
import { readOwnerNote } from './folder-lock.ts';
import { keepLog } from './keep-log.ts';
import type { FolderOptions } from './open-folder.ts';
import type { PartWish } from './verify-pages.ts';

export type { VerifiedPart } from './copy-worker.ts';
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
  /** What an operator should know, one sentence each. */
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
  const workerData: FolderOptions = {
    dir: options.dir,
    ttlSweepSeconds: options.ttlSweepSeconds ?? 60,
    idleSeconds: options.idleSeconds ?? 2,
    acceptDataLoss: options.acceptDataLoss ?? false,
    probeSeconds: 5,
  };
  const thread = new EngineThread(workerData, options);
  const report = await thread.started;
  if (report.kind === 'ready') {
    // Whatever ends the process.
    const guard = keepLog(join(options.dir, 'data.db'));
    return handle('owner', report.socket, async () => {
      guard.close();
      await thread.close();
    });
  }
  await thread.end();
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

type News = { kind: 'warning' | 'trouble' | 'recovered' };
type Report = Exclude<WorkerReport, News>;

/** The worker thread of the engine: its start, its stop, and the end that nobody asked for. */
class EngineThread {
  readonly started: Promise<Report>;
  readonly #worker: Worker;
  readonly #onFailure: ((error: Error) => void) | undefined;
  #settle: (report: Report) => void = () => {};
  #serving = false;
  #lost = false;

  constructor(
    workerData: FolderOptions,
    { onWarning, onTrouble, onRecovered, onFailure }: EmbeddedOptions,
  ) {
    this.#onFailure = onFailure;
    this.#worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      workerData,
      name: 'embedded-database',
    });
    this.started = this.#next();
    this.#worker.on('message', (report: WorkerReport) => {
      switch (report.kind) {
        case 'warning':
          onWarning?.(report.text);
          return;
        case 'trouble':
          onTrouble?.(report.trouble);
          return;
        case 'recovered':
          onRecovered?.();
          return;
        case 'ready':
          this.#serving = true;
      }
      this.#settle(report);
    });
    this.#worker.on('error', (cause) => this.#lose(cause));
    this.#worker.on('exit', (code) => this.#lose(new Error(`its thread exited with code ${code}`)));
  }

  async close(): Promise<void> {
    if (this.#lost) return;
    this.#serving = false;
    const closed = this.#next();
    this.#worker.postMessage('close');
    const report = await closed;
    await this.end();
    if (report.kind === 'failed') throw report.error;
  }

  async end(): Promise<void> {
    this.#serving = false;
    await this.#worker.terminate();
  }

  #next(): Promise<Report> {
    return new Promise((fulfil) => {
      this.#settle = fulfil;
    });
  }

  #lose(cause: unknown): void {
    const why = cause instanceof Error ? cause.message : String(cause);
    const error = new Error(`the embedded database stopped unexpectedly: ${why}`, { cause });
    this.#lost = true;
    this.#settle({ kind: 'failed', error });
    if (!this.#serving) return;
    this.#serving = false;
    this.#onFailure?.(error);
  }
}
