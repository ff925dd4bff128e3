/** JSON in and out without losing a digit of any number. */
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

export function stringifyExactJson(value: Value): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item instanceof Decimal ? JSON.rawJSON(item.text) : item,
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
