import { generalLines } from './general.ts';
import { goalertLines } from './goalert.ts';
import { ilertLines } from './ilert.ts';
import { opsgenieLines } from './opsgenie.ts';
import { pagerdutyLines } from './pagerduty.ts';

/** German by English. `{0}` and the like stand for what is put in, which has no language. */
export type GermanLines = Readonly<Record<string, string>>;

export const germanLines: GermanLines = {
  ...{ ...generalLines, ...goalertLines, ...ilertLines, ...opsgenieLines, ...pagerdutyLines },
};

interface Pattern {
  english: RegExp;
  numbers: readonly string[];
  german: string;
}

/** What is said around more is tried first. */
const patterns: readonly Pattern[] = Object.entries(germanLines)
  .filter(([english]) => /\{\d\}/.test(english))
  .sort(([one], [other]) => other.length - one.length)
  .map(([english, german]) => ({ ...patternOf(english), german }));

/** A line of the report in German; null where it is in English only. */
export function lineInGerman(text: string): string | null {
  const fixed = germanLines[text];
  if (fixed !== undefined) return fixed;
  for (const { english, numbers, german } of patterns) {
    const found = english.exec(text);
    if (!found) continue;
    const values = new Map(numbers.map((number, at) => [number, found[at + 1] ?? '']));
    return german.replaceAll(/\{(\d)\}/g, (_, number: string) => values.get(number) ?? '');
  }
  return null;
}

/** The same number again stands for the same text. */
function patternOf(english: string): Pick<Pattern, 'english' | 'numbers'> {
  const numbers: string[] = [];
  const source = english.split(/(\{\d\})/).map((part) => {
    const number = /^\{(\d)\}$/.exec(part)?.[1];
    if (number === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const known = numbers.indexOf(number);
    if (known >= 0) return `\\${known + 1}`;
    numbers.push(number);
    return '([^]+?)';
  });
  return { english: new RegExp(`^${source.join('')}$`), numbers };
}
