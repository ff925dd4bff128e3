import { describe, expect, it } from 'vitest';
import {
  allMatches,
  compileRegex,
  compileReplacement,
  expandReplacement,
  firstMatch,
  type Match,
  RegexSyntaxError,
  replaceAll,
  resultOf,
} from '../../../src/mapping/regex/index.ts';

const steps = 100_000;

function theMatch(pattern: string, input: string): Match {
  const match = firstMatch(compileRegex(pattern), input, { steps });
  if (!match || match === 'budget') throw new Error('no match');
  return match;
}

function replaced(pattern: string, input: string, replacement: string, limit?: number): string {
  const result = replaceAll(compileRegex(pattern), input, replacement, { steps }, limit);
  return result === 'budget' ? result : result.text;
}

describe('a replacement filled in for one match', () => {
  it.each([
    ['(\\d+)', 'id 42!', '$1', '42'],
    ['(\\d+)', 'id 42!', 'https://x/$1/', 'https://x/42/'],
    ['\\d+', 'id 42!', '$1', '$1'],
    ['\\d+', 'id 42!', '$0', '42'],
    ['\\d+', 'id 42!', '$&', '42'],
    ['\\d+', 'id 42!', "[$`|$']", '[id |!]'],
    ['\\d+', 'id 42!', '$_', 'id 42!'],
    ['\\d+', 'id 42!', '$$1', '$1'],
    ['\\d+', 'id 42!', '$$$0', '$42'],
    ['(a)(b)', 'ab', '$2$1', 'ba'],
    ['(a)(b)', 'ab', '$12', '$12'],
    ['(a)(b)', 'ab', '${1}2', 'a2'],
    ['(a)(b)', 'ab', '$01', 'a'],
    ['(a)(b)', 'ab', '$3', '$3'],
    ['(a)(b)', 'ab', '${3}', '${3}'],
    ['(a)(b)', 'ab', '$+', 'b'],
    ['(a)(b)?', 'a', '$+', ''],
    ['a', 'a', '$+', 'a'],
    ['(?<n>a)(b)', 'ab', '$+', 'a'],
    ['(?<n>a)(b)', 'ab', '${n}-$1-$2', 'a-b-a'],
    ['(?<n>a)', 'a', '${m}', '${m}'],
    ['(?<n>a)', 'a', '${N}', '${N}'],
    ['(?<n>a)', 'a', '${n', '${n'],
    ['(?<n>a)', 'a', '$n', '$n'],
    ['(?<n>a)', 'a', '${}', '${}'],
    ['(?<n>a)', 'a', '${ n}', '${ n}'],
    ['(?<n>a)', 'a', '${1n}', '${1n}'],
    ['(?<7>a)', 'a', '$7 ${7}', 'a a'],
    ['a', 'a', 'x$', 'x$'],
    ['a', 'a', '$', '$'],
    ['a', 'a', '$-$x$ ', '$-$x$ '],
    ['a', 'a', '${', '${'],
    ['(a)|(b)', 'b', '<$1>', '<>'],
    ['a', 'xay', '', ''],
    ['a', 'a', '\\n\\$0', '\\n\\a'],
  ])('%s on %j with %j gives %j', (pattern, input, replacement, expected) => {
    expect(expandReplacement(theMatch(pattern, input), replacement, input)).toBe(expected);
  });

  it('a group number beyond 2147483647 is refused when the replacement is compiled', () => {
    const regex = compileRegex('a');
    expect(() => compileReplacement(regex, '$2147483648')).toThrow(RegexSyntaxError);
    expect(compileReplacement(regex, '$2147483647').parts.length).toBe(2);
  });
});

describe('replacing in the whole input', () => {
  it.each([
    ['a', 'banana', 'o', 'bonono'],
    ['a*', 'baac', '-', '-b--c-'],
    ['', 'abc', '-', '-a-b-c-'],
    ['(\\w)(\\w)', 'abcd', '$2$1', 'badc'],
    ['x', 'abc', '-', 'abc'],
    ['^', 'a\nb', '>', '>a\nb'],
    ['(?m)^', 'a\nb', '>', '>a\n>b'],
    ['$', 'a\n', '!', 'a!\n!'],
    ['\\Ga', 'aaba', 'x', 'xxba'],
    ['a', 'aba', '$`|', '|bab|'],
    ['b+', 'abba', '[$&]', 'a[bb]a'],
    ['(?<=\\d)(?=(\\d{3})+$)', '1234567', ',', '1,234,567'],
    ['\\b', 'a b', '|', '|a| |b|'],
  ])('%s in %j by %j gives %j', (pattern, input, replacement, expected) => {
    expect(replaced(pattern, input, replacement)).toBe(expected);
  });

  it('a limit replaces only the first ones', () => {
    expect(replaced('a', 'aaa', 'b', 2)).toBe('bba');
  });

  it('right to left the last ones come first', () => {
    const regex = compileRegex('a', { flags: 'r' });
    expect(replaceAll(regex, 'a1a2a', 'b', { steps }, 2)).toEqual({ text: 'a1b2b' });
  });
});

