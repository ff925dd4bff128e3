import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { bootId } from './boot-id.ts';
import { Checkpointer } from './checkpointer.ts';
import { Engine, saysFull, type WriteTrouble } from './engine.ts';
import { lockFolder, prepareSocketPath, removeOwnerNote, writeOwnerNote } from './folder-lock.ts';
import { keepLog } from './keep-log.ts';
import { examineLog } from './log-loss.ts';
import { LogRecord, type LogState, readLogState } from './log-record.ts';
import { repair } from './repair.ts';
import { hasRoom } from './room.ts';
import { startSpaceReturn } from './space.ts';
import { Storage } from './storage.ts';
import { startTimeToLive } from './time-to-live.ts';
import { WireServer } from './wire-server.ts';

export interface FolderOptions {
  dir: string;
  /** Seconds between two sweeps for expired documents. */
  ttlSweepSeconds: number;
  /** Seconds without a write after which the log is moved into the data file. */
  idleSeconds: number;
  /** Start with what is left when the log has lost acknowledged data. */
  acceptDataLoss: boolean;
  /** Seconds between two looks whether a disk that failed takes writes again. */
  probeSeconds: number;
  /** The disk, for tests that fill it. */
  disk?: Disk;
}

interface Disk {
  /** Cap of the data file in pages. */
  pagesMax(): number | undefined;
  hasRoom(): boolean;
}

/** What whoever serves the folder should know. */
export interface FolderReports {
  warn(text: string): void;
  /** Nothing is written until `recovered`. Told again when opening the folder anew fails. */
  trouble(trouble: WriteTrouble): void;
  recovered(): void;
}

export interface OpenedFolder {
  socket: string;
  close(): Promise<void>;
}

/** The layout of the file; another number means another program wrote it. */
const layout = 1;

/** Opens the folder and serves it; `undefined` when another engine has it. */
export async function openFolder(
  options: FolderOptions,
  reports: FolderReports,
): Promise<OpenedFolder | undefined> {
  const { dir } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dir);
  if (lock === undefined) return undefined;
  const folder = new Folder(options, reports);
  try {
    const socket = await folder.serve();
    const close = async () => {
      try {
        await folder.close();
      } finally {
        lock.release();
      }
    };
    return { socket, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * A folder of which this process is the owner. When a write has failed, it is opened anew as soon as the disk takes writes,
 * as a restart would: clients lose their connections and make new ones.
 */
class Folder {
  readonly #options: FolderOptions;
  readonly #reports: FolderReports;
  readonly #hasRoom: () => boolean;
  #served: OpenedFolder | undefined;
  #probing: NodeJS.Timeout | undefined;
  #reopening: Promise<void> | undefined;

  constructor(options: FolderOptions, reports: FolderReports) {
    this.#options = options;
    this.#reports = reports;
    this.#hasRoom = () => options.disk?.hasRoom() ?? hasRoom(options.dir);
  }

  /** Gives the socket. */
  async serve(): Promise<string> {
    this.#served = await serveFolder(this.#options, {
      ...this.#reports,
      trouble: (trouble) => {
        this.#reports.trouble(trouble);
        this.#probing = setInterval(() => this.#probe(), this.#options.probeSeconds * 1000);
      },
    });
    return this.#served.socket;
  }

  async close(): Promise<void> {
    clearInterval(this.#probing);
    await this.#reopening;
    clearInterval(this.#probing);
    await this.#served?.close();
  }

  #probe(): void {
    if (this.#reopening !== undefined || !this.#hasRoom()) return;
    this.#reopening = this.#reopen().finally(() => {
      this.#reopening = undefined;
    });
  }

  async #reopen(): Promise<void> {
    const served = this.#served;
    this.#served = undefined;
    try {
      await served?.close();
      const failing = this.#probing;
      await this.serve();
      clearInterval(failing);
      if (this.#probing === failing) this.#reports.recovered();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#reports.trouble({ isFull: saysFull(error), reason });
    }
  }
}

async function serveFolder(
  options: FolderOptions,
  { warn, trouble }: FolderReports,
): Promise<OpenedFolder> {
  const { dir } = options;
  const file = join(dir, 'data.db');
  const record = join(dir, 'data.db-record');
  const left = readLogState(record);
  const isWhole = left === undefined || settleLog(file, left, { ...options, warn });
  const wasKilled = left === undefined || isKilled(left);
  const created = !existsSync(file);
  if (isWhole && !wasKilled)
    warn(
      `the machine, or its disk, stopped before Tocsin did: the data file${created ? '' : ` (${megabytesOf(file)} MB)`} is checked before it is served, which takes about as long as reading all of it`,
    );
  keepPrivate(file);
  const storage = new Storage({ file, pagesMax: options.disk?.pagesMax() });
  try {
    return await serveStorage(storage, options, {
      warn,
      trouble,
      created,
      isSound: isWhole && wasKilled,
    });
  } catch (error) {
    closeKeepingLog(storage);
    throw error;
  }
}

