import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../kernel/index.ts';
import { areUnchanged, type Bundle, type MadeBundle, makeBundle } from './bundle.ts';

const folder = fileURLToPath(
  new URL('../../../../node_modules/.cache/tocsin-console', import.meta.url),
);

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

/** Written beside and renamed, because another process may be reading. */
async function keep(made: MadeBundle): Promise<void> {
  const kept: Kept = {
    ...made,
    files: [...made.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  };
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${randomUUID()}.tmp`);
  try {
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, join(folder, 'bundle.json'));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
