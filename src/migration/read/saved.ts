import { isObject } from '../../kernel/index.ts';
import type { KindAnswer, KindResult, Results } from './read-all.ts';

/** The file that `--save` wrote, read back. */
export interface SavedAnswers {
  product: string;
  url: string;
  savedAt: string;
  results: Results;
  /** Texts that the source marks as secret, beside those that are called so. */
  secrets?: ReadonlySet<string>;
  /** Says what people have to know of the source. */
  note?: string;
}

/** Reads a file of `--save`; throws with what is wrong when the text is none. */
export function readSaved(text: string): SavedAnswers {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Error('This is no JSON: name a file that `tocsin import --save` wrote.', { cause });
  }
  if (!isObject(parsed) || typeof parsed.format !== 'string' || !isObject(parsed.kinds))
    throw new Error('This is no file of `tocsin import --save`: it has no format or no kinds.');
  const { format, product, url, savedAt, kinds } = parsed;
  if (format !== 'tocsin-import/1')
    throw new Error(`This file has the format ${format}; this version reads tocsin-import/1.`);
  if (typeof product !== 'string' || typeof url !== 'string' || typeof savedAt !== 'string')
    throw new Error('The file does not say which product was read, where and when.');
  return {
    ...{ product, url, savedAt },
    results: new Map(Object.entries(kinds).map(([kind, value]) => [kind, resultOf(kind, value)])),
  };
}

function resultOf(kind: string, value: unknown): KindResult {
  if (isObject(value)) {
    const { state, answers, status, why, right } = value;
    if (state === 'whole' && Array.isArray(answers))
      return { state, answers: answers.map((answer) => answerOf(kind, answer)) };
    if (state === 'failed' && typeof why === 'string') return { state, why };
    if (
      state === 'notReadable' &&
      typeof status === 'number' &&
      typeof why === 'string' &&
      typeof right === 'string'
    )
      return { state, status, why, right };
  }
  throw new Error(`The file does not say what became of ${kind}: it was changed or cut.`);
}

function answerOf(kind: string, answer: unknown): KindAnswer {
  if (!isObject(answer) || !Array.isArray(answer.of) || !Array.isArray(answer.objects))
    throw new Error(`The file has an answer for ${kind} without objects: it was changed or cut.`);
  return { of: answer.of.map(String), objects: answer.objects };
}
