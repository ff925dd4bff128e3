import { basename } from 'node:path';
import type { BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild';

/** A result with its files in memory and the account of them. */
export type Made = BuildResult<{ write: false; metafile: true }>;

/**
 * Where people land, by themselves and from a message. What they share with others comes with the program itself:
 * nearly every page needs it.
 */
const firstPages = /^incidents?-page-/;

/** A page that is looked at in a hurry: what it shares with others is a file that has nothing else. */
const quickPage = /^on-call-page-/;

/** Code that so many parts share goes into one file: more than a page needs, but there for the next page. */
const manyParts = 2;

/**
 * Bundles what esbuild made once more. It makes a file for each set of parts that share something, and a page comes in
 * forty requests; here what pages share is in three files, and a page needs little beside them.
 */
export async function withFewerFiles(
  build: (options: BuildOptions & { write: false; metafile: true }) => Promise<Made>,
  { outputFiles, metafile }: Made,
  options: BuildOptions,
): Promise<Made> {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const graph = graphOf(metafile);
  const rings = ringsOf(graph);
  const entry = graph.entries.find((name) => name.startsWith('console-'));
  if (!entry) throw new Error('The bundle of the console has no first file.');
  return build({
    ...options,
    write: false,
    metafile: true,
    entryPoints: { console: entry },
    plugins: [madeFiles(texts, graph, rings)],
  });
}

interface Graph {
  /** The first file, and every file that is loaded later by itself. */
  entries: string[];
  /** All that each file needs at once, with itself. */
  needs: Map<string, ReadonlySet<string>>;
  first: ReadonlySet<string>;
}

function graphOf({ outputs }: Metafile): Graph {
  const imports = new Map(
    Object.entries(outputs)
      .filter(([path]) => path.endsWith('.js'))
      .map(([path, output]) => [
        basename(path),
        output.imports
          .filter(
            ({ kind, path: imported }) => kind === 'import-statement' && imported.endsWith('.js'),
          )
          .map(({ path: imported }) => basename(imported)),
      ]),
  );
  const needs = new Map(
    [...imports.keys()].map((name) => {
      const found = new Set<string>();
      const add = (one: string): void => {
        if (found.has(one)) return;
        found.add(one);
        for (const next of imports.get(one) ?? []) add(next);
      };
      add(name);
      return [name, found as ReadonlySet<string>];
    }),
  );
  const entries = Object.entries(outputs)
    .filter(([path, { entryPoint }]) => entryPoint !== undefined && path.endsWith('.js'))
    .map(([path]) => basename(path));
  const first = needs.get(entries.find((name) => name.startsWith('console-')) ?? '') ?? new Set();
  return { entries, needs, first };
}

/** Files that become one: what is there first, what the quick page shares with others, and what many parts share. */
function ringsOf({ entries, needs, first }: Graph): string[][] {
  const later = entries.filter((name) => !first.has(name));
  const shared = [...needs.keys()].filter((name) => !entries.includes(name) && !first.has(name));
  const sharedBy = (page: RegExp) => {
    const parts = later.filter((name) => page.test(name));
    return shared.filter((name) => parts.some((part) => needs.get(part)?.has(name)));
  };
  const isFree = (name: string) => !rings.some((ring) => ring.includes(name));
  const rings = [
    [...[...first].filter((name) => !entries.includes(name)), ...sharedBy(firstPages)],
  ];
  rings.push(sharedBy(quickPage).filter(isFree));
  const countOf = (name: string) => later.filter((one) => needs.get(one)?.has(name)).length;
  rings.push(shared.filter((name) => isFree(name) && countOf(name) >= manyParts));
  return rings;
}

/** Reads what was made; each part that needs one file of a ring gets all of it. */
function madeFiles(
  texts: ReadonlyMap<string, string>,
  { entries, needs }: Graph,
  rings: readonly string[][],
): Plugin {
  /** The imports of a part: all that it needs; a ring with some of it is taken whole, until nothing is new. */
  const whole = (name: string): string => {
    const chosen = new Set<string>([name]);
    for (let size = 0; size !== chosen.size; ) {
      size = chosen.size;
      const needed = new Set([...chosen].flatMap((one) => [...(needs.get(one) ?? [])]));
      for (const ring of rings)
        if (ring.some((one) => needed.has(one))) for (const one of ring) chosen.add(one);
    }
    chosen.delete(name);
    return [...chosen].map((one) => `import "./${one}";`).join('');
  };
  return {
    name: 'made-files',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path }) => ({ path: basename(path), namespace: 'made' }));
      build.onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({
        contents: `${entries.includes(path) ? whole(path) : ''}${texts.get(path) ?? ''}`,
        loader: 'js',
      }));
    },
  };
}
