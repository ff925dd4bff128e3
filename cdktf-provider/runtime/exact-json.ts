/**
 * JSON in and out without losing a digit of any number.
 *
 * By the platform's own parser, which hands over the source text of a number and takes raw text back
 * (Node 22). A library such as lossless-json would bring a second parser in JavaScript, which is
 * slower, and a number class beside `Decimal`, whose one canonical spelling plans are compared by.
 */
import { Decimal, numberFromText } from './number.ts';
import type { Value } from './value.ts';

declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Throws SyntaxError on anything that is not JSON. */
export function parseExactJson(text: string): Value {
  return JSON.parse(text, keepDigits) as Value;
}

export function stringifyExactJson(value: Value, indent = 0): string {
  return JSON.stringify(
    value,
    (_key, item: unknown) => (item instanceof Decimal ? JSON.rawJSON(item.text) : item),
    indent,
  );
}

function keepDigits(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  return typeof value === 'number' ? numberFromText(context?.source ?? String(value)) : value;
}
