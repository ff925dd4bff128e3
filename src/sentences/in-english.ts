import { english } from './english/index.ts';
import { momentInEnglish } from './moment.ts';
import type { Sentence } from './sentence.ts';
import { fillIn, type SlotKind, type SlotValue } from './template.ts';

/** The text of a sentence, for the API, logs, the command line and messages. */
export function inEnglish({ code, values }: Sentence): string {
  return fillIn(english[code], ({ name, kind }) => valueInEnglish(kind, values[name]));
}

const joins: Partial<Record<SlotKind, string>> = {
  choices: ' and ',
  either: ' or ',
  choiceList: ', ',
  list: ', ',
  anyOf: ' or ',
  sentences: ' ',
  clauses: '; ',
};

function valueInEnglish(kind: SlotKind, value: SlotValue | undefined): string {
  const parts = isList(value) ? value : [value ?? ''];
  const text = parts.map((part) => partInEnglish(kind, part)).join(joins[kind] ?? '');
  return kind === 'clauses' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

function partInEnglish(kind: SlotKind, part: string | number | Sentence): string {
  if (typeof part === 'object') return inEnglish(part);
  if (kind === 'more') return part === 0 ? '' : ` and ${part} more`;
  return kind === 'moment' ? momentInEnglish(`${part}`) : `${part}`;
}

function isList(value: SlotValue | undefined): value is readonly string[] | readonly Sentence[] {
  return Array.isArray(value);
}
