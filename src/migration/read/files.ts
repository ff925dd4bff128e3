import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { checkGiven, createBudget, isZip, type Texts, textOf, unzipped, useOf } from './unpack.ts';

/** A source as it was given: one file, or all of a folder or zip archive that may be meant. */
export interface GivenFiles {
  /** As it was named; for errors. */
  name: string;
  isOne: boolean;
  texts: Texts;
  /** Paths of Terraform's configuration, which is not read. */
  configuration: readonly string[];
  /** When the newest of them was written. */
  writtenAt: Date;
}

/** Reads a file, a folder with all below it, or a zip archive. Throws with what is wrong. */
export async function readFiles(place: string): Promise<GivenFiles> {
  const found = await stat(place).catch((cause: unknown) => {
    throw new Error(`${place} cannot be read: ${codeOf(cause)}.`, { cause });
  });
  if (found.isDirectory()) return readFolder(place);
  checkGiven(place, found.size);
  return filesIn(place, await readFile(place), found.mtime);
}

/** Reads what comes by a pipe. */
export async function readStream(
  stream: AsyncIterable<Uint8Array>,
  now: Date,
): Promise<GivenFiles> {
  const name = 'Standard input';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    checkGiven(name, bytes);
    chunks.push(chunk);
  }
  if (bytes === 0) throw new Error('Nothing came by standard input.');
  return filesIn(name, Buffer.concat(chunks), now);
}

function filesIn(name: string, bytes: Uint8Array, writtenAt: Date): GivenFiles {
  if (isZip(bytes)) return { name, isOne: false, ...unzipped(name, bytes), writtenAt };
  const path = basename(name);
  if (useOf(path) === 'configuration')
    return { name, isOne: true, texts: new Map(), configuration: [path], writtenAt };
  const texts = new Map([[path, textOf(name, bytes)]]);
  return { name, isOne: true, texts, configuration: [], writtenAt };
}

async function readFolder(folder: string): Promise<GivenFiles> {
  const budget = createBudget(folder);
  const texts = new Map<string, string>();
  const configuration: string[] = [];
  let writtenAt = new Date(0);
  for (const path of await pathsIn(folder)) {
    const use = useOf(path);
    if (use === 'configuration') configuration.push(path);
    if (use !== 'read') continue;
    const file = join(folder, path);
    const { size, mtime } = await stat(file);
    budget.take(size);
    if (mtime > writtenAt) writtenAt = mtime;
    texts.set(path, textOf(file, await readFile(file)));
  }
  return { name: folder, isOne: false, texts, configuration, writtenAt };
}

/** Regular files, in order; links are not followed, and hidden folders, which may be large, not opened. */
async function pathsIn(folder: string, below = folder): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(below, { withFileTypes: true })) {
    const path = relative(folder, join(below, entry.name)).split(sep).join('/');
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() && useOf(`${path}/any.json`) === 'read')
      found.push(...(await pathsIn(folder, join(below, entry.name))));
  }
  return found.sort();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
