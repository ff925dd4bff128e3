import { describe, expect, it } from 'vitest';
import {
  compileRegex,
  type RegexErrorCode,
  RegexSyntaxError,
} from '../../../src/mapping/regex/index.ts';

/** The error as `code@offset`, or `ok`. */
function verdict(pattern: string, flags = ''): string {
  try {
    compileRegex(pattern, { flags });
    return 'ok';
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    return `${error.code}@${error.offset}`;
  }
}

const refused: Readonly<Partial<Record<RegexErrorCode, readonly string[]>>> = {
  'quantifier-after-nothing': [
    ...[
      '?',
      '*',
      '+',
      '*a',
      '{1}',
      '{1,}',
      '{1,2}',
      'a|*',
      '(*a)',
      '(?)',
      '(?)a',
      '(?:*)',
      '|?',
      '(|+)',
    ],
    ...['(?i)*', '(?i)?a', '(?(a)*b)', '(?(?)a|b)', '(?=*)', '(?<!+)', '(?<n>*)', '(?#c)*', '^(*'],
  ],
  'nested-quantifiers-not-parenthesized': [
    ...[
      'a**',
      'a*+',
      'a++',
      'a?+',
      'a???',
      'a+?+',
      'a*??',
      'a{2}{3}',
      'a{2}*',
      'a{1}??',
      'a*{2}',
      'a+{1,2}?',
    ],
    ...['(a)**', '[a]++', '\\d**', 'a(?#c)*(?#c)*', '.*?*', '$**', 'a{2}?{2}'],
  ],
  'reversed-quantifier-range': ['a{2,1}', 'a{10,9}?', '(a){1,0}', '[a]{5,4}'],
  'quantifier-or-capture-group-out-of-range': [
    ...['a{2147483648}', 'a{1,2147483648}', 'a{99999999999}', '(?<2147483648>a)', '\\2147483648'],
    ...['(?<9999999999>a)', '(?(2147483648)a)', '\\k<2147483648>', '(a)(?<1-2147483648>b)'],
  ],
  'insufficient-closing-parentheses': [
    ...[
      '(',
      '(a',
      'a(',
      '((a)',
      '(?:',
      '(?:a',
      '(?=',
      '(?!a',
      '(?<=',
      '(?<!',
      '(?>',
      '(?i:',
      '(?<n>',
      '(?<n>a',
    ],
    ...["(?'n'", '(?(', '(?(a', '(?(a)', '(?(a)b|c', '(?(?=', '(a|', '(\\)', '([)]'],
  ],
  'insufficient-opening-parentheses': [')', 'a)', '(a))', '(?i))', 'a|)', '(?:a))', '(?#c))'],
  'invalid-grouping-construct': [
    ...[
      '(?',
      '(?i',
      '(?i-',
      '(?-',
      '(?a)',
      '(?z:a)',
      '(?ia)',
      '(?im',
      '(?P<n>a)',
      '(?r)',
      '(?e)',
      '(?c:a)',
      '(?,)',
    ],
    ...[
      '(?<',
      "(?'",
      '(?<n',
      "(?'n",
      '(?<1',
      '(?<n-n',
      '(?<01>a)',
      '(?;',
      '(?|a)',
      '(?&n)',
      '(?1)',
      '(?R)',
      '(?~a)',
    ],
    ...['(?(?i)a|b)', '(?(?i:a)b|c)', '(?(a)(?i)b|c)', '(?(a)(?i:b)|c)'],
  ],
  'capture-group-name-invalid': [
    ...['(?<>a)', "(?''a)", '(?<n a>x)', '(?<1a>x)', '(?<a.b>x)', "(?<n'x)", "(?'n>x)", '(?<?>a)'],
    ...[
      '(?< n>a)',
      '(?<n->a)',
      '(?<->a)',
      '(?<-.>a)',
      '(?<1-1a>x)',
      '(?<n-n x>a)',
      "(?'=a)",
      "(?'!a)",
      '(?<(>a)',
    ],
  ],
  'capture-group-of-zero': ['(?<0>a)', "(?'0'a)", '(?<00>a)', '(?<0-1>a)(b)'],
  'undefined-numbered-reference': [
    ...[
      '\\1',
      '\\9',
      '(a)\\2',
      '\\8',
      '\\k<1>',
      "\\k'2'",
      '\\<1>',
      "\\'9'",
      '(a)\\k<2>',
      '(?<n-2>a)',
      '(?:a)\\1',
    ],
    ...['(?n)(a)\\1', '(?<-2>a)(b)', '\\k<01>', '(?(?=a)\\1|b)'],
  ],
  'undefined-named-reference': [
    ...[
      '\\k<a>',
      "\\k'a'",
      '\\<a>',
      "\\'a'",
      '(?<a>x)\\k<b>',
      '(?<a>x)\\k<A>',
      '(?<a-b>x)',
      '(?<-a>x)',
      '\\<_1>',
    ],
  ],
  'malformed-named-reference': [
    '\\k',
    '\\ka',
    '\\k<',
    "\\k'",
    '\\k(a)',
    '\\k{a}',
    '(?<a>x)\\k',
    '\\k "a"',
  ],
  'alternation-has-too-many-conditions': [
    '(?(a)b|c|d)',
    '(a)(?(1)b|c|d)',
    '(?(?=a)||)',
    '(?<n>a)(?(n)|||)',
  ],
  'alternation-has-undefined-reference': ['(?(1)a|b)', '(a)(?(2)b|c)', '(?(9)a)'],
  'alternation-has-malformed-reference': [
    '(?(1',
    '(?(1a)b)',
    '(a)(?(1 )b)',
    '(a)(?(1|2)b)',
    '(?(0x)a)',
  ],
  'alternation-has-named-capture': [
    "(?(?'n'a)b|c)",
    '(?(?<n>a)b|c)',
    '(?(?<1>a)b)',
    '(?(?<-n>a)b)',
  ],
  'alternation-has-comment': ['(?(?#c)a|b)', '(?(?#)a)'],
  'unterminated-comment': ['(?#', '(?#abc', 'a(?#b', '(?x)a(?#b', 'a(?#(b', '(?(?#'],
  'unterminated-bracket': [
    ...[
      '[',
      'a[',
      '[]',
      '[^',
      '[^]',
      '[a',
      '[a-',
      '[a-b',
      '[]a',
      '[a\\]',
      '[a-[b]',
      '[a-z-[b',
      '([)',
      '[\\',
    ],
    ...['[a-\\]', '[\\p{L}'],
  ],
  'reversed-character-range': [
    '[b-a]',
    '[z-a]',
    '[\\x42-\\x41]',
    '[a-\\-]',
    '[b-\\x41]',
    '[^9-0]',
    '[\\n-\\t]',
  ],
  'shorthand-class-in-character-range': [
    '[a-\\d]',
    '[a-\\w]',
    '[a-\\S]',
    '[a-\\p{L}]',
    '[\\x20-\\P{L}]',
    '[--\\d]',
  ],
  'exclusion-group-not-last': [
    '[a-z-[aeiou]x]',
    '[a-[b]c]',
    '[a-z-[b]-[c]]',
    '[a-[b][c]]',
    '[a-z-[a-[b]c]]',
  ],
  'unescaped-ending-backslash': ['\\', 'a\\', '(a)\\', 'a|\\', '(\\', 'a*\\'],
  'unrecognized-escape': [
    ...[
      '\\g',
      '\\h',
      '\\i',
      '\\j',
      '\\l',
      '\\m',
      '\\o',
      '\\q',
      '\\y',
      '\\C',
      '\\E',
      '\\F',
      '\\Q',
      '\\R',
      '\\X',
      '\\_',
      '\\é',
    ],
    ...[
      '[\\g]',
      '[\\A]',
      '[\\z]',
      '[\\B]',
      '[\\8]',
      '[\\k]',
      '\\80',
      '\\99',
      '\\k<a',
      '\\k<1',
      '[\\_]',
      '\\K',
      '\\U0041',
    ],
  ],
  'insufficient-or-invalid-hex-digits': [
    ...[
      '\\x',
      '\\x4',
      '\\xg1',
      '\\x4g',
      '\\u',
      '\\u004',
      '\\u004g',
      '\\x{41}',
      '\\u{41}',
      '[\\x]',
      '[\\u00]',
      '\\u-123',
    ],
  ],
  'missing-control-character': ['\\c', 'a\\c'],
  'unrecognized-control-character': ['\\c!', '\\c1', '\\c ', '\\cé', '[\\c*]', '\\c{'],
  'invalid-unicode-property-escape': [
    '\\p',
    '\\p{',
    '\\p{}',
    '\\p{L',
    '\\p{L ',
    '\\p{ L}',
    '[\\p{L]',
    '\\pLu',
    '\\P{a b}',
    '\\p{^L}',
  ],
  'malformed-unicode-property-escape': ['\\pLu1', '\\p(L)', '\\PL12', '[\\pL1]'],
  'unrecognized-unicode-property': [
    ...[
      '\\p{Greek}',
      '\\p{lu}',
      '\\p{LU}',
      '\\p{IsFoo}',
      '\\p{Isgreek}',
      '\\p{Letter}',
      '\\p{sc-Greek}',
      '\\P{Xx}',
      '[\\p{Q}]',
    ],
    ...[
      '\\p{Latin}',
      '\\p{IsLatin}',
      '\\p{Any}',
      '\\p{Alphabetic}',
      '\\p{InGreek}',
      '\\p{Emoji}',
      '\\p{-}',
    ],
  ],
};

