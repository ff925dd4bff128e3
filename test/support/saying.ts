import { expect } from 'vitest';
import { inEnglish, type Sentence } from '../../src/sentences/index.ts';

/** Matches a sentence by a part of its English text, as `expect.stringContaining` does a text. */
export function saying(part: string | RegExp): unknown {
  const text = part instanceof RegExp ? expect.stringMatching(part) : expect.stringContaining(part);
  return {
    asymmetricMatch: (said: Sentence) => text.asymmetricMatch(inEnglish(said)),
    toString: () => 'Saying',
    toAsymmetricMatcher: () => `Saying ${part}`,
  };
}
