import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, JsonDepthError, parseJsonBody } from '../../src/mapping/index.ts';
import { readJson } from '../../src/mapping/json-reader.ts';
import { jsonToText } from '../../src/mapping/json-text.ts';
import { anyCharacter } from '../support/any-character.ts';
import { quickRuns } from '../support/runs.ts';
import { run } from './evaluate-support.ts';

const shown = (text: string, path = '$.jsonBody.n') =>
  run([{ jsonPath: path }], parseJsonBody(text));

describe('numbers keep their source text', () => {
  it.each([
    '12345678901234567890',
    '1.10',
    '1.0',
    '0.10',
    '1e5',
    '1E+2',
    '0.00000001',
    '-0',
    '3.141592653589793238',
    '9007199254740993',
    '-12345678901234567890.50',
    '17',
    '1.5',
  ])('%s', (number) => {
    expect(shown(`{"n": ${number} }`)).toBe(number);
    expect(shown(`{"a":[${number}]}`, '$.jsonBody.a')).toBe(`[${number}]`);
    expect(jsonToText(parseJsonBody(number))).toBe(number);
    expect(run([{ static: `[0,${number}\n]` }, { jsonPath: '$[1]' }], {})).toBe(number);
  });

  it('and still compare as numbers', () => {
    const body = parseJsonBody('{"a":[{"n":1.10},{"n":12345678901234567890}]}');
    expect(run([{ jsonPath: '$.jsonBody.a[?@.n == 1.1].n' }], body)).toBe('1.10');
    expect(run([{ jsonPath: '$.jsonBody.a[?@.n > 2].n' }], body)).toBe('12345678901234567890');
    expect(run([{ jsonPath: '$.jsonBody..[?@ == 1.1]' }], body)).toBe('1.10');
  });

  it('and have no members', () => {
    expect(shown('{"n":1.10}', '$.jsonBody.n.rawJSON')).toBe('!no-match');
    expect(shown('{"n":1.10}', '$.jsonBody.n[*]')).toBe('!no-match');
    expect(shown('{"n":1.10}', '$.jsonBody.n.*')).toBe('!no-match');
  });

  it('number-like text in strings stays text', () => {
    const text = '{"a":"x: 1.10 ,","b":"12345678901234567890","c":[1.10]}';
    expect(JSON.stringify(parseJsonBody(text))).toBe(text);
  });
});

it('a byte order mark is skipped', () => {
  expect(parseJsonBody('\ufeff{"a":1}')).toEqual({ a: 1 });
});

it('what is not JSON throws as JSON.parse does', () => {
  expect(() => parseJsonBody('{"a":1.10,}')).toThrow(SyntaxError);
});

it('nesting beyond the stack still parses', () => {
  const deep = `${'['.repeat(200_000)}1.10${']'.repeat(200_000)}`;
  expect(Array.isArray(parseJsonBody(deep))).toBe(true);
});

describe('the reader that keeps source texts', () => {
  const asNative = (text: string) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return undefined;
    }
  };
  const asRead = (text: string) => {
    const value = readJson(text, Number);
    return value === undefined ? undefined : { value };
  };
  const blanks = fc.constantFrom('', '', '', ' ', '\n', '\t\r');
  const number = fc.constantFrom(
    ...['0', '-0', '1.10', '1e5', '1E+2', '-12345678901234567890', '0.5e-7', '1e999', '-1e-999'],
  );
  const string = fc.oneof(
    fc.string({ unit: anyCharacter }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"\\u0041\\ud800"', '"\\\\"', '"\\""', '"a\\/b"', '"__proto__"', '""', '"0"'),
  );
  // JSON.parse of Node 26 reads the key \" as \ once it has seen the key \\: no backslashes in keys, then.
  const key = string.filter((text) => !text.includes('\\\\'));
  const { text: anyText } = fc.letrec<{ text: string }>((tie) => {
    const spaced = fc.tuple(blanks, tie('text'), blanks).map((parts) => parts.join(''));
    const member = fc
      .tuple(blanks, key, blanks, spaced)
      .map(([before, name, after, value]) => `${before}${name}${after}:${value}`);
    return {
      text: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('true', 'false', 'null'),
        number,
        string,
        fc.array(spaced, { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
      ),
    };
  });

  it('reads every JSON text as JSON.parse does, duplicate and strange keys included', () => {
    fc.assert(
      fc.property(anyText, blanks, (text, blank) => {
        const native = asNative(blank + text);
        expect(native).toBeDefined();
        const read = asRead(blank + text);
        expect(read).toStrictEqual(native);
        // Order of members and minus zero, which an equality may overlook.
        expect(inspect(read, { depth: null })).toBe(inspect(native, { depth: null }));
      }),
      { numRuns: quickRuns(500) },
    );
  });

  it('refuses exactly what JSON.parse refuses', () => {
    const character = fc.constantFrom(...'[]{},:" -+.0123eEtruefalsn\t\n\u0000\u00a0\ufeff');
    const edit = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 3 }), fc.option(character));
    fc.assert(
      fc.property(anyText, fc.array(edit, { maxLength: 3 }), (text, edits) => {
        let broken = text;
        for (const [at, removed, added] of edits)
          broken = broken.slice(0, at) + (added ?? '') + broken.slice(at + removed);
        expect(asRead(broken)).toStrictEqual(asNative(broken));
      }),
      { numRuns: quickRuns(3000) },
    );
  });

  it.each([
    '',
    ' ',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '-',
    'tru',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":1,}',
    '{a:1}',
    '"',
    '"\\',
    '"\\u12"',
    '"\n"',
    '[1]]',
    '[1',
    '{"a":1',
    '1 2',
    '[1}',
    '{"a":1]',
    'nul',
    'NaN',
    'Infinity',
    "'a'",
    '\ufeff1',
    '\u00a01',
  ])('refuses %j', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(readJson(text, Number)).toBeUndefined();
  });
});

it.each(['[', '{"a":'])('nesting of %s is counted before anything is parsed', (opening) => {
  const nested = (depth: number) =>
    `${opening.repeat(depth)}1.10${(opening === '[' ? ']' : '}').repeat(depth)}`;
  expect(jsonToText(parseJsonBody(nested(20), 20))).toBe(nested(20));
  expect(() => parseJsonBody(nested(21), 20)).toThrow(JsonDepthError);
  expect(() => parseJsonBody(opening.repeat(1_000_000), 20)).toThrow(JsonDepthError);
  const inText = JSON.stringify([nested(30), '\\', '\\"', nested(30)]);
  expect(parseJsonBody(inText, 20)).toEqual(JSON.parse(inText));
});

it('keeps the digits of the first numbers when a text has very many', () => {
  const texts = parseJsonBody(`[${'1.0,'.repeat(60_000)}1.0]`) as Json[];
  expect(jsonToText(texts[0] ?? null)).toBe('1.0');
  expect(jsonToText(texts[49_999] ?? null)).toBe('1.0');
  expect(texts[50_000]).toBe(1);
  expect(texts.length).toBe(60_001);
});

it('any JSON text of ours comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseJsonBody(text))).toBe(text);
    }),
  );
});
