import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeMapping } from './complete-mapping.ts';
import { parseType } from './parse-type.ts';
import { readSample, type SampleRequest } from './read-sample.ts';
import type { IntegrationType, Paste } from './types.ts';

export interface Catalogue {
  /** Sorted by id. */
  readonly types: readonly IntegrationType[];
  /** The type with this id or alias, in any casing. */
  find(idOrAlias: string): IntegrationType | undefined;
  /** A request of the type's tool when a problem begins; null where there is none. Read when asked for: few are. */
  sampleOf(type: IntegrationType): Promise<SampleRequest | null>;
}

/**
 * Reads every `templates/<TypeId>/type.yaml` below `directory`, with its paste text.
 * @throws an Error that lists every mistake of every file: a server must not start with half a catalogue.
 */
export async function loadCatalogue(directory: string): Promise<Catalogue> {
  const entries = await readdir(directory, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const loaded = await Promise.all(
    folders.toSorted().map((folder) => loadFolder(directory, folder)),
  );
  const types = loaded.flatMap((one) => ('type' in one ? [one.type] : []));
  const mistakes = loaded.flatMap((one) =>
    'mistakes' in one ? one.mistakes.map((mistake) => `${one.folder}/type.yaml: ${mistake}`) : [],
  );

  const byName = new Map<string, IntegrationType>();
  for (const type of types) {
    for (const name of [type.id, ...type.aliases]) {
      const key = name.toLowerCase();
      const other = byName.get(key);
      if (other && other !== type)
        mistakes.push(`${type.id}/type.yaml: the name ${name} is taken by ${other.id}`);
      else byName.set(key, type);
    }
  }
  if (mistakes.length > 0) {
    throw new Error(`The integration types in ${directory} are not valid:\n${mistakes.join('\n')}`);
  }
  return {
    types,
    find: (idOrAlias) => byName.get(idOrAlias.toLowerCase()),
    sampleOf: ({ id }) => readSample(directory, id),
  };
}

async function loadFolder(
  directory: string,
  folder: string,
): Promise<{ type: IntegrationType } | { folder: string; mistakes: string[] }> {
  const path = join(directory, folder);
  const names = await readdir(path);
  if (!names.includes('type.yaml')) return { folder, mistakes: ['is missing'] };
  const yaml = await readFile(join(path, 'type.yaml'), 'utf8');
  const fileName = names.find((name) => name.startsWith('paste.'));
  const paste: Paste | null =
    fileName === undefined
      ? null
      : { fileName, text: await readFile(join(path, fileName), 'utf8') };
  const parsed = parseType(folder, yaml, paste);
  if ('mistakes' in parsed) return { folder, mistakes: parsed.mistakes };
  const snippets = names.includes('snippets') ? await readSnippets(join(path, 'snippets')) : [];
  return { type: { ...parsed.type, snippets, mapping: completeMapping(parsed.type) } };
}

async function readSnippets(path: string): Promise<Paste[]> {
  const names = (await readdir(path)).toSorted();
  return Promise.all(
    names.map(async (fileName) => ({
      fileName,
      text: await readFile(join(path, fileName), 'utf8'),
    })),
  );
}
