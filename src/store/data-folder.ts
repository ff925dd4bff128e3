import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { damageText, type Embedded, startEmbedded, verifyPages } from './embedded/index.ts';

/**
 * Copies the embedded database into the new file `target`, while a server works with it or not. The copy is complete:
 * it lies in a data folder as `data.db`. Throws when the folder has no database or the file exists.
 */
export async function backUpDataFolder(dataDir: string, target: string): Promise<void> {
  await withDataFolder(dataDir, (embedded) => embedded.backup(target));
}

/**
 * Whether the pages of the data file are what was written, while a server works with it or not: how many there are, and
 * what is damaged. Null where there is nothing to compare them with.
 */
export async function verifyDataFolder(
  dataDir: string,
): Promise<{ pages: number; damage: string | null } | null> {
  const file = join(dataDir, 'data.db');
  const verified = await verifyPages(file);
  if (verified === undefined) return null;
  const damage = verified.damaged.length > 0 ? damageText(file, verified) : null;
  return { pages: verified.pages, damage };
}

interface Dump {
  documents: number;
  /** The command that reads it into the server of MONGODB_URI. */
  command: string;
}

/**
 * Writes every collection into the new folder `target`, for `mongorestore`, while a server works with the data or not.
 * `mongorestore` reads the collections of one folder into the database that the URI names; from a URI without a
 * database it takes the folders below as databases, and the server then works in the one called `test`.
 */
export async function exportDataFolder(
  dataDir: string,
  target: string,
  { mongodbUri, database }: { mongodbUri: string | undefined; database?: string | undefined },
): Promise<Dump> {
  const named = mongodbUri === undefined ? undefined : databaseOf(mongodbUri);
  if (database !== undefined && named !== undefined && named !== database) {
    throw new Error(`MONGODB_URI names the database ${named}, not ${database}.`);
  }
  const hasDatabase = mongodbUri === undefined || named !== undefined;
  const name = hasDatabase ? (database ?? named ?? 'tocsin') : (database ?? 'test');
  const documents = await withDataFolder(dataDir, (embedded) => embedded.exportDump(target, name));
  const source = hasDatabase ? join(target, name) : target;
  return { documents, command: `mongorestore --uri "$MONGODB_URI" ${quoted(source)}` };
}

/** The database that a connection string names; the servers' addresses may be several, so it is no URL. */
function databaseOf(uri: string): string | undefined {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function withDataFolder<Result>(
  dataDir: string,
  work: (embedded: Embedded) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(join(dataDir, 'data.db')))
    throw new Error(`There is no database in ${dataDir}; name its folder in TOCSIN_DATA_DIR.`);
  const embedded = await startEmbedded({ dir: dataDir });
  try {
    return await work(embedded);
  } finally {
    await embedded.close();
  }
}
