import fc from 'fast-check';
import { JSONPathEnvironment } from 'json-p3';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/mapping/index.ts';
import { selectAll } from '../../../src/mapping/json-path/select.ts';
import { parseQuery } from '../../../src/mapping/json-path/syntax.ts';
import { JsonPathSyntaxError } from '../../../src/mapping/json-path/syntax-error.ts';
import { quickRuns } from '../../support/runs.ts';

const select = (path: string, root: Json) =>
  selectAll(parseQuery(path), root, { steps: 1_000_000 });

/**
 * json-p3 itself, but for its habit of turning the text of `match` and `search` into a string (RFC 9535 2.4.6:
 * false).
 */
const reference = new JSONPathEnvironment();
for (const name of ['match', 'search']) {
  const original = reference.functionRegister.get(name);
  if (original === undefined) throw new Error(`no function ${name}`);
  reference.functionRegister.set(name, {
    argTypes: original.argTypes,
    returnType: original.returnType,
    call: (text, pattern) => typeof text === 'string' && original.call(text, pattern),
  });
}
const referenceQuery = (path: string, root: Json) => reference.query(path, root as never);

const store = {
  book: [
    { category: 'reference', author: 'N', price: 8.95, tags: ['a', 'b'] },
    { category: 'fiction', author: 'E', price: 12.99, isbn: '0-1' },
    { category: 'fiction', author: 'H', price: 8.99, isbn: '0-2', tags: [] },
    { category: 'fiction', author: 'J', price: 22.99, nested: { price: 1, a: null } },
  ],
  bicycle: { color: 'red', price: 399 },
  'dotted.name': true,
  empty: {},
  words: ['ab', 'abc', 'axc', 'a\nc', 'a𐄁c', '', 'ABC', 'a.c'],
  mixed: [null, true, false, 0, 1, 1.0, '1', '', [], [1], {}, { a: 1 }],
};

const paths = [
  '$',
  '$.book',
  '$.book[*].author',
  '$..author',
  '$.*',
  '$..price',
  '$..book[2]',
  '$..book[-1]',
  '$..book[0,1]',
  '$..book[:2]',
  '$..*',
  '$[*]',
  '$["book"]',
  "$['dotted.name']",
  '$.book[::2]',
  '$.book[::-1]',
  '$.book[-2:]',
  '$.book[5:0:-2]',
  '$.book[1:3:0]',
  '$.book[0:10:3]',
  '$.book[-10:10]',
  '$.book[3:-10:-1]',
  '$.book[10]',
  '$.book[-10]',
  '$.nope',
  '$.book.author',
  '$.empty.*',
  '$.book[0, 0]',
  '$.book[*, 0]',
  '$.book[?@.isbn]',
  '$.book[?@.price < 10]',
  '$.book[?@.price <= 8.99]',
  '$.book[?@.price > 8.99]',
  '$.book[?@.price >= 22.99]',
  '$.book[?@.category == "fiction" && @.price < 10]',
  '$.book[?@.category == "fiction" || @.price < 10]',
  '$.book[?!@.isbn]',
  '$.book[?@.author != "N"]',
  '$.book[?@.isbn != "x"]',
  '$.book[?@.isbn == @.nope]',
  '$.book[?@.nope != null]',
  '$.book[?@.tags == $.book[0].tags]',
  '$.book[?(@.price < 10)].author',
  '$..[?@.price]',
  '$..[?@.a == null]',
  '$.book[?@.nested.a == null]',
  '$.mixed[?@ == 1]',
  '$.mixed[?@ == "1"]',
  '$.mixed[?@ == true]',
  '$.mixed[?@ == null]',
  '$.mixed[?@ < 1]',
  '$.mixed[?@ <= "1"]',
  '$.mixed[?@ == $.mixed[9]]',
  '$.mixed[?@ == $.mixed[11]]',
  '$.mixed[?@ != 1]',
  '$.mixed[?@.*]',
  '$.mixed[?@ >= true]',
  '$.mixed[?@ <= null]',
  '$.mixed[?1 == 1]',
  '$.mixed[?length(@) == 0]',
  '$.book[?count(@.*) > 4]',
  '$.book[?value(@..price) == 12.99]',
  '$.book[?length(value(@.tags)) == 2]',
  '$.words[?match(@, "a.c")]',
  '$.words[?match(@, "ab")]',
  '$.words[?search(@, "b")]',
  '$.words[?match(@, "a[.]c")]',
  '$.words[?match(@, "a\\\\.c")]',
  '$.words[?match(@, "[a-z]+")]',
  '$.words[?!search(@, "[A-Z]")]',
  '$.words[?match(@, "\\\\p{Lu}+")]',
  '$.words[?match(@, "^ab.*$")]',
  '$.words[?match(@, "a(b|x)c")]',
  '$.words[?match(@, "(")]',
  '$.mixed[?match(@, "1")]',
  '$.book[?match(@.author, $.book[0].author)]',
  '$.book[?match(@.nope, "x")]',
  '$ .book [ 0 ] .author',
  '$.book[ ? @.price < 10 ]',
  '$["\\u0062ook"][0]',
  '$.bicycle["color", "price"]',
  '$.book[?@.tags[?@ == "b"]]',
  '$..book.*.tags[-1]',
];

