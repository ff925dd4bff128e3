import { quoted } from '../../model/patterns.ts';
import { type Token, tokensOf } from './jinja-tokens.ts';

/** A value of what was sent, by its place. */
export interface PayloadValue {
  jsonPath: string;
  /** Compared as if all letters were these; null: as they are. */
  letters: 'lower' | 'upper' | null;
  /** Blanks around it do not count. */
  isTrimmed: boolean;
  /** The default for an absent value; null: none. */
  otherwise: string | null;
}

/** Whether a value matches, or does not. */
export interface Test {
  value: PayloadValue;
  /** For mappings, which look for it anywhere in the value. */
  pattern: string;
  isNot: boolean;
}

/** The value that a template shows, where it is one with filters that are known; null: something else. */
export function valueIn(template: string): PayloadValue | null {
  const reader = readerOf(template);
  const operand = reader && operandIn(reader);
  return operand && 'jsonPath' in operand && reader.isAtEnd() ? operand : null;
}

/**
 * The conditions under which a template yields 1, true or ok: alternatives, each a list of tests that all have to hold.
 * Null: the template asks for something that no mapping can do.
 */
export function testsIn(template: string): Test[][] | null {
  const reader = readerOf(template);
  if (!reader) return null;
  const found = alternativesIn(reader);
  return found && reader.isAtEnd() ? found : null;
}

