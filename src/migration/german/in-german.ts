import { alertmanagerLines } from './alertmanager.ts';
import { allquietLines } from './allquiet.ts';
import { generalLines } from './general.ts';
import { goalertLines } from './goalert.ts';
import { ilertLines } from './ilert.ts';
import { jsmLines } from './jsm.ts';
import { oncallLines } from './oncall.ts';
import { opsgenieLines } from './opsgenie.ts';
import { pagerdutyLines } from './pagerduty.ts';
import { parts } from './parts.ts';
import { readingLines } from './reading.ts';
import { splunkOncallLines } from './splunk-oncall.ts';

/** German by English. `{0}` and the like stand for what is put in. */
export type GermanLines = Readonly<Record<string, string>>;

/** All lines that a report may have, in both languages. */
export const germanLines: GermanLines = {
  ...{ ...generalLines, ...alertmanagerLines, ...allquietLines, ...goalertLines, ...ilertLines },
  ...{ ...jsmLines, ...oncallLines, ...opsgenieLines, ...pagerdutyLines, ...splunkOncallLines },
  ...readingLines,
};

/** A line as programs read it. */
export interface LineSentence {
  /** Made of the English words: `leftOutItsHoursCannotBeRead`. */
  code: string;
  /** The values for `{0}`, `{1}` and so on, in this order. */
  values: readonly string[];
}

interface Known {
  english: string;
  german: string;
  values: readonly string[];
}

const findLine = finderOf(germanLines);
const findPart = finderOf(parts);

/** Which line a text is, and what was put in; null where the table does not have it. */
export function sentenceOf(text: string): LineSentence | null {
  const found = findLine(text);
  return found && { code: codeOf(found.english), values: found.values };
}

/** A line of the report in German; null where it is in English only. */
export function lineInGerman(text: string): string | null {
  const found = findLine(text);
  return found && filled(found.german, found.values.map(partInGerman));
}

const codeWordsMax = 20;

/** The words of a line as one. */
export function codeOf(english: string): string {
  const words = english.replaceAll(/\{\d\}/g, ' ').match(/[\p{L}\d]+/gu) ?? [];
  return words
    .slice(0, codeWordsMax)
    .map((word, at) => (at === 0 ? word.toLowerCase() : capitalized(word)))
    .join('');
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** Several of them have a comma between them; what is no such part, such as a name, has no language. */
function partInGerman(value: string): string {
  const found = findPart(value);
  if (found) return filled(found.german, found.values.map(partInGerman));
  if (!value.includes(', ')) return value;
  return value.split(', ').map(partInGerman).join(', ');
}

function filled(template: string, values: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (_, number: string) => values[Number(number)] ?? '');
}

interface Pattern extends Pick<Known, 'english' | 'german'> {
  /** The text before what is put in: most others begin otherwise. */
  begins: string;
  expression: RegExp;
  numbers: readonly number[];
}

function finderOf(table: GermanLines): (text: string) => Known | null {
  // Longer patterns are tried first.
  const patterns = Object.entries(table)
    .filter(([english]) => /\{\d\}/.test(english))
    .sort(([one], [other]) => other.length - one.length)
    .map(([english, german]): Pattern => ({ english, german, ...patternOf(english) }));
  return (text) => {
    const fixed = Object.hasOwn(table, text) ? table[text] : undefined;
    if (fixed !== undefined) return { english: text, german: fixed, values: [] };
    for (const { begins, expression, numbers, ...line } of patterns) {
      const found = text.startsWith(begins) ? expression.exec(text) : null;
      if (!found) continue;
      const values: string[] = [];
      for (const [at, number] of numbers.entries()) values[number] = found[at + 1] ?? '';
      return { ...line, values };
    }
    return null;
  };
}

/** The same number again stands for the same text. */
function patternOf(english: string): Pick<Pattern, 'begins' | 'expression' | 'numbers'> {
  const numbers: number[] = [];
  const source = english.split(/(\{\d\})/).map((part) => {
    const number = /^\{(\d)\}$/.exec(part)?.[1];
    if (number === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const known = numbers.indexOf(Number(number));
    if (known >= 0) return `\\${known + 1}`;
    numbers.push(Number(number));
    // The place of a list may be empty.
    return '([^]*?)';
  });
  const begins = english.slice(0, english.indexOf('{'));
  return { begins, expression: new RegExp(`^${source.join('')}$`), numbers };
}
