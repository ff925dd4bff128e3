import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/mapping/index.ts';
import { compileJsonPath, firstValue } from '../../../src/mapping/json-path/index.ts';
import { selectAll } from '../../../src/mapping/json-path/select.ts';
import { parseQuery } from '../../../src/mapping/json-path/syntax.ts';

const select = (path: string, root: Json) =>
  selectAll(parseQuery(path), root, { steps: 1_000_000 });

const people = [
  { name: 'Ann', age: 26, 'k8s:pod': 'p1', pets: [{ kind: 'cat' }, { kind: 'dog' }] },
  { name: 'Bob', age: '31', pets: [] },
  { name: 'Cy', nick: null },
];

describe('paths in Json.NET spelling', () => {
  it.each<[string, string, Json, Json[]]>([
    ['empty is the root', '', 1, [1]],
    ['blank is the root', '  ', 1, [1]],
    ['no leading $', 'a.b', { a: { b: 1 } }, [1]],
    ['a bracket first', "['a'].b", { a: { b: 1 } }, [1]],
    ['an index first', '[1]', [1, 2], [2]],
    ['blanks around the path', ' $.a ', { a: 1 }, [1]],
    ['a dot before a bracket', '$.[0].["a"]', [{ a: 1 }], [1]],
    ['a dot before a wildcard bracket', '$.[*]', [1, 2], [1, 2]],
    ['blanks inside brackets', "[  'a'  ][ 0 ][ * ]", { a: [[1]] }, [1]],
    ['blanks in a slice', 'a[ -2 : : ]', { a: [1, 2, 3] }, [2, 3]],
    ['a leading zero', 'a[01]', { a: [1, 2] }, [2]],
    ['a name that starts with a dollar', '$values[1]', { $values: [1, 2] }, [2]],
    ['a name with a colon', '$.labels.k8s:pod', { labels: { 'k8s:pod': 'p' } }, ['p']],
    ['a name with an at sign', '$.@timestamp', { '@timestamp': 't' }, ['t']],
    ['a name of digits', '$.codes.404', { codes: { 404: 'x' } }, ['x']],
    ['a name with a blank inside', '$.First Name', { 'First Name': 'x' }, ['x']],
    ['a name with a quote', "$.it's", { "it's": 1 }, [1]],
    ['a scan without $', 'a..b', { a: [{ b: 1 }] }, [1]],
    ['a scan of a bracket', '..[0]', [[1]], [[1], 1]],
    ['several indexes', '[1,0]', [1, 2], [2, 1]],
    ['a double-quoted name with a single quote', `["it's"]`, { "it's": 1 }, [1]],
  ])('%s: %s', (_, path, root, expected) => {
    expect(select(path, root)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['<> is !=', "[?(@.name <> 'Ann')].name", ['Bob', 'Cy']],
    ['=== is ==', "[?(@.name === 'Ann')].name", ['Ann']],
    ['!== is !=', "[?(@.name !== 'Ann')].name", ['Bob', 'Cy']],
    ['order compares a number and a number in a string', '[?(@.age > 30)].name', ['Bob']],
    ['order against text that is no number never holds', '[?(@.name > 1)].name', []],
    ['a missing path satisfies no comparison, not even !=', '[?(@.age != 26)].name', ['Bob']],
    ['a null is not missing', '[?(@.nick == null)].name', ['Cy']],
    ['a regex without flags', '[?(@.name =~ /^A/)].name', ['Ann']],
    ['a regex with flags', '[?(@.name =~ /^a|Y$/i)].name', ['Ann', 'Cy']],
    ['a regex with an escaped slash', '[?(@.name =~ /\\/|n{2}/)].name', ['Ann']],
    ['a regex on any of several results', '[?(@.pets[*].kind =~ /dog/)].name', ['Ann']],
    ['several results compare as “any of them”', "[?(@.pets[*].kind == 'dog')].name", ['Ann']],
    ['a scan compares as “any of them”', "[?(@..kind <> 'cat')].name", ['Ann']],
    ['a bare true', '[?(true)].name', ['Ann', 'Bob', 'Cy']],
    ['a bare false with or', "[?(false || @.name == 'Bob')].name", ['Bob']],
    ['blanks everywhere', "[ ?( @.[ 'name' ] == 'Ann' ) ].name", ['Ann']],
    ['a name with a colon in a filter', '[?(@.k8s:pod)].name', ['Ann']],
    ['nested filters', "[?(@.pets[?(@.kind=='cat')])].name", ['Ann']],
    ['negation', '[?(!@.age)].name', ['Cy']],
    ['a quoted bracket in a filter', "[?(@.name == ']')].name", []],
  ])('filter: %s: %s', (_, path, expected) => {
    expect(select(path, people)).toEqual(expected);
  });
});

describe('the fast path', () => {
  const root: Json = { a: { b: [{ c: 1 }, { c: 2 }] }, rawJSON: 'x' };
  const first = (path: string, value: Json = root) =>
    firstValue(compileJsonPath(path), value, { steps: 1_000 });

  it.each<[string, Json | undefined]>([
    ['$.a.b[0].c', 1],
    ['$.a.b[-1].c', 2],
    ['$.a.b[2].c', undefined],
    ['$.a.b[-3].c', undefined],
    ['$.a.b.c', undefined],
    ['$.a.b.length', undefined],
    ['$.a[0]', undefined],
    ['$.constructor', undefined],
    ['$.__proto__', undefined],
    ['$.a.toString', undefined],
    ['$.rawJSON', 'x'],
  ])('%s', (path, expected) => {
    expect(compileJsonPath(path).keys).not.toBeNull();
    expect(first(path)).toEqual(expected);
  });

  it('is not taken for anything with several results', () => {
    expect(compileJsonPath('$.a[*]').keys).toBeNull();
    expect(compileJsonPath('$..a').keys).toBeNull();
    expect(compileJsonPath('$.a[0,1]').keys).toBeNull();
  });

  it('a wildcard answers the first node', () => {
    expect(first('$.a.b[*].c')).toBe(1);
  });

  it('an own member named like one of Object.prototype is found', () => {
    expect(first('$.constructor', JSON.parse('{"constructor":1}'))).toBe(1);
    expect(first('$.__proto__', JSON.parse('{"__proto__":2}'))).toBe(2);
  });
});

describe('a path of RFC 9535 whose comparisons find nothing', () => {
  const people = {
    persons: [
      { name: 'Ann', age: '26' },
      { name: 'Bob', age: '2' },
    ],
  };
  const first = (path: string) => firstValue(compileJsonPath(path), people, { steps: 10_000 });

  it('is read with those of Json.NET, so that both spellings find the same', () => {
    expect(first('$.persons[?(@.age > 3)].name')).toBe('Ann');
    expect(first('persons[?(@.age > 3)].name')).toBe('Ann');
    expect(first('$.persons[?@.age > 3 && @.name != "x"].name')).toBe('Ann');
    expect(first('$.persons[?@.age > 30].name')).toBeUndefined();
  });

  it('keeps what it finds', () => {
    // By the RFC a missing member differs from every value; by Json.NET it compares with none.
    expect(first('$.persons[?@.nope != 1].name')).toBe('Ann');
  });
});

it('the flag g of a regex means nothing more, as in Json.NET', () => {
  const value = { l: ['abc'] };
  expect(firstValue(compileJsonPath('l[?(@ =~ /B/gi)]'), value, { steps: 1_000 })).toBe('abc');
  expect(() => compileJsonPath('l[?(@ =~ /B/q)]')).toThrow('flags');
});
