/**
 * `node cdktf-provider/build/generate.ts [--check]`: merges the OpenAPI document with the overlays
 * and writes what is derived from them. With `--check` it writes nothing and fails on a difference.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogues, ephemeralResources, resources } from '../resources/index.ts';
import type { ResolvedProvider } from '../rest/resolved.ts';
import type { OpenApiDocument } from './document.ts';
import { resolveProvider } from './resolve.ts';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const documentPath = join(home, '../openapi/bundled/public-v1.json');

/** Throws ResolveError when overlays and document disagree. */
export function resolveFromDisk(): ResolvedProvider {
  const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApiDocument;
  return resolveProvider(document, resources, catalogues, ephemeralResources);
}

/** Path below this folder -> content of every generated file. */
export function derivedFiles(): ReadonlyMap<string, string> {
  const resolved = resolveFromDisk();
  return new Map([['generated/provider-schema.json', `${JSON.stringify(resolved, null, 1)}\n`]]);
}

/** Pages read the schema as it is checked in, so they come after it. */
async function pages(): Promise<ReadonlyMap<string, string>> {
  const { documentationPages } = await import('./docs.ts');
  return documentationPages();
}

async function main(check: boolean): Promise<void> {
  const stale = await bring(derivedFiles(), check);
  stale.push(...(await bring(await pages(), check)));
  if (check && stale.length > 0) {
    process.stderr.write(`Out of date, run npm run generate:\n${stale.join('\n')}\n`);
    process.exitCode = 1;
  }
}

/** Writes what differs, unless only asked; returns the names of what differs. */
async function bring(files: ReadonlyMap<string, string>, check: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, content] of files) {
    const path = join(home, name);
    const present = await readFile(path, 'utf8').catch(() => '');
    if (present === content) continue;
    stale.push(relative(process.cwd(), path));
    if (check) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return stale;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.includes('--check'));
}
