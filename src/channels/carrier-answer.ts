import { type Sentence, say } from '../sentences/index.ts';

/** The answer of a carrier, in its own words where it has some. */
export function carrierAnswer(
  carrier: string,
  status: number,
  words: string | undefined,
): Sentence {
  return words
    ? say('carrierSaid', { carrier, status, words: words.slice(0, 300) })
    : say('carrierAnswered', { carrier, status });
}
