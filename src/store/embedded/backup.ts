import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { sealBackup } from './sealed-backup.ts';
import { CommandError } from './semantics/errors.ts';
import { damageText, verifyPages } from './verify-pages.ts';

const operationFailed = 96;
/** Half a megabyte. */
const stepPages = 64;
/** Flushed as it grows: an answer to a write waits for the disk, and must not wait for gigabytes of a copy. */
const stepsPerFlush = 32;

/**
 * Copies the data file while it is in use. The copy is a complete data file: put it into an empty folder as
 * `data.db` and start. Runs in a thread of its own (`copy-worker.ts`).
 */
export async function backupFile(dataFile: string, handle: number, target: string): Promise<void> {
  if (existsSync(target)) {
    throw new CommandError('BadValue', `backup target ${target} exists already; name a new file`);
  }
  const verified = await verifyPages(dataFile, { handle });
  if (verified !== undefined && verified.damaged.length > 0)
    throw new CommandError(operationFailed, damageText(dataFile, verified));
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  const draftHandle = openSync(draft, 'wx', 0o600);
  const source = new DatabaseSync(dataFile, { readOnly: true });
  try {
    // One transaction over all steps: one consistent state, whatever is written meanwhile.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    let step = 0;
    await backup(source, draft, {
      rate: stepPages,
      progress() {
        step += 1;
        if (step % stepsPerFlush === 0) fdatasyncSync(draftHandle);
      },
    });
    source.close();
    standAlone(draft);
    fsyncSync(draftHandle);
    await sealBackup(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(operationFailed, `backup to ${target} failed: ${reason}`, {
      cause: error,
    });
  } finally {
    if (source.isOpen) source.close();
    closeSync(draftHandle);
  }
  renameSync(draft, target);
  syncFolder(dirname(target));
}

/** No log belongs to the copy. */
function standAlone(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA application_id = 0');
  } finally {
    copy.close();
  }
}

/** A file has its new name for certain only once its folder is on the disk. */
function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
