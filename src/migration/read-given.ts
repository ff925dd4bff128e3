import type { FileSource, Product } from './products/product.ts';
import type { SavedAnswers } from './read/saved.ts';

/**
 * Reads a file, a folder, a zip archive, or with `-` the text of a pipe. The error says what is wrong. The module that
 * opens archives is loaded only when it is needed.
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
