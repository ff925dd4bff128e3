import { basename } from 'node:path';
import type { BuildOptions } from 'esbuild';
import type { Made } from './fewer-files.ts';
import { onlyWhatIsUsed } from './only-what-is-used.ts';

/** Runs imports from other products beside the page that is about them. It may connect to nobody. */
export const importWorker = /^import-worker-/;

/** Bundles it by itself: no page needs any of it. */
export async function bundleImportWorker(
  build: (options: BuildOptions & { write: false; metafile: true }) => Promise<Made>,
  options: BuildOptions,
  root: string,
) {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { 'import-worker': 'console/pages/come-from/worker/import-worker.ts' },
    write: false,
    metafile: true,
    tsconfigRaw: { compilerOptions: { target: 'esnext' } },
    plugins: [onlyWhatIsUsed(root)],
  });
  const files = outputFiles.map(({ path, contents }) => [basename(path), contents] as const);
  const [script] = files.find(([name]) => importWorker.test(name)) ?? [];
  if (!script) throw new Error('The bundle of imports has no first file.');
  return { files, script, metafile };
}
