import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from './embedded/index.ts';

/**
 * Copies the embedded database into the new file `target`, while a server works with it or not. The copy is complete: it lies
 * in a data folder as `data.db`. Throws when the folder has no database or the file exists.
 */
export async function backUpDataFolder(dataDir: string, target: string): Promise<void> {
  await withDataFolder(dataDir, (embedded) => embedded.backup(target));
}

/** Writes every collection into the new folder `target`, for `mongorestore`, while a server works with the data or not. */
export async function exportDataFolder(dataDir: string, target: string): Promise<void> {
  await withDataFolder(dataDir, (embedded) => embedded.exportDump(target));
}

async function withDataFolder(
  dataDir: string,
  work: (embedded: Embedded) => Promise<void>,
): Promise<void> {
  if (!existsSync(join(dataDir, 'data.db')))
    throw new Error(`There is no database in ${dataDir}; name its folder in TOCSIN_DATA_DIR.`);
  const embedded = await startEmbedded({ dir: dataDir });
  try {
    await work(embedded);
  } finally {
    await embedded.close();
  }
}
