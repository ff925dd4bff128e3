import type { FileSource, Product } from './products/product.ts';
import type { SavedAnswers } from './read/saved.ts';

/**
 * Reads a file, a folder, a zip archive, or with `-` what comes by a pipe. Throws with what is wrong. What opens
 * archives is loaded for this only.
 */
export async function readGiven(
  product: Product | FileSource,
  place: string,
  { input, now }: { input: AsyncIterable<Uint8Array>; now: Date },
): Promise<SavedAnswers> {
  const [{ readFiles, readStream }, { answersIn }] = await Promise.all([
    import('./read/files.ts'),
    import('./read/source.ts'),
  ]);
  return answersIn(product, place === '-' ? await readStream(input, now) : await readFiles(place));
}
