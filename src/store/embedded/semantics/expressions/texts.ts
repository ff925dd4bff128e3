import { compareText } from '../compare.ts';
import { CommandError } from '../errors.ts';
import {
  type Expression,
  isNullish,
  type OperatorCompiler,
  type OperatorTable,
  ofArguments,
  ofNames,
  ofOne,
  type Scope,
} from '../expression-scope.ts';
import { BsonRegExp, Doc, typeName, type Value } from '../model.ts';
import { toCount } from '../numbers.ts';
import { compileRegex } from '../regex.ts';
import { textOfScalar } from './conversions.ts';

const many = Number.POSITIVE_INFINITY;

/** What `$toUpper`, `$substr` and the like make of a value that is not a string. */
function coerced(value: Value | undefined, name: string): string {
  if (isNullish(value)) return '';
  const text = textOfScalar(value);
  if (text === undefined || typeof value === 'boolean') {
    throw new CommandError(
      16007,
      `can't convert from BSON type ${typeName(value)} to String in ${name}`,
    );
  }
  return text;
}

function mustBeText(value: Value | undefined, what: string, code: number): string {
  if (typeof value === 'string') return value;
  throw new CommandError(code, `${what} must be a string, found: ${typeName(value)}`);
}

function concat(values: readonly (Value | undefined)[]): Value {
  let joined = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') {
      throw new CommandError(16702, `$concat only supports strings, not ${typeName(value)}`);
    }
    joined += value;
  }
  return joined;
}

function asciiCase(change: (text: string) => string, pattern: RegExp) {
  // The server's case changes know ASCII only.
  return ofOne((value, name) => coerced(value, name).replace(pattern, change));
}

function split(values: readonly (Value | undefined)[]): Value {
  const [text, separator] = values;
  if (isNullish(text) || isNullish(separator)) return null;
  const by = mustBeText(separator, "$split's second argument", 40086);
  if (by === '') throw new CommandError(40087, '$split requires a non-empty separator');
  return mustBeText(text, "$split's first argument", 40085).split(by);
}

function wholeOf(value: Value | undefined, what: string, code: number): number {
  const whole = toCount(value);
  if (whole === undefined)
    throw new CommandError(code, `${what} must be an integer, found: ${typeName(value)}`);
  return whole;
}

const substrBytes = ofArguments(3, 3, ([value, at, count], _scope, name) => {
  const bytes = Buffer.from(coerced(value, name));
  const start = wholeOf(at, `${name}'s starting index`, 16034);
  const length = wholeOf(count, `${name}'s length`, 16035);
  if (start < 0) throw new CommandError(50752, `${name}: starting index must be non-negative`);
  const part = bytes.subarray(start, length < 0 ? undefined : start + length);
  const splits = (i: number) => ((bytes[i] ?? 0) & 0xc0) === 0x80;
  if (splits(start) || splits(start + part.length)) {
    throw new CommandError(28656, `${name}: Invalid range, would split a UTF-8 character`);
  }
  return part.toString('utf8');
});

const substrCP = ofArguments(3, 3, ([value, at, count], _scope, name) => {
  const points = Array.from(coerced(value, name));
  const start = wholeOf(at, `${name}'s starting index`, 34450);
  const length = wholeOf(count, `${name}'s length`, 34452);
  if (start < 0 || length < 0) {
    throw new CommandError(34455, `${name}: starting index and length must be non-negative`);
  }
  return points.slice(start, start + length).join('');
});

function indexOf(inBytes: boolean): OperatorCompiler {
  return ofArguments(2, 4, ([text, part, from, to], _scope, name) => {
    if (isNullish(text)) return null;
    const haystack = mustBeText(text, `${name}'s first argument`, 40091);
    const needle = mustBeText(part, `${name}'s second argument`, 40092);
    const units: readonly (string | number)[] = inBytes
      ? [...Buffer.from(haystack)]
      : Array.from(haystack);
    const wanted: readonly (string | number)[] = inBytes
      ? [...Buffer.from(needle)]
      : Array.from(needle);
    const start = from === undefined ? 0 : wholeOf(from, `${name}'s start`, 40096);
    const end = Math.min(
      units.length,
      to === undefined ? many : wholeOf(to, `${name}'s end`, 40096),
    );
    if (start < 0 || end < 0) throw new CommandError(40097, `${name} bounds must not be negative`);
    for (let i = start; i + wanted.length <= end; i++) {
      if (wanted.every((unit, k) => units[i + k] === unit)) return i;
    }
    return -1;
  });
}