describe('RFC 9535 spellings select exactly what the reference implementation selects', () => {
  it.each(paths)('%s', (path) => {
    const query = parseQuery(path);
    expect(query.jsonNet).toBe(false);
    expect(selectAll(query, store, { steps: 1_000_000 })).toEqual(
      referenceQuery(path, store).values(),
    );
  });

  const key = fc.constantFrom('a', 'b', 'c', 'é');
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(null, true, false, 0, 1, 2, 'a', 'ab', ''),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const integer = fc.integer({ min: -4, max: 4 });
  const bound = fc.option(integer, { nil: '' });
  const singular = fc
    .tuple(
      fc.constantFrom('@', '$'),
      fc.array(
        fc.oneof(
          key.map((name) => `['${name}']`),
          integer.map((i) => `[${i}]`),
        ),
        { maxLength: 2 },
      ),
    )
    .map(([root, rest]) => root + rest.join(''));
  const operand = fc.oneof(
    singular,
    fc.constantFrom('1', '"a"', 'null', 'true', '""'),
    singular.map((path) => `length(${path})`),
    key.map((name) => `count(@..${name})`),
  );
  const test = fc.oneof(
    fc
      .tuple(operand, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), operand)
      .map((parts) => parts.join(' ')),
    singular,
    singular.map((path) => `!${path}`),
    singular.map((path) => `match(${path}, 'a.?')`),
  );
  const filter = fc.oneof(
    test,
    fc.tuple(test, fc.constantFrom('&&', '||'), test).map(([a, op, b]) => `(${a}) ${op} ${b}`),
  );
  const selector = fc.oneof(
    key.map((name) => `'${name}'`),
    integer.map(String),
    fc.constant('*'),
    fc.tuple(bound, bound, bound).map((bounds) => bounds.join(':')),
    filter.map((text) => `?${text}`),
  );
  const segment = fc
    .tuple(fc.constantFrom('', '', '', '..'), fc.array(selector, { minLength: 1, maxLength: 2 }))
    .map(([descent, all]) => `${descent}[${all.join(',')}]`);
  const path = fc.array(segment, { maxLength: 3 }).map((segments) => `$${segments.join('')}`);

  it('for generated queries and documents', () => {
    fc.assert(
      fc.property(path, json, (text, root) => {
        expect(select(text, root)).toEqual(referenceQuery(text, root).values());
      }),
      { numRuns: quickRuns(1_500) },
    );
  });
});

it('length counts code points, as the RFC says', () => {
  expect(select('$[?length(@) == 3]', ['a𐄁c', 'abc', 'ab'])).toEqual(['a𐄁c', 'abc']);
});

it('a null is a value: it equals null, and a missing path does not', () => {
  expect(select('$[?@.a == null]', [{ a: null }, {}])).toEqual([{ a: null }]);
});

