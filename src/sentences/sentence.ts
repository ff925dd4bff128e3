import { isDeepStrictEqual } from 'node:util';
import type { components } from '../contract/index.ts';
import type { english } from './english/index.ts';
import type { SlotValue, ValuesOf } from './template.ts';

export type SentenceCode = components['schemas']['SentenceCode'];

/** What is said to people, before it is in a language: stored, answered and translated by its code. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values: Readonly<Record<string, SlotValue>>;
}

type Values<Code extends SentenceCode> = ValuesOf<(typeof english)[Code]>;

/** `say('tierOfTeam', { tier: 1, team: 'Database' })`. */
export function say<Code extends SentenceCode>(
  code: Code,
  ...[values]: keyof Values<Code> extends never ? [] : [values: Values<Code>]
): Sentence {
  return { code, values: values ?? {} };
}

/** Words that are not ours, such as the answer of a mail server: no language has others for them. */
export function words(text: string): Sentence {
  return say('words', { text });
}

export function isSame(one: Sentence, other: Sentence): boolean {
  return one === other || (one.code === other.code && isDeepStrictEqual(one.values, other.values));
}

/** Each sentence once, in order. */
export function eachOnce(sentences: readonly Sentence[]): Sentence[] {
  return [...new Map(sentences.map((one) => [JSON.stringify(one), one])).values()];
}
