import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../kernel/index.ts';
import { areUnchanged, type Bundle, type MadeBundle, makeBundle } from './bundle.ts';

const folder = fileURLToPath(
  new URL('../../../../node_modules/.cache/tocsin-console', import.meta.url),
);

const packedFolder = join(folder, 'packed');

type Kept = Omit<MadeBundle, 'files'> & { files: [name: string, base64: string][] };

/**
 * The bundle of an earlier start, unless a source has changed since. Where nothing can be written, as in a container that is read-only,
 * each start makes its own.
 */
export async function loadBundle(log: Log): Promise<Bundle> {
  const kept = await readKept();
  if (kept && (await areUnchanged(kept.inputs)))
    return {
      ...kept,
      files: new Map(kept.files.map(([name, text]) => [name, Buffer.from(text, 'base64')])),
    };
  const made = await makeBundle();
  await keep(made).catch((error: unknown) =>
    log.warn({ err: error }, 'the bundle of the console could not be kept for the next start'),
  );
  return made;
}

async function readKept(): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as Kept;
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
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${way}`;
  const kept = await readFile(join(packedFolder, name)).catch(() => null);
  if (kept) return kept;
  const made = await pack();
  // Where nothing can be written, loading the bundle has said so.
  await write(packedFolder, name, made).catch(() => undefined);
  return made;
}

async function keep(made: MadeBundle): Promise<void> {
  const kept: Kept = {
    ...made,
    files: [...made.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  };
  // Of the bundle before.
  await rm(packedFolder, { recursive: true, force: true });
  await write(folder, 'bundle.json', JSON.stringify(kept));
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
