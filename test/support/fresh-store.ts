import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { type DatabaseThread, openStore } from '../../src/store/index.ts';
import { dataRoot } from './data-folder.ts';

let files: Promise<Map<string, Buffer>> | undefined;

/**
 * Writes an embedded database with all collections and their indexes, and nothing in them: making them is half of a
 * start.
 */
export async function writeFreshStore(
  dataDir: string,
  databaseThread: DatabaseThread,
): Promise<void> {
  files ??= makeFreshStore(databaseThread);
  for (const [name, bytes] of await files) await writeFile(join(dataDir, name), bytes);
}

async function makeFreshStore(databaseThread: DatabaseThread): Promise<Map<string, Buffer>> {
  const dataDir = await mkdtemp(join(dataRoot(), 'tocsin-fresh-'));
  const store = await openStore({
    mongodbUri: undefined,
    dataDir,
    log: createLog('warn'),
    models,
    mayBeEmpty: true,
    databaseThread,
  });
  await store.close();
  const made = new Map<string, Buffer>();
  for (const name of ['data.db', 'data.db-sums'])
    made.set(name, await readFile(join(dataDir, name)));
  await rm(dataDir, { recursive: true });
  return made;
}