describe('a pattern .NET refuses', () => {
  for (const [code, patterns] of Object.entries(refused)) {
    it.each([...patterns])(`%j is refused as ${code}`, (pattern) => {
      expect(verdict(pattern).split('@')[0]).toBe(code);
    });
  }

  it.each([
    ['a**', 3],
    ['ab(c', 4],
    ['ab)c', 3],
    ['[b-a]', 4],
    ['ab\\q', 4],
    ['a{3,2}', 6],
    ['(?<n>a)\\k<m>', 12],
  ] as const)('%j tells the place of the mistake: %i', (pattern, offset) => {
    expect(Number(verdict(pattern).split('@')[1])).toBe(offset);
  });

  it('the message says what to do and where', () => {
    expect(() => compileRegex('a(b')).toThrow(/never closed; add "\)" .*\(at position 3\)/);
  });
});

const accepted: readonly string[] = [
  ...[
    '',
    '|',
    '||',
    '()',
    '(|)',
    '(?:)',
    '(?=)',
    '(?!)',
    '(?<=)',
    '(?<!)',
    '(?>)',
    '(?i)',
    '(?-i)',
    '(?imnsx-imnsx)',
  ],
  ...[
    '(?i:)',
    '(?+i)',
    '(?--i)',
    '(?-)',
    '(?:a|)',
    '(?IMNSX)',
    'a|',
    '(?#)',
    '(?#c)',
    '(?# ( [ \\)',
    'a(?#(b)c',
  ],
  ...[
    '{',
    '}',
    ']',
    '{}',
    '{a}',
    '{,1}',
    'a{',
    'a{,',
    'a{,2}',
    'a{1',
    'a{1,',
    'a{1,a}',
    'a{ 1}',
    'a{-1}',
    '{a}*',
    '{,1}*',
  ],
  ...[
    'a{0}',
    'a{0,0}?',
    'a{00001}',
    'a{2147483647}',
    'a{1,2147483647}',
    'a{0,}',
    'a{2}?',
    '^*',
    '$+',
    '\\b?',
    '(?=a)*',
  ],
  ...[
    'a{2}{',
    'a*{',
    'a+{x}',
    '(a)(b)\\2',
    '\\2(a)(b)',
    '(?<n>a)\\k<n>',
    '\\k<n>(?<n>a)',
    "\\'n'(?<n>a)",
    '\\10',
    '\\18',
  ],
  ...[
    '\\07',
    '\\0',
    '\\377',
    '\\777',
    '\\<',
    "\\'",
    '\\<a',
    "\\'1",
    '\\<1',
    '\\<>',
    '\\k<0>',
    '\\c@',
    '\\c_',
    '\\cz',
    '\\c[',
  ],
  ...[
    '\\-',
    '\\"',
    '\\/',
    '\\ ',
    '\\~',
    '\\€',
    '\\}',
    '[\\-a]',
    '[a\\-z]',
    '[--a]',
    '[a-]',
    '[-a]',
    '[-]',
    '[---]',
    '[^-]',
  ],
  ...[
    '[]]',
    '[^]]',
    '[[]',
    '[[:x:]]',
    '[[:x]',
    '[[:x:]',
    '[[::]',
    '[a-[b]]',
    '[a-z-[b]]',
    '[a-z-[b-[c]]]',
    '[^a-[^b]]',
    '[\\d-a]',
    '[\\w-[a]]',
  ],
  ...['[-[a]]', '[a-z&&[b]]', '[\\0-\\xff]', '[\\b]', '[\\e]', '[$.^(*+?|]', '[ -~]', '[\\s\\S]'],
  ...[
    '(?<a>x)',
    "(?'a'x)",
    '(?<1>x)',
    '(?<a1>x)',
    '(?<_>x)',
    '(?<é>x)',
    '(?<a>x)(?<a>y)',
    '(?<2>x)(y)',
    '(?<2147483647>a)',
  ],
  ...[
    '(?<a>x)(?<b-a>y)',
    '(?<a>x)(?<-a>y)',
    '(?<a-a>x)',
    '(?<1-0>x)',
    '(?<-0>x)',
    '(a)(?<-1>b)',
    "(?'a'x)(?'-a'y)",
  ],
  ...[
    '(a)?(?(1)b)',
    '(a)?(?(1)b|c)',
    '(?(0)a|b)',
    '(?(a)b|c)',
    '(?(a))',
    '(?()a|b)',
    '(?(a)|)',
    '(?(?=a)b)',
    '(?(?:a)b)',
  ],
  ...[
    '(?(?<=a)b|c)',
    '(?(?<!a)b|c)',
    '(?(?>a)b)',
    '(?(a)(?:(?i)b)|c)',
    '(?<n>a)(?(n)b|c)',
    '(?(n)b|c)',
    '(?(a|b)c|d)',
  ],
  ...[
    '\\p{L}',
    '\\P{Lu}',
    '\\p{Nd}',
    '\\p{IsGreek}',
    '\\p{IsCJKUnifiedIdeographs}',
    '\\p{IsLatin-1Supplement}',
    '[\\p{L}-[a]]',
  ],
  ...[
    '(?x) a # b (',
    '(?x)a #',
    '(?x)\\#',
    '(?x)[ #]',
    '(?x)(?#c)a',
    '(?x: a ) b',
    '(?n)(a)',
    '(?s).',
    '(?m)^a$',
  ],
  ...[
    '\\w\\W\\d\\D\\s\\S\\b\\B\\A\\z\\Z\\G',
    '\\a\\e\\f\\n\\r\\t\\v',
    '\\x00\\xfF',
    '\\u00e9',
    'a\nb',
    '(a(b(c)))',
  ],
];

