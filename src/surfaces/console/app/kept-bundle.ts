import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../kernel/index.ts';
import { areUnchanged, type Bundle, type MadeBundle } from './bundle.ts';
import { bundleApart } from './bundle-apart.ts';

const folder = fileURLToPath(
  new URL('../../../../node_modules/.cache/tocsin-console', import.meta.url),
);

const packedFolder = join(folder, 'packed');
/** By their digests: reading them one by one holds up nobody. */
const filesFolder = join(folder, 'files');

type Kept = Omit<MadeBundle, 'files'> & { files: [name: string, digest: string][] };

/**
 * The bundle of an earlier start, unless a source has changed since. Where nothing can be written, as in a container
 * that is read-only, each start makes its own.
 */
export async function loadBundle(log: Log): Promise<Bundle> {
  const kept = await readKept();
  if (kept && (await areUnchanged(kept.inputs))) return kept;
  const made = await bundleApart();
  await keep(made).catch((error: unknown) =>
    log.warn({ err: error }, 'the bundle of the console could not be kept for the next start'),
  );
  return made;
}

async function readKept(): Promise<MadeBundle | null> {
  try {
    const kept = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as Kept;
    const files = new Map<string, Uint8Array>();
    for (const [name, digest] of kept.files)
      files.set(name, await readFile(join(filesFolder, digest)));
    return { ...kept, files };
  } catch {
    return null;
  }
}

/** A file packed as at an earlier start: in the best way that takes seconds for the whole console. */
export async function keptPacked(
  bytes: Uint8Array,
  way: string,
  pack: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const name = `${digestOf(bytes)}.${way}`;
  const kept = await readFile(join(packedFolder, name)).catch(() => null);
  if (kept) return kept;
  const made = await pack();
  // Where nothing can be written, loading the bundle has said so.
  await write(packedFolder, name, made).catch(() => undefined);
  return made;
}

async function keep(made: MadeBundle): Promise<void> {
  const there = new Set(await readdir(filesFolder).catch(() => []));
  const files: Kept['files'] = [];
  for (const [name, bytes] of made.files) {
    const digest = digestOf(bytes);
    if (!there.has(digest)) await write(filesFolder, digest, bytes);
    files.push([name, digest]);
  }
  const kept: Kept = { ...made, files };
  await write(folder, 'bundle.json', JSON.stringify(kept));
  // Removes the bundle before; last, so that a process that still reads it finds all of it.
  const ours = new Set(files.map(([, digest]) => digest));
  const old = [...there].filter((name) => !ours.has(name) && !name.endsWith('.tmp'));
  for (const name of old) await rm(join(filesFolder, name), { force: true });
  if (old.length > 0) await rm(packedFolder, { recursive: true, force: true });
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Written beside and renamed, because another process may be reading. */
async function write(into: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(into, { recursive: true });
  const draft = join(into, `${randomUUID()}.tmp`);
  try {
    await writeFile(draft, content);
    await rename(draft, join(into, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
