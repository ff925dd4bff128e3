import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The whole file or none of it, readable by its owner only. Without `isForced` it takes the place of no other; what was
 * read is in a file beside it then, and the error says in which: reading again may take an hour.
 */
export async function writeSaved(file: string, text: string, isForced: boolean): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  if (isForced) await rename(draft, file);
  else await placeBeside(draft, file);
  await syncFolder(dirname(file));
}

async function placeBeside(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (cause) {
    throw new Error(
      `${file} cannot be written (${codeOf(cause)}). What was read is in ${draft}: move it to where you want it.`,
      { cause },
    );
  }
  await rm(draft);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return String(error);
  return error.code === 'EEXIST' ? 'it exists already' : String(error.code);
}
