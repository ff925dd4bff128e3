import { randomInt } from 'node:crypto';
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Checkpointer } from './checkpointer.ts';
import { restoreAdvice } from './data-file.ts';
import { Engine, type WriteTrouble } from './engine.ts';
import { examineFolder } from './examine-folder.ts';
import { lockFolder, prepareSocketPath, removeOwnerNote, writeOwnerNote } from './folder-lock.ts';
import { keepLog } from './keep-log.ts';
import { LogRecord } from './log-record.ts';
import { forgetSummedLog, replaceSums, sumsFileOf } from './page-sums.ts';
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
  /** As the catalog takes it. */
  newestKept?: number | undefined;
  /** The disk, for tests that fill it. */
  disk?: Disk;
}

interface Disk {
  /** Cap of the data file in pages. */
  pagesMax(): number | undefined;
  hasRoom(): boolean;
}

/** The reports for the program that serves the folder. */
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
const layout = 4;

/** Opens the folder and serves it; `undefined` when another engine has it. */
export async function openFolder(
  options: FolderOptions,
  reports: FolderReports,
): Promise<OpenedFolder | undefined> {
  const { dir } = options;
  const lock = takeFolder(dir);
  if (lock === undefined) return undefined;
  const folder = new Folder(options, reports);
  try {
    const socket = await folder.serve();
    const close = async () => {
      try {
        await folder.close();
      } finally {
        removeOwnerNote(dir);
        lock.release();
      }
    };
    return { socket, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Which file could not be written is of no help without what to do about it. */
function takeFolder(dir: string): ReturnType<typeof lockFolder> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
    return lockFolder(dir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the data folder ${dir} cannot be written (${reason}). Mount it writable, free disk space, give it to the user that runs the server (chown -R), or name another one in TOCSIN_DATA_DIR`,
      { cause: error },
    );
  }
}

/** Closes the storage. */
type CloseStorage = () => Promise<void>;

/**
 * A folder of which this process is the owner. When a write has failed, its storage is opened anew as soon as the disk
 * takes writes, as a restart would: with all checks, and with what the log has. Clients wait meanwhile, and keep their
 * connections.
 */
class Folder {
  readonly #options: FolderOptions;
  readonly #reports: FolderReports;
  readonly #server = new WireServer();
  #closeStorage: CloseStorage = async () => {};
  #probing: NodeJS.Timeout | undefined;
  #reopening: Promise<void> | undefined;

  constructor(options: FolderOptions, reports: FolderReports) {
    this.#options = options;
    this.#reports = reports;
  }

  /** Gives the socket. */
  async serve(): Promise<string> {
    const { dir } = this.#options;
    await this.#open();
    try {
      const socket = prepareSocketPath(dir);
      await this.#server.listen(socket);
      writeOwnerNote(dir, { pid: process.pid, socket });
      return socket;
    } catch (error) {
      await this.#closeStorage();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#probing);
    await this.#reopening;
    clearInterval(this.#probing);
    await this.#server.close();
    await this.#closeStorage();
  }

  async #open(): Promise<void> {
    const opened = await openEngine(this.#options, {
      ...this.#reports,
      trouble: (trouble) => {
        this.#reports.trouble(trouble);
        this.#probing = setInterval(() => this.#probe(), this.#options.probeSeconds * 1000);
      },
    });
    this.#closeStorage = opened.close;
    this.#server.resume(opened.engine);
  }

  #probe(): void {
    const { disk, dir } = this.#options;
    if (this.#reopening !== undefined || !(disk?.hasRoom() ?? hasRoom(dir))) return;
    clearInterval(this.#probing);
    // An error here ends the thread, and so the process: the next start says what is wrong.
    this.#reopening = this.#reopen().finally(() => {
      this.#reopening = undefined;
    });
  }

  async #reopen(): Promise<void> {
    await this.#server.pause();
    await this.#closeStorage();
    this.#closeStorage = async () => {};
    await this.#open();
    this.#reports.recovered();
  }
}

interface OpenedEngine {
  engine: Engine;
  close: CloseStorage;
}

async function openEngine(
  options: FolderOptions,
  { warn, trouble }: FolderReports,
): Promise<OpenedEngine> {
  const { dir } = options;
  const file = join(dir, 'data.db');
  const { isNew, isSound } = await examineFolder(file, { ...options, warn });
  if (isNew) replaceSums(sumsFileOf(file), Buffer.alloc(0));
  else forgetSummedLog(sumsFileOf(file));
  const storage = openStorage(file, options.disk?.pagesMax());
  try {
    return await openOn(storage, options, {
      warn,
      trouble,
      isNew,
      isSound,
    });
  } catch (error) {
    closeKeepingLog(storage);
    throw withAdvice(error, file);
  }
}

function openStorage(file: string, pagesMax: number | undefined): Storage {
  try {
    return new Storage({ file, pagesMax });
  } catch (error) {
    throw withAdvice(error, file);
  }
}

const corrupt = 11;
const notADatabase = 26;

/** SQLite says what is wrong, and neither of what nor what to do. */
function withAdvice(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const { errcode } = error;
  const isDamaged = errcode === corrupt || errcode === notADatabase;
  const text = isDamaged ? `${file} is damaged` : `${file} cannot be opened`;
  const advice = isDamaged ? restoreAdvice : 'Check the disk, and who may write to the folder.';
  return new Error(`${text} (${error.message}). ${advice}`, { cause: error });
}

async function openOn(
  storage: Storage,
  options: FolderOptions,
  {
    warn,
    trouble,
    isNew,
    isSound,
  }: Pick<FolderReports, 'warn' | 'trouble'> & { isNew: boolean; isSound: boolean },
): Promise<OpenedEngine> {
  const { dir } = options;
  checkLayout(storage, isNew);
  const engine = new Engine(storage, () => new Date(), options);
  repair(engine, { isSound });
  const logRecord = new LogRecord(join(dir, 'data.db-record'), () => new Date());
  storage.logRecord = logRecord;
  storage.recordLog();
  markRun(storage, logRecord);
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
  const background = [
    startTimeToLive(engine, options.ttlSweepSeconds),
    startSpaceReturn(engine, options.idleSeconds),
  ];
  const close = async () => {
    for (const timer of background) clearInterval(timer);
    await engine.commits.whenIdle();
    storeNewestEntries(engine);
    await checkpointer.close();
    const emptied = engine.readOnlyReason === undefined && emptyLog(storage, logRecord);
    if (emptied) storage.close();
    else closeKeepingLog(storage);
    logRecord.close({ cleanly: emptied });
  };
  return { engine, close };
}

/** So that the next start need not make them anew. */
function storeNewestEntries({ storage, catalog, readOnlyReason }: Engine): void {
  if (readOnlyReason !== undefined) return;
  try {
    storage.begin();
    catalog.storeNewest();
    storage.commit();
  } catch {
    // A full disk: the next start makes them from the documents.
    storage.rollback();
  }
}

/** Leaves transactions that are only in the log there: the record of the last process still tells of it. */
function closeKeepingLog(storage: Storage): void {
  const guard = keepLog(storage.file);
  storage.close();
  guard.close();
}

/**
 * Notes in the data file that it does not stand for itself: a log belongs to it. So a copy of it alone is known for
 * what it is. The record tells whose it is once the mark is in the data file.
 */
function markRun(storage: Storage, record: LogRecord): void {
  const known = storage.markedRun();
  record.belongTo(0);
  if (known === 0) storage.mark(randomInt(1, 2 ** 31));
  storage.moveLog();
  storage.recordLog();
  const { frames, moved } = storage.logState();
  if (moved < frames) throw new Error(`${storage.file} cannot be written`);
  record.belongTo(storage.markedRun());
}

/**
 * Moves the whole log into the data file, which then stands for itself. Noted before the log is cut, so that a kill in
 * between looks like no loss.
 */
function emptyLog(storage: Storage, record: LogRecord): boolean {
  try {
    record.belongTo(0);
    storage.mark(0);
    storage.moveLog();
    storage.recordLog();
    const { frames, moved } = storage.logState();
    if (frames !== moved) return false;
    storage.cutLog();
    return true;
  } catch {
    // A full disk: the log keeps what the data file has no space for, and the next start reads it.
    return false;
  }
}

function checkLayout({ db }: Storage, created: boolean): void {
  const row = db.prepare('PRAGMA user_version').get();
  const found = Number(row?.user_version ?? 0);
  if (created || found === 0) {
    db.exec(`PRAGMA user_version = ${layout}`);
  } else if (found !== layout) {
    throw new Error(
      `the data folder has layout ${found}, but this version reads layout ${layout}: start the version that wrote it`,
    );
  }
}

/** A new file exists for certain only once the directory that names it is on the disk. */
function syncDirectory(dir: string): void {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