describe('all matches', () => {
  const all = (pattern: string, input: string, flags = '') => {
    const matches = allMatches(compileRegex(pattern, { flags }), input, { steps });
    return matches === 'budget'
      ? matches
      : matches.map(({ index, value }) => `${index}:${value}`).join(' ');
  };

  it.each([
    ['\\d+', 'a1b22', '1:1 3:22', ''],
    ['a*', 'baa', '0: 1:aa 3:', ''],
    ['', '\u{1f600}', '0: 1: 2:', ''],
    ['(?<=a)b', 'abab', '1:b 3:b', ''],
    ['^a', 'aa', '0:a', ''],
    ['^.', 'a\nb', '0:a 2:b', 'm'],
    ['aa', 'aaaaa', '0:aa 2:aa', ''],
    ['\\d', '123', '2:3 1:2 0:1', 'r'],
    ['\\G', 'abc', '0:', ''],
    ['\\Ga?', 'aab', '0:a 1:a 2:', ''],
    ['a?\\G', 'ab', '2:', 'r'],
    ['(?<!\\G)|b', 'ab', '1: 2:', ''],
  ])('%s in %j finds %j', (pattern, input, expected, flags) => {
    expect(all(pattern, input, flags)).toBe(expected);
  });
});

describe('the result of a mapping step (spec 2.5)', () => {
  it.each([
    ['a(?<result>b)(?<x>c)', 'abc', 'b'],
    ['(?<result>a)|b', 'b', ''],
    ['(?<Result>a)(b)', 'ab', 'a'],
    ['(?<a>x)(y)', 'xy', 'x'],
    ['(a)(b)', 'ab', 'b'],
    ['(a)|(b)', 'a', ''],
    ['a(?:b)(?=c)', 'abc', 'ab'],
    ['(?n)(a)b', 'ab', 'ab'],
    ['(?<9>a)(b)', 'ab', 'a'],
    ['(?:(\\w)-?)+', 'a-b-c', 'c'],
    ['(?<result>)a', 'a', ''],
  ])('%s on %j is %j', (pattern, input, expected) => {
    expect(resultOf(theMatch(pattern, input), compileRegex(pattern))).toBe(expected);
  });
});

describe('a match', () => {
  it('finds its groups by name, number and numeric string', () => {
    const match = theMatch('(?<a>x)(y)(?<7>z)', 'xyz');
    expect([match.group('a')?.value, match.group(1)?.value, match.group('7')?.value]).toEqual([
      'x',
      'y',
      'z',
    ]);
    expect([match.group('b'), match.group(5), match.group(''), match.group('-1')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(match.group(0)?.value).toBe('xyz');
  });

  it('tells where every capture lies', () => {
    const group = theMatch('(?:(\\w)\\d)+', '-a1b2').group(1);
    expect(group).toMatchObject({
      number: 1,
      name: '1',
      success: true,
      index: 3,
      length: 1,
      value: 'b',
      captures: [
        { index: 1, length: 1, value: 'a' },
        { index: 3, length: 1, value: 'b' },
      ],
    });
  });

  it('a later match leaves an earlier one as it was', () => {
    const regex = compileRegex('(\\w)+');
    const first = firstMatch(regex, 'abc', { steps });
    firstMatch(regex, 'xyzzy', { steps });
    expect(first !== 'budget' && first?.group(1)?.captures.map(({ value }) => value)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('starts where it is told to, and looks behind that place', () => {
    const regex = compileRegex('(?<=a)b|^b');
    const match = firstMatch(regex, 'bab', { steps }, 1);
    expect(match !== 'budget' && match?.index).toBe(2);
    expect(firstMatch(compileRegex('^b'), 'bb', { steps }, 1)).toBeNull();
    expect(firstMatch(compileRegex('\\Gb'), 'ab', { steps }, 1)).not.toBeNull();
  });
});
