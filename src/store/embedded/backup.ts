import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { CommandError } from './semantics/errors.ts';

/** More pages than any file has: one step, so one consistent state, whatever is written meanwhile. */
const allPages = 2_147_483_647;

/**
 * Copies the data file while it is in use. The copy is a complete data file: put it into an empty folder as
 * `data.db` and start. It runs in the thread pool over a connection of its own, so nobody waits for it.
 */
export async function backupFile(dataFile: string, target: string): Promise<void> {
  if (existsSync(target)) {
    throw new CommandError('BadValue', `backup target ${target} exists already; name a new file`);
  }
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  const source = new DatabaseSync(dataFile, { readOnly: true });
  try {
    await backup(source, draft, { rate: allPages });
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(96, `backup to ${target} failed: ${reason}`, { cause: error });
  } finally {
    source.close();
  }
  await syncToDisk(draft);
  renameSync(draft, target);
  await syncToDisk(dirname(target));
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
