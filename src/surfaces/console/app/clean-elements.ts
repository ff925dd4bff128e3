import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Elements of the console, and of the libraries in it, are made by `console/parts/clean-jsx.ts`: no text that came from
 * outside is shown with characters that turn the direction of writing.
 */
export function cleanElements(root: string): Plugin {
  const own = join(root, 'console', 'parts', 'clean-jsx.ts');
  return {
    name: 'clean-elements',
    setup(build) {
      build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ importer }) =>
        importer === own ? null : { path: own },
      );
    },
  };
}
