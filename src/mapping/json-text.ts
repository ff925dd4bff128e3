import { type Budget, charge } from './budget.ts';
import { endOfString, readJson } from './json-reader.ts';
import type { Json } from './types.ts';

/**
 * JSON text to values and back, keeping the digits of numbers that a double would change.
 *
 * Alert ids are often longer than 2^53 and versions look like `1.10`. Where a number's source text differs from what
 * JavaScript prints for its value, the value becomes a `JSON.rawJSON` object: `JSON.stringify` writes its text back
 * unchanged, and this module reads it as a number. All other numbers stay plain. Such objects do not survive a
 * database or a `structuredClone`: store the text of a body, not its parsed form.
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
 * A number after a separator whose text a double may not reproduce: 16 digits or more, a trailing zero in the
 * fraction, an exponent, many leading zeros, or minus zero. It may also match inside a string, which costs time,
 * never correctness.
 */
const fragileNumber =
  /(?:^|[:[,])[ \t\r\n]*-?(?:[\d.]{16,}|\d+\.\d*0|\d+(?:\.\d+)?[eE][-+]?\d+|0\.0{6}\d+|(?<=-)0)[ \t\r\n]*(?:[,}\]]|$)/;

/**
 * Numbers per text whose source is kept. Each costs half a microsecond and a small object; a text with more of them
 * than any monitoring tool sends keeps the first ones, and the rest become plain numbers.
 */
const keptNumbersMax = 50_000;

/** Thrown for JSON that nests deeper than the caller allows. */
export class JsonDepthError extends Error {
  override readonly name = 'JsonDepthError';
}

/**
 * Parses a JSON text, BOM allowed. Throws `SyntaxError` like `JSON.parse`, and `JsonDepthError`, before anything is
 * parsed, when lists and objects nest deeper than `depthMax`. Takes its cost from the budget, if there is one.
 */
export function parseJsonBody(
  text: string,
  depthMax = Number.POSITIVE_INFINITY,
  budget?: Budget,
): Json {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (depthMax < source.length && nestsDeeper(source, depthMax)) {
    throw new JsonDepthError(`The JSON is nested deeper than ${depthMax} levels.`);
  }
  const isFragile = fragileNumber.test(source);
  if (budget !== undefined) charge(budget, isFragile ? 'readJson' : 'parseJson', source.length);
  if (!isFragile) return JSON.parse(source) as Json;
  let kept = 0;
  const value = readJson(source, (digits): Json => {
    const number = Number(digits);
    if (String(number) === digits || kept >= keptNumbersMax) return number;
    kept += 1;
    // as unknown as: `JSON.rawJSON` is an object to the compiler, and a number to everybody who reads it.
    return json.rawJSON(digits) as unknown as Json;
  });
  // Not JSON: `JSON.parse` throws and says where.
  return value === undefined ? (JSON.parse(source) as Json) : value;
}

/** Do lists and objects nest deeper than this? For a text that is not JSON the result may be either. */
function nestsDeeper(text: string, depthMax: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22 /* " */) {
      at = endOfString(text, at);
      if (at < 0) return false;
    } else if (unit === 0x5b /* [ */ || unit === 0x7b /* { */) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (unit === 0x5d /* ] */ || unit === 0x7d /* } */) depth -= 1;
  }
  return false;
}

/** Is this an object with named members? A number that keeps its source text is not, although it is an object to V8. */
export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value)
  );
}

/** The numeric value of a plain or text-keeping number, undefined for everything else. */
export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && json.isRawJSON(value)) {
    // as unknown as: `isRawJSON` has said so.
    return Number((value as unknown as RawNumber).rawJSON);
  }
  return undefined;
}

/**
 * The text of a JSON value for the next step: a string itself, a number's source text, `true` and `false`, compact
 * JSON for objects and arrays, and the empty string for null. Throws `RangeError` when nesting exceeds the stack.
 */
export function jsonToText(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return JSON.stringify(value);
}
