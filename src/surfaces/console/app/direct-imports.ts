import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const libraries = ['@mantine/core', '@mantine/hooks'];

/** Files of the console, and of the library itself. */
const importers = /(?:\.tsx?|@mantine[\\/][a-z]+[\\/]esm[\\/].*\.mjs)$/;

/** Incidents and who is on call, looked at on phones, need little, and do without what the others share. */
const isPage =
  /[\\/]console[\\/]pages[\\/](?!incident[\\/]|incidents[\\/](?!where)|on-call[\\/](?:on-call-page|override-dialog)\.)/;

/**
 * `import { Menu } from '@mantine/core'` becomes an import of the file that has the menu. Through the one file that
 * exports everything, esbuild puts all components that any page uses into what the first page loads.
 *
 * What is loaded lazily imports the first part, which is there by then, and pages import what nearly all of them share.
 * Without it esbuild makes a file for each set of parts that share something: fifty small ones, which compress worse
 * and come one after the other.
 */
export function directImports(root: string): Plugin {
  return {
    name: 'direct-imports',
    setup(build) {
      const known = new Map(
        libraries.map((library) => [library, exportsOf(join(root, 'node_modules', library))]),
      );
      const first = join(root, 'console', 'main.tsx');
      const shared = join(root, 'console', 'pages', 'shared.ts');
      const lazy = new Set<string>();
      build.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === asked) return null;
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: asked });
        lazy.add(found.path);
        return found;
      });
      build.onLoad({ filter: importers }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes('@mantine/') && !lazy.has(path)) return null;
        let direct = text;
        if (lazy.has(path)) {
          if (isPage.test(path)) direct = `import ${JSON.stringify(shared)}; ${direct}`;
          direct = `import ${JSON.stringify(first)}; ${direct}`;
        }
        for (const [library, places] of known)
          direct = withDirectImports(direct, library, await places);
        const loader = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
        return { contents: direct, loader };
      });
    },
  };
}

/** Our own question, which must not be asked again. */
const asked = {};

/** Names that the library exports, and the file that has each. */
async function exportsOf(folder: string): Promise<Map<string, string>> {
  const index = join(folder, 'esm', 'index.mjs');
  const text = await readFile(index, 'utf8');
  const places = new Map<string, string>();
  // A name that was renamed on its way stays with the library.
  for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm))
    for (const name of names.split(','))
      if (/^\w+$/.test(name.trim()))
        places.set(name.trim(), from.startsWith('.') ? join(dirname(index), from) : from);
  return places;
}

function withDirectImports(text: string, library: string, places: Map<string, string>): string {
  const statement = new RegExp(`import \\{([^}]*)\\} from ['"]${library}['"];`, 'g');
  return text.replaceAll(statement, (whole: string, names: string) => {
    const specifiers = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '));
    const imports = specifiers.map((specifier) => {
      const place = places.get(specifier.split(' as ')[0] ?? '');
      return `import { ${specifier} } from ${JSON.stringify(place ?? library)};`;
    });
    // As many lines as before, for messages that name one.
    return imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}
