import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../src/mapping/index.ts';
import { jsonToText } from '../../src/mapping/json-text.ts';
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

it('any JSON text of ours comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseJsonBody(text))).toBe(text);
    }),
  );
});