async function serveStorage(
  storage: Storage,
  options: FolderOptions,
  {
    warn,
    trouble,
    created,
    isSound,
  }: Pick<FolderReports, 'warn' | 'trouble'> & { created: boolean; isSound: boolean },
): Promise<OpenedFolder> {
  const { dir } = options;
  checkLayout(storage, created);
  const engine = new Engine(storage, () => new Date());
  repair(engine, { isSound });
  const logRecord = new LogRecord(join(dir, 'data.db-record'), () => new Date());
  storage.logRecord = logRecord;
  storage.recordLog();
  logRecord.sync();
  // The log is a new file at every start, and so is its record.
  syncDirectory(dir);
  const checkpointer = new Checkpointer(storage, {
    idleSeconds: options.idleSeconds,
    onHelperLost: (error) =>
      warn(
        `the thread that moves the write-ahead log into the data file ended (${error.message}); the engine does it itself until the next start`,
      ),
  });
  engine.onTrouble = trouble;
  engine.afterCommit = () => checkpointer.afterCommit();
  const server = new WireServer(engine);
  const socket = prepareSocketPath(dir);
  await server.listen(socket);
  writeOwnerNote(dir, { pid: process.pid, socket });
  const background = [
    startTimeToLive(engine, options.ttlSweepSeconds),
    startSpaceReturn(engine, options.idleSeconds),
  ];
  const close = async () => {
    for (const timer of background) clearInterval(timer);
    await server.close();
    await engine.commits.whenIdle();
    await checkpointer.close();
    try {
      const emptied = emptyLog(storage);
      storage.close();
      logRecord.close({ cleanly: emptied && engine.readOnlyReason === undefined });
    } finally {
      removeOwnerNote(dir);
    }
  };
  return { socket, close };
}

/** What is in the log only stays there: the record of the last process still tells of it. */
function closeKeepingLog(storage: Storage): void {
  const guard = keepLog(storage.file);
  storage.close();
  guard.close();
}

function megabytesOf(file: string): number {
  return Math.ceil(statSync(file).size / 1_000_000);
}

/** Moves the whole log into the data file. Noted before the log is cut, so that a kill in between looks like no loss. */
function emptyLog(storage: Storage): boolean {
  try {
    storage.checkpoint('PASSIVE');
    storage.recordLog();
    storage.checkpoint('TRUNCATE');
    const { frames, moved } = storage.logState();
    return frames === moved;
  } catch {
    // A full disk: the log keeps what the data file has no space for, and the next start reads it.
    return false;
  }
}

/** True when only the process ended: the system has all that it wrote, and SQLite reads its own log. */
function isKilled({ boot }: LogState): boolean {
  return boot !== '' && boot === bootId();
}

/** Before SQLite opens the file, because it would take what it cannot read for never written. Tells whether the log is whole. */
function settleLog(
  file: string,
  left: LogState,
  { acceptDataLoss, warn }: { acceptDataLoss: boolean; warn(text: string): void },
): boolean {
  const log = `${file}-wal`;
  const finding = examineLog(log, left);
  if (finding.kind === 'whole') return true;
  if (finding.kind === 'lost') {
    if (!acceptDataLoss) {
      throw new Error(
        `data is lost. ${finding.what}. Put the file back (data.db and data.db-wal belong together) or restore a backup; only if another program, such as sqlite3, has opened data.db since, nothing is lost. To start with the remaining data, set TOCSIN_ACCEPT_DATA_LOSS=yes for one start`,
      );
    }
    warn(`data loss accepted: ${finding.what}`);
    if (!finding.dataFileIsAhead) return false;
  }
  // Older pages in the log would hide newer ones in the data file.
  if (existsSync(log)) renameSync(log, `${log}.damaged`);
  return false;
}

function checkLayout(storage: Storage, created: boolean): void {
  const row = storage.db.prepare('PRAGMA user_version').get();
  const found = Number(row?.user_version ?? 0);
  if (created || found === 0) {
    storage.db.exec(`PRAGMA user_version = ${layout}`);
  } else if (found !== layout) {
    throw new Error(
      `the data folder has layout ${found}, but this version reads layout ${layout}: start the version that wrote it`,
    );
  }
}

/** SQLite gives its log files the mode of the file; the secrets in it are nobody else's business. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** A new file exists for certain only once the directory that names it is on the disk. */
function syncDirectory(dir: string): void {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