describe('paths that no grammar knows are refused', () => {
  it.each([
    '$.',
    '$[',
    '$[]',
    '$..',
    '$.a[',
    '$.a]',
    '$[?]',
    '$[?@.a ==]',
    '$[?(@.a]',
    "$['a",
    '$.a..',
    '$[1 2]',
    '$[?@.a === ]',
    '$[?nope(@.a)]',
    '$[?length(@.*) < 3]',
    '$[?count(1)]',
    '[[0]]',
    '[1]Blah',
    '$ .a. b',
    '[(@.length-1)]',
    '$[?@.a =~ /(/]',
    '$[?@.a =~ /a/q]',
    `$.${'a'.repeat(2_050)}`,
  ])('%s', (path) => {
    expect(() => parseQuery(path)).toThrow(JsonPathSyntaxError);
  });
});

describe('bounds', () => {
  const deep: Json = JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);

  it('walks documents deeper than the JavaScript stack', () => {
    expect(select('$..[?@ == 1]', deep)).toEqual([1]);
  });

  it('stops at its share of the budget', () => {
    const wide = Array.from({ length: 1_000 }, () => ({ a: 1 }));
    expect(selectAll(parseQuery('$[?count($..*) == 0]'), wide, { steps: 1_000_000 })).toBeTypeOf(
      'symbol',
    );
    expect(selectAll(parseQuery('$[*]'), wide, { steps: 500 })).toBeTypeOf('symbol');
  });

  it('a hostile regex in a filter stops at the budget', () => {
    expect(
      selectAll(parseQuery("$[?search(@, '^(a|a)+$')]"), [`${'a'.repeat(40)}!`], {
        steps: 100_000,
      }),
    ).toBeTypeOf('symbol');
  });

  it('a pattern that comes from the document is bounded like any other', () => {
    const patterns = Array.from({ length: 2_000 }, (_, index) => ({
      p: `${'(?:a'.repeat(50)}${')?'.repeat(50)}${index}`,
    }));
    expect(selectAll(parseQuery("$[?match('x', @.p)]"), patterns, { steps: 200_000 })).toBeTypeOf(
      'symbol',
    );
    expect(select('$[?match(@.v, $[0].p)].v', [{ p: 'a+' }, { v: 'aa' }, { v: 'b' }])).toEqual([
      'aa',
    ]);
  });

  it('selectors and tests that find nothing count too', () => {
    const items = Array.from({ length: 10_000 }, () => ({}));
    const names = Array(200).fill("'a'").join(',');
    expect(selectAll(parseQuery(`$[*][${names}]`), items, { steps: 1_000_000 })).toBeTypeOf(
      'symbol',
    );
    const tests = Array(200).fill('1<0').join('||');
    expect(selectAll(parseQuery(`$[?${tests}]`), items, { steps: 1_000_000 })).toBeTypeOf('symbol');
  });

  it('looking into a large object again and again is bounded', () => {
    const big = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]),
    );
    const root = { big, text: 'x'.repeat(100_000), items: Array.from({ length: 1_000 }, () => 1) };
    // Its members are listed once; the budget pays for that, not for a thousand listings.
    const budget = { steps: 1_000_000 };
    expect(selectAll(parseQuery('$.items[?$.big[*]]'), root, budget)).toHaveLength(1_000);
    expect(budget.steps).toBeLessThan(800_000);
    expect(selectAll(parseQuery('$.items[?$.big[*]]'), root, { steps: 100_000 })).toBeTypeOf(
      'symbol',
    );
    expect(
      selectAll(parseQuery('$.items[?length($.text) == 1]'), root, { steps: 1_000_000 }),
    ).toBeTypeOf('symbol');
  });

  it('refuses filters nested too deeply', () => {
    expect(() => parseQuery(`$${'[?@'.repeat(17)}${']'.repeat(17)}`)).toThrow('nested');
    const deepest = parseQuery(`$${'[?@'.repeat(16)}${']'.repeat(16)}`);
    const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
    const found = (levels: number) => selectAll(deepest, nested(levels), { steps: 1_000_000 });
    expect(found(16)).toEqual([nested(15)]);
    expect(found(15)).toEqual([]);
  });
});
