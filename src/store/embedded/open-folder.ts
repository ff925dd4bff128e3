import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Checkpointer } from './checkpointer.ts';
import { Engine } from './engine.ts';
import { lockFolder, prepareSocketPath, writeOwnerNote } from './folder-lock.ts';
import { repair } from './repair.ts';
import { Storage } from './storage.ts';
import { startTimeToLive } from './time-to-live.ts';
import { WireServer } from './wire-server.ts';

export interface FolderOptions {
  dir: string;
  /** Seconds between two sweeps for expired documents. */
  ttlSweepSeconds: number;
  /** Cap of the file in pages of 4 KiB; for tests of a full disk. */
  pagesMax: number | undefined;
}

export interface OpenedFolder {
  socket: string;
  close(): Promise<void>;
}

/** The layout of the file; another number means another program wrote it. */
const layout = 1;

/** Opens the folder and serves it; `undefined` when another engine has it. */
export async function openFolder(options: FolderOptions): Promise<OpenedFolder | undefined> {
  const { dir } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dir);
  if (lock === undefined) return undefined;
  try {
    const file = join(dir, 'data.db');
    const created = !existsSync(file);
    keepPrivate(file);
    const storage = new Storage({ file, pagesMax: options.pagesMax });
    checkLayout(storage, created);
    const engine = new Engine(storage, () => new Date());
    repair(engine);
    engine.catalog.setMeta('stopped', 'no');
    // The log is a new file at every start.
    syncDirectory(dir);
    const checkpointer = new Checkpointer(storage);
    engine.afterCommit = () => checkpointer.afterCommit();
    const server = new WireServer(engine);
    const socket = prepareSocketPath(dir);
    await server.listen(socket);
    writeOwnerNote(dir, { pid: process.pid, socket });
    const background = startTimeToLive(engine, options.ttlSweepSeconds);
    const close = async () => {
      clearInterval(background);
      await server.close();
      await engine.commits.whenIdle();
      await checkpointer.close();
      if (engine.readOnlyReason === undefined) {
        engine.catalog.setMeta('stopped', 'cleanly');
        storage.checkpoint('TRUNCATE');
      }
      storage.close();
      lock.release();
    };
    return { socket, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function checkLayout(storage: Storage, created: boolean): void {
  const row = storage.db.prepare('PRAGMA user_version').get();
  const found = Number(row?.user_version ?? 0);
  if (created || found === 0) {
    storage.db.exec(`PRAGMA user_version = ${layout}`);
  } else if (found !== layout) {
    throw new Error(
      `the data folder was written in layout ${found}, this version reads ${layout}: start the version that wrote it`,
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