describe('a pattern .NET accepts', () => {
  it.each([...accepted])('%j compiles', (pattern) => {
    expect(verdict(pattern)).toBe('ok');
  });

  it('in extended mode blanks and comments may stand between an atom and its quantifier', () => {
    expect(verdict('a # one\n + ?', 'x')).toBe('ok');
    expect(verdict('a + +', 'x')).toBe('nested-quantifiers-not-parenthesized@5');
  });

  it('in extended mode a parenthesis in a comment does not count', () => {
    expect(verdict('a # (\n', 'x')).toBe('ok');
    expect(verdict('a # (\n')).toBe('insufficient-closing-parentheses@6');
  });
});

describe('limits', () => {
  it('a pattern of 4,096 characters compiles, a longer one is refused', () => {
    expect(verdict('a'.repeat(4096))).toBe('ok');
    expect(verdict('a'.repeat(4097))).toBe('pattern-too-long@4096');
  });

  it('200 groups compile, 201 are refused', () => {
    expect(verdict('()'.repeat(200))).toBe('ok');
    expect(verdict('()'.repeat(201))).toMatch(/^too-many-groups/);
  });

  it('nesting is bounded for groups and classes, and never overflows the stack', () => {
    expect(verdict(`${'(?:'.repeat(250)}a${')'.repeat(250)}`)).toBe('ok');
    expect(verdict(`${'(?:'.repeat(250)}a${')*'.repeat(250)}`)).toBe('ok');
    expect(verdict('(?:'.repeat(251))).toMatch(/^nested-too-deeply/);
    expect(verdict('[a-z-'.repeat(200))).toMatch(/^nested-too-deeply/);
  });

  it('an unknown option letter is refused', () => {
    expect(verdict('a', 'e')).toBe('unsupported-option@0');
  });

  it('counted repeats do not grow the program', () => {
    const small = compileRegex('(?:ab){2}').programBytes;
    expect(compileRegex('(?:ab){2000000}').programBytes - small).toBeLessThan(20);
  });
});

