import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../../docs/', import.meta.url);

/** Names of the pages of `docs/`, without those of single tools, which integration types tell. */
export async function listPages(): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted();
}

/** A page as it is written; null where there is none. */
export async function readPage(name: string): Promise<string | null> {
  const pages = await listPages();
  return pages.includes(name) ? readFile(new URL(`${name}.md`, folder), 'utf8') : null;
}