/** A pattern of Python as mappings read it: groups with names are written differently. */
export function patternFrom(python: string): string {
  return python.replaceAll(/\(\?P<(\w+)>/g, '(?<$1>').replaceAll(/\(\?P=(\w+)\)/g, '\\k<$1>');
}

interface Reader {
  /** Takes the next token where it is this one, or one of this kind. */
  take(wanted: string): string | null;
  takeText(): string | null;
  takeWord(): string | null;
  takeNumber(): string | null;
  isAtEnd(): boolean;
}

function readerOf(template: string): Reader | null {
  const [, expression] = /^\s*\{\{-?([\s\S]*?)-?\}\}\s*$/.exec(template) ?? [];
  const tokens = expression === undefined ? null : tokensOf(expression);
  if (!tokens) return null;
  let at = 0;
  const takeIf = (isIt: (token: Token) => boolean): string | null => {
    const token = tokens[at];
    if (!token || !isIt(token)) return null;
    at += 1;
    return token.text;
  };
  return {
    take: (wanted) => takeIf(({ kind, text }) => kind !== 'text' && text === wanted),
    takeText: () => takeIf(({ kind }) => kind === 'text'),
    takeWord: () => takeIf(({ kind }) => kind === 'word'),
    takeNumber: () => takeIf(({ kind }) => kind === 'number'),
    isAtEnd: () => at === tokens.length,
  };
}

type Operand =
  | PayloadValue
  | { texts: readonly string[]; isList: boolean }
  /** A filter or a method that answers yes or no. */
  | { asks: Test };

function alternativesIn(reader: Reader): Test[][] | null {
  const alternatives: Test[][] = [];
  do {
    let together: Test[][] = [[]];
    do {
      const next = comparisonIn(reader);
      if (!next) return null;
      together = together.flatMap((one) => next.map((more) => [...one, ...more]));
    } while (reader.take('and') !== null);
    alternatives.push(...together);
  } while (reader.take('or') !== null);
  return alternatives;
}

function comparisonIn(reader: Reader): Test[][] | null {
  const left = operandIn(reader);
  if (!left) return null;
  if ('asks' in left) return [[left.asks]];
  if (reader.take('==') !== null) return equalityOf(left, operandIn(reader), false);
  if (reader.take('!=') !== null) return equalityOf(left, operandIn(reader), true);
  const isNot = reader.take('not') !== null;
  if (reader.take('in') !== null) return membershipOf(left, operandIn(reader), isNot);
  if (isNot || 'texts' in left) return null;
  // A value by itself has to say so. In between others it would only have to be something.
  return reader.isAtEnd() ? only(wholeTest({ ...left, letters: 'lower' }, truths)) : null;
}

const truths = ['1', 'true', 'ok'];

function equalityOf(one: Operand, other: Operand | null, isNot: boolean): Test[][] | null {
  if (!other || 'asks' in one || 'asks' in other) return null;
  const [value, literal] = 'texts' in one ? [other, one] : [one, other];
  if ('texts' in value || !('texts' in literal) || literal.isList) return null;
  return only(wholeTest(value, literal.texts, isNot));
}

function membershipOf(one: Operand, other: Operand | null, isNot: boolean): Test[][] | null {
  if (!other || 'asks' in one || 'asks' in other) return null;
  if ('texts' in other) {
    if (!other.isList || 'texts' in one) return null;
    return only(wholeTest(one, other.texts, isNot));
  }
  const [text] = 'texts' in one && !one.isList ? one.texts : [];
  if (text === undefined) return null;
  const isName = other.jsonPath === '$.jsonBody';
  return only(
    isName
      ? testOf({ ...other, jsonPath: memberOf(other.jsonPath, text) }, '^', [], isNot)
      : testOf(other, quoted(text), [text], isNot),
  );
}

function only(test: Test | null): Test[][] | null {
  return test && [[test]];
}

/** Whether the value is one of the texts. */
function wholeTest(value: PayloadValue, texts: readonly string[], isNot = false): Test | null {
  const blanks = value.isTrimmed ? '\\s*' : '';
  const [one = '', ...others] = texts.map(quoted);
  const pattern = others.length === 0 ? one : `(?:${[one, ...others].join('|')})`;
  return testOf(value, `^${blanks}${pattern}${blanks}\\z`, texts, isNot);
}

/** Null: letters that the value never has, or something else where there is no value. */
function testOf(
  value: PayloadValue,
  pattern: string,
  texts: readonly string[],
  isNot: boolean,
): Test | null {
  const { letters, otherwise } = value;
  const cased = (text: string) => (letters === 'upper' ? text.toUpperCase() : text.toLowerCase());
  if (letters !== null && texts.some((text) => cased(text) !== text)) return null;
  if (otherwise !== null && otherwise !== '') return null;
  return { value, pattern: letters === null ? pattern : `(?i)${pattern}`, isNot };
}

function operandIn(reader: Reader): Operand | null {
  const text = reader.takeText() ?? reader.takeNumber();
  if (text !== null) return { texts: [text], isList: false };
  if (reader.take('[') !== null || reader.take('(') !== null) return listIn(reader);
  const word = reader.takeWord();
  if (word === 'payload') return valueFrom(reader);
  return word !== null && /^(true|false)$/i.test(word)
    ? { texts: [word.toLowerCase()], isList: false }
    : null;
}

function listIn(reader: Reader): Operand | null {
  const texts: string[] = [];
  do {
    const text = reader.takeText() ?? reader.takeNumber();
    if (text === null) return null;
    texts.push(text);
  } while (reader.take(',') !== null);
  const isClosed = reader.take(']') !== null || reader.take(')') !== null;
  return isClosed ? { texts, isList: true } : null;
}

function valueFrom(reader: Reader): PayloadValue | { asks: Test } | null {
  const value: PayloadValue = {
    ...{ jsonPath: '$.jsonBody', letters: null, isTrimmed: false, otherwise: null },
  };
  for (;;) {
    const next = reader.take('.') ?? reader.take('[') ?? reader.take('|');
    if (next === null) return value;
    if (next === '[') {
      const name = reader.takeText();
      const index = name === null ? reader.takeNumber() : null;
      if (reader.take(']') === null || (name ?? index) === null) return null;
      value.jsonPath =
        name === null ? `${value.jsonPath}[${index}]` : memberOf(value.jsonPath, name);
      continue;
    }
    const name = reader.takeWord();
    if (name === null) return null;
    const given = reader.take('(') === null ? null : argumentsIn(reader);
    if (next === '.' && given === null) value.jsonPath = memberOf(value.jsonPath, name);
    else {
      const applied = applyFilter(value, name, given ?? []);
      if (applied !== null) return applied === 'unknown' ? null : { asks: applied };
    }
  }
}

function argumentsIn(reader: Reader): string[] | null {
  if (reader.take(')') !== null) return [];
  const list = listIn(reader);
  return list && 'texts' in list ? [...list.texts] : null;
}

/** Changes the value; or a question, which is the last that can be made of it. */
function applyFilter(
  value: PayloadValue,
  name: string,
  [first, second]: readonly string[],
): Test | 'unknown' | null {
  switch (name) {
    case 'get':
      if (first === undefined) return 'unknown';
      value.jsonPath = memberOf(value.jsonPath, first);
      value.otherwise = second ?? null;
      return null;
    case 'default':
      value.otherwise = first ?? '';
      return null;
    case 'lower':
    case 'upper':
      value.letters = name;
      return null;
    case 'trim':
    case 'strip':
      value.isTrimmed = true;
      return null;
    case 'string':
      return null;
    case 'regex_search':
      return asked(value, first, (text) => patternFrom(text));
    case 'regex_match':
      return asked(value, first, (text) => `\\A(?:${patternFrom(text)})`);
    case 'startswith':
      return asked(value, first, (text) => `^${quoted(text)}`);
    case 'endswith':
      return asked(value, first, (text) => `${quoted(text)}\\z`);
    default:
      return 'unknown';
  }
}

/** Letters are only compared without their case where the whole value is compared. */
function asked(
  value: PayloadValue,
  text: string | undefined,
  pattern: (text: string) => string,
): Test | 'unknown' {
  const isPlain = value.letters === null && !value.isTrimmed && !value.otherwise;
  if (text === undefined || !isPlain) return 'unknown';
  return { value: { ...value }, pattern: pattern(text), isNot: false };
}

function memberOf(path: string, name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return `${path}['${name.replaceAll(/['\\]/g, '\\$&')}']`;
}
