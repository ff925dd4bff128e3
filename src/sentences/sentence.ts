import { isDeepStrictEqual } from 'node:util';
import type { Translated } from '../../openapi/texts/template.ts';
import { type Sentence, type SentenceCode, type Speak, say } from '../kernel/index.ts';

export { type Sentence, type SentenceCode, type Speak, say, type Translated };

/** Words that are not ours, such as the answer of a mail server: no language has others for them. */
export function words(text: string): Sentence {
  return say('words', { text });
}

/** Words of ours that are data, such as those of `templates/`. */
export function translatedWords(text: Translated): Sentence {
  return say('translatedWords', { text });
}

export function isSame(one: Sentence, other: Sentence): boolean {
  return one === other || (one.code === other.code && isDeepStrictEqual(one.values, other.values));
}

/** Each sentence once, in order. */
export function eachOnce(sentences: readonly Sentence[]): Sentence[] {
  return [...new Map(sentences.map((one) => [JSON.stringify(one), one])).values()];
}
