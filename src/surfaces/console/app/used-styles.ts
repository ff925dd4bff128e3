import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Names of classes as the library gives them to its components. */
const classes = /\bm_[0-9a-f]+\b/g;

/**
 * The sheet of the library without the components that no script names: a third of it, for which the first page would
 * wait.
 */
export function usedStyles(scripts: readonly string[]): Plugin {
  const used = new Set(scripts.flatMap((text) => text.match(classes) ?? []));
  return {
    name: 'used-styles',
    setup(build) {
      build.onLoad({ filter: /@mantine[\\/]core[\\/]styles\.css$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        // Beside the whole sheet, which is them one after the other.
        const folder = join(dirname(path), 'styles');
        for (const name of await readdir(folder)) {
          const part = (await readFile(join(folder, name), 'utf8')).trim();
          const named = part.match(classes) ?? [];
          if (named.length > 0 && !named.some((one) => used.has(one)))
            contents = contents.replace(part, () => '');
        }
        return { contents, loader: 'css' };
      });
    },
  };
}
