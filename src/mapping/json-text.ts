import type { Json } from './types.ts';

/**
 * JSON text to values and back, keeping the digits of numbers that a double would change.
 *
 * Alert ids are often longer than 2^53 and versions look like `1.10`. Where a number's source text differs from what
 * JavaScript prints for its value, the value becomes a `JSON.rawJSON` object: `JSON.stringify` writes its text back unchanged,
 * and this room reads it as a number. All other numbers stay plain. Such objects do not survive a database or a
 * `structuredClone`: store the text of a body, not its parsed form.
 */

interface RawNumber {
  readonly rawJSON: string;
}

// The standard library's types do not know these two functions yet; Node 26 has them.
const json = JSON as typeof JSON & {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/**
 * A number after a separator whose text a double may not reproduce: 16 digits or more, a trailing zero in the fraction, an
 * exponent, many leading zeros, or minus zero. It may also match inside a string, which costs time, never correctness.
 */
const fragileNumber =
  /(?:^|[:[,])[ \t\r\n]*-?(?:[\d.]{16,}|\d+\.\d*0|\d+(?:\.\d+)?[eE][-+]?\d+|0\.0{6}\d+|(?<=-)0)[ \t\r\n]*(?:[,}\]]|$)/;

/** Parses a JSON text, BOM allowed. Throws `SyntaxError` like `JSON.parse`. */
export function parseJsonBody(text: string): Json {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!fragileNumber.test(source)) return JSON.parse(source) as Json;
  try {
    return JSON.parse(source, keepSourceText) as Json;
  } catch (error) {
    // A reviver walks the value recursively and runs out of stack on deep nesting that plain parsing survives.
    if (error instanceof RangeError) return JSON.parse(source) as Json;
    throw error;
  }
}

function keepSourceText(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : json.rawJSON(context.source);
}

export function isObject(value: Json): value is { [key: string]: Json } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value)
  );
}

/** The numeric value of a plain or text-keeping number, undefined for everything else. */
export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && json.isRawJSON(value)) {
    return Number((value as unknown as RawNumber).rawJSON);
  }
  return undefined;
}

/**
 * What the next step sees of a JSON value: a string itself, a number's source text, `true` and `false`, compact JSON
 * for objects and arrays, and the empty string for null. Throws `RangeError` when nesting exceeds the stack.
 */
export function jsonToText(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return JSON.stringify(value);
}
