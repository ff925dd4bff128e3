import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileGiven, folderGiven, type GivenFiles } from './given.ts';
import { checkGiven, useOf } from './unpack.ts';

/** Reads a file, a folder with all below it, or a zip archive. Throws with what is wrong. */
export async function readFiles(place: string): Promise<GivenFiles> {
  const found = await stat(place).catch((cause: unknown) => {
    throw new Error(`${place} cannot be read: ${codeOf(cause)}.`, { cause });
  });
  if (found.isDirectory()) return readFolder(place);
  checkGiven(place, found.size);
  return fileGiven(place, await readFile(place), found.mtime);
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
  return fileGiven(name, Buffer.concat(chunks), now);
}

async function readFolder(folder: string): Promise<GivenFiles> {
  const paths = await pathsIn(folder);
  return folderGiven(
    folder,
    paths.map((path) => ({
      path,
      async open() {
        const file = join(folder, path);
        const { size, mtime } = await stat(file);
        return { size, writtenAt: mtime, bytes: () => readFile(file) };
      },
    })),
  );
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