const whitespace =
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function trim(left: boolean, right: boolean): OperatorCompiler {
  return ofNames(['input'], ['chars'], ({ input, chars }, name) => (scope) => {
    const value = (input as Expression)(scope);
    const given = chars === undefined ? whitespace : chars(scope);
    if (isNullish(value) || isNullish(given)) return null;
    const text = Array.from(mustBeText(value, `${name}'s input`, 50699));
    const gone = new Set(mustBeText(given, `${name}'s chars`, 50700));
    let start = 0;
    let end = text.length;
    while (left && start < end && gone.has(text[start] as string)) start++;
    while (right && end > start && gone.has(text[end - 1] as string)) end--;
    return text.slice(start, end).join('');
  });
}

function replace(every: boolean): OperatorCompiler {
  return ofNames(
    ['input', 'find', 'replacement'],
    [],
    ({ input, find, replacement }, name) =>
      (scope) => {
        const parts = [input, find, replacement].map((part) => (part as Expression)(scope));
        if (parts.some(isNullish)) return null;
        const [text, wanted, by] = parts.map((part, i) =>
          mustBeText(part, `${name}'s ${['input', 'find', 'replacement'][i]}`, 51746),
        ) as [string, string, string];
        return every ? text.replaceAll(wanted, () => by) : text.replace(wanted, () => by);
      },
  );
}

type Search = { text: string; regex: RegExp };

function searching(found: (search: Search | null) => Value): OperatorCompiler {
  return ofNames(
    ['input', 'regex'],
    ['options'],
    ({ input, regex, options }, name) =>
      (scope: Scope) => {
        const text = (input as Expression)(scope);
        const pattern = (regex as Expression)(scope);
        const flags = options?.(scope);
        if (isNullish(text) || isNullish(pattern)) return found(null);
        const given =
          flags === undefined || flags === null
            ? ''
            : mustBeText(flags, `${name}'s options`, 51106);
        const compiled =
          pattern instanceof BsonRegExp
            ? new BsonRegExp(pattern.pattern, pattern.options + given)
            : new BsonRegExp(mustBeText(pattern, `${name}'s regex`, 51105), given);
        return found({
          text: mustBeText(text, `${name}'s input`, 51104),
          regex: compileRegex(compiled),
        });
      },
  );
}

function matchDoc(text: string, match: RegExpExecArray): Doc {
  return new Doc(
    ['match', 'idx', 'captures'],
    [
      match[0],
      Array.from(text.slice(0, match.index)).length,
      match.slice(1).map((capture: string | undefined) => capture ?? null),
    ],
  );
}

const lengthIn = (measure: (text: string) => number, code: number) =>
  ofOne((value, name) => measure(mustBeText(value, `${name}'s argument`, code)));

export const textOperators: OperatorTable = {
  $concat: ofArguments(0, many, concat),
  $toUpper: asciiCase((text) => text.toUpperCase(), /[a-z]+/g),
  $toLower: asciiCase((text) => text.toLowerCase(), /[A-Z]+/g),
  $split: ofArguments(2, 2, split),
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $strLenBytes: lengthIn((text) => Buffer.byteLength(text), 34473),
  $strLenCP: lengthIn((text) => Array.from(text).length, 34471),
  $strcasecmp: ofArguments(2, 2, ([a, b], _scope, name) =>
    Math.sign(compareText(coerced(a, name).toUpperCase(), coerced(b, name).toUpperCase())),
  ),
  $indexOfBytes: indexOf(true),
  $indexOfCP: indexOf(false),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $regexMatch: searching((search) => search?.regex.test(search.text) ?? false),
  $regexFind: searching((search) => {
    const match = search === null ? null : search.regex.exec(search.text);
    return search === null || match === null ? null : matchDoc(search.text, match);
  }),
  $regexFindAll: searching((search) => {
    if (search === null) return [];
    const every = new RegExp(search.regex.source, `${search.regex.flags}g`);
    return [...search.text.matchAll(every)].map((match) => matchDoc(search.text, match));
  }),
};
