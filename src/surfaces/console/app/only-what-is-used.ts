import { join, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/** A question of ours, which must not be asked again. */
const asked = {};

/**
 * Drops unused code of the server: the files that a page shares with the server import more than the page uses.
 * Importing a file of the server does nothing, so unused files are left out, and with them the parts of Node that they
 * would need.
 */
export function onlyWhatIsUsed(root: string): Plugin {
  const own = join(root, 'src') + sep;
  return {
    name: 'only-what-is-used',
    setup(build) {
      build.onResolve({ filter: /^node:/ }, ({ path }) => ({
        ...{ path, external: true, sideEffects: false },
      }));
      build.onResolve({ filter: /./ }, async ({ path, importer, pluginData, ...place }) => {
        if (pluginData === asked) return null;
        const { kind, resolveDir, with: attributes } = place;
        const options = { kind, resolveDir, importer, with: attributes, pluginData: asked };
        const found = await build.resolve(path, options);
        if (found.errors.length > 0) return null;
        const isServer = importer.startsWith(own) || found.path.startsWith(own);
        return { path: found.path, ...(isServer && { sideEffects: false }) };
      });
    },
  };
}