describe('the group list', () => {
  const names = (pattern: string, flags = '') =>
    compileRegex(pattern, { flags })
      .groups.map(({ number, name }) => (name === String(number) ? name : `${number}:${name}`))
      .join(' ');

  it.each([
    ['a', '0'],
    ['(a)(b)', '0 1 2'],
    ['(?<x>a)(b)', '0 1 2:x'],
    ['(?<x>a)(b)(?<y>c)(d)', '0 1 2 3:x 4:y'],
    ['(?<7>a)(b)', '0 1 7'],
    ['(?<2>a)(?<x>b)', '0 1:x 2'],
    ['(?<1>a)(?<x>b)(c)', '0 1 2:x'],
    ['(?<x>a)(?<x>b)', '0 1:x'],
    ['(?<x>a)(?<X>b)', '0 1:x 2:X'],
    ['(?<x-y>a)(?<y>b)', '0 1:x 2:y'],
    ['(?<-y>a)(?<y>b)', '0 1:y'],
    ['(?:a)(?=(b))(?<!(c))', '0 1 2'],
    ['(?(a)(b)|(c))', '0 1 2'],
    ['(?((a)b)c)', '0 1'],
    ['[(](a)\\((b)', '0 1 2'],
    ['(?#()(a)', '0 1'],
    ['(?x)#(\n(a)', '0 1'],
    ['(?n)(a)(?<x>b)', '0 1:x'],
    ['((?n)(a))(b)', '0 1 2'],
    ['(?<2>a)(?<x>b)(?<y>c)(?<3>d)', '0 1:x 2 3 4:y'],
  ])('%j has the groups %j', (pattern, list) => {
    expect(names(pattern)).toBe(list);
  });
});
