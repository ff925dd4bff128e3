import { join, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/** A question of ours, which must not be asked again. */
const asked = {};

/**
 * What a page shares with the server imports more than it uses. Importing a file of the server does nothing, so what is
 * not used is left out, and with it the parts of Node that it would need.
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
