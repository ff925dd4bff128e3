import type { english } from './english/index.ts';
import type { SlotValue } from './template.ts';

/** Which sentence it is; `generate/sentences.ts` makes the enum of the contract of it. */
export type SentenceCode = keyof typeof english;

/** What is said to people, before it is in a language: stored, answered and translated by its code. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values: Readonly<Record<string, SlotValue>>;
}
