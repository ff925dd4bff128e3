import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { cleanElements } from './clean-elements.ts';
import { directImports } from './direct-imports.ts';
import { withFewerFiles } from './fewer-files.ts';
import { bundleImportWorker } from './import-worker.ts';
import { usedStyles } from './used-styles.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The console as browsers get it. */
export interface Bundle {
  /** By name; the name says the content, except for that of the worker. */
  files: Map<string, Uint8Array>;
  /** The script and the style of the first page. */
  script: string;
  style: string;
  /** The scripts of each page beyond the first one, by the path of its route; paths without parameters come first. */
  pages: [path: string, scripts: string[]][];
}

/** A bundle, and what it was made of: files of this repository by path, and the SHA-256 of each. */
export interface MadeBundle extends Bundle {
  inputs: Record<string, string>;
}

/** Runs beside the pages: shows what is pushed, and keeps what is needed without a network. */
export const workerName = 'service-worker.js';

/** Pages that a person needs where there is no network, what is around them, and the words of their language. */
const offlinePages = /^made:(?:(?:incidents|incident|on-call|me)-page|person-menu|in-german)-/;

/** The lock file decides about the packages in the bundle. */
const lockFile = 'package-lock.json';

/** The files that make the bundle. */
const bundlers = [
  ...['bundle', 'clean-elements', 'direct-imports', 'fewer-files', 'import-worker'],
  ...['only-what-is-used', 'used-styles'],
].map((name) => `src/surfaces/console/app/${name}.ts`);

/** Bundles `console/`: a second on two cores. esbuild is loaded for it, and ended afterwards. */
export async function makeBundle(): Promise<MadeBundle> {
  const esbuild = await import('esbuild');
  try {
    const options = {
      absWorkingDir: root,
      outdir: 'assets',
      bundle: true,
      splitting: true,
      format: 'esm' as const,
      target: ['chrome115', 'firefox115', 'safari17'],
      minify: true,
      legalComments: 'none' as const,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      logLevel: 'silent' as const,
    } satisfies BuildOptions;
    const imports = await bundleImportWorker(esbuild.build, options, root);
    const parts = await esbuild.build({
      ...options,
      entryPoints: { console: 'console/main.tsx' },
      write: false,
      metafile: true,
      jsx: 'automatic',
      define: {
        'process.env.NODE_ENV': '"production"',
        IMPORT_WORKER: JSON.stringify(`/assets/${imports.script}`),
      },
      tsconfigRaw: { compilerOptions: { target: 'esnext', jsx: 'react-jsx' } },
      // Made below, once, and not for each page that is loaded lazily.
      loader: { '.css': 'empty' },
      plugins: [cleanElements(root), directImports(root)],
    });
    const { outputFiles, metafile } = await withFewerFiles(esbuild.build, parts, options);
    const sheet = await esbuild.build({
      ...options,
      entryPoints: { console: 'console/styles.css' },
      write: false,
      metafile: true,
      plugins: [usedStyles(outputFiles.map(({ text }) => text))],
    });
    const files = new Map(
      [...outputFiles, ...sheet.outputFiles].map(({ path, contents }) => [
        basename(path),
        contents,
      ]),
    );
    const named = (ending: string): string => {
      const found = [...files.keys()].find(
        (name) => name.startsWith('console-') && name.endsWith(ending),
      );
      if (!found) throw new Error(`The bundle of the console has no ${ending}.`);
      return found;
    };
    const [script, style] = [whereItIs(metafile, named('.js')), named('.css')];
    for (const [name, contents] of imports.files) files.set(name, contents);
    const offline = offlineFiles(metafile, [script, style]);
    const worker = await esbuild.build({
      absWorkingDir: root,
      entryPoints: { 'service-worker': 'console/service-worker/service-worker.ts' },
      outdir: 'assets',
      write: false,
      bundle: true,
      format: 'iife',
      target: ['chrome115', 'firefox115', 'safari17'],
      minify: true,
      metafile: true,
      legalComments: 'none',
      define: { OFFLINE_FILES: JSON.stringify(offline) },
      tsconfigRaw: { compilerOptions: { target: 'esnext' } },
      logLevel: 'silent',
    });
    for (const { contents } of worker.outputFiles) files.set(workerName, contents);
    const own = [imports, parts, sheet, worker]
      .flatMap(({ metafile: { inputs } }) => Object.keys(inputs))
      .map((path) => relative(root, resolve(root, path)))
      .filter((path) => !path.startsWith('node_modules') && !path.includes(':'));
    return {
      files,
      script,
      style,
      pages: await scriptsOfPages(metafile, [script, style]),
      inputs: await hashesOf([lockFile, ...bundlers, ...own]),
    };
  } finally {
    await esbuild.stop();
  }
}

/** The file of the program where the first one does nothing but import it, as parts that are loaded later do, too. */
function whereItIs({ outputs }: Metafile, entry: string): string {
  const { imports = [], inputs = {} } = outputs[`assets/${entry}`] ?? {};
  const [only, ...others] = imports.filter(({ kind }) => kind === 'import-statement');
  const isEmpty = Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0);
  return only && others.length === 0 && isEmpty ? basename(only.path) : entry;
}

/** Names of the first files and of the pages for offline, with all that they import at once. */
function offlineFiles(metafile: Metafile, first: readonly string[]): string[] {
  const pages = Object.entries(metafile.outputs).filter(
    ([, { entryPoint }]) => entryPoint !== undefined && offlinePages.test(entryPoint),
  );
  return [...withImports(metafile, [...first, ...pages.map(([path]) => path)])].toSorted();
}

/** The scripts that the document of each page names: browsers fetch them beside the first script, not after it. */
async function scriptsOfPages(
  metafile: Metafile,
  first: readonly string[],
): Promise<Bundle['pages']> {
  const routes = await readFile(resolve(root, 'console/routes.ts'), 'utf8');
  const there = withImports(metafile, first);
  const pages = [
    ...routes.matchAll(/\bpath: '([^']+)',[^}]*?import\('[^']*\/([\w-]+)\.tsx'\)/g),
  ].map(([, path = '', page = '']): [string, string[]] => {
    const entries = Object.keys(metafile.outputs).filter(
      (output) =>
        output.endsWith('.js') &&
        metafile.outputs[output]?.entryPoint?.match(/^made:(.+)-\w+\.js$/)?.[1] === page,
    );
    return [path, [...withImports(metafile, entries).difference(there)]];
  });
  return pages.toSorted(
    ([one], [other]) => Number(one.includes('$')) - Number(other.includes('$')),
  );
}

/** Names of these files, and of all that they import at once. */
function withImports({ outputs }: Metafile, paths: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const add = (path: string): void => {
    const name = basename(path);
    if (needed.has(name)) return;
    needed.add(name);
    const output = outputs[path] ?? outputs[`assets/${name}`];
    for (const { path: imported, kind } of output?.imports ?? [])
      if (kind === 'import-statement') add(imported);
  };
  for (const path of paths) add(path);
  return needed;
}

/** Whether these files are still what they were. */
export async function areUnchanged(inputs: Record<string, string>): Promise<boolean> {
  const now = await hashesOf(Object.keys(inputs)).catch(() => null);
  return now !== null && Object.entries(inputs).every(([path, hash]) => now[path] === hash);
}

async function hashesOf(paths: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(
      paths.map(
        async (path): Promise<[string, string]> => [
          path,
          createHash('sha256')
            .update(await readFile(resolve(root, path)))
            .digest('base64'),
        ],
      ),
    ),
  );
}
