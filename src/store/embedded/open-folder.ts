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
import { Engine } from './engine.ts';
import { lockFolder, prepareSocketPath, removeOwnerNote, writeOwnerNote } from './folder-lock.ts';
import { examineLog } from './log-loss.ts';
import { LogRecord, type LogState, readLogState } from './log-record.ts';
import { repair } from './repair.ts';
import { startSpaceReturn } from './space.ts';
import { Storage } from './storage.ts';
import { startTimeToLive } from './time-to-live.ts';
import { WireServer } from './wire-server.ts';

export interface FolderOptions {
  dir: string;
  /** Seconds between two sweeps for expired documents. */
  ttlSweepSeconds: number;
  /** Cap of the file in pages of 4 KiB; for tests of a full disk. */
  pagesMax: number | undefined;
  /** Seconds without a write after which the log is moved into the data file. */
  idleSeconds: number;
  /** Start with what is left when the log has lost acknowledged data. */
  acceptDataLoss: boolean;
}

export interface OpenedFolder {
  socket: string;
  close(): Promise<void>;
}

/** The layout of the file; another number means another program wrote it. */
const layout = 1;

/** Opens the folder and serves it; `undefined` when another engine has it. `warn` gets what an operator should know. */
export async function openFolder(
  options: FolderOptions,
  warn: (text: string) => void,
): Promise<OpenedFolder | undefined> {
  const { dir } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dir);
  if (lock === undefined) return undefined;
  try {
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
    const storage = new Storage({ file, pagesMax: options.pagesMax });
    checkLayout(storage, created);
    const engine = new Engine(storage, () => new Date());
    repair(engine, { isSound: isWhole && wasKilled });
    const logRecord = new LogRecord(record, () => new Date());
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
        lock.release();
      }
    };
    return { socket, close };
  } catch (error) {
    lock.release();
    throw error;
  }
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
