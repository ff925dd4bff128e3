import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import {
  Doc,
  encode,
  maxKey,
  minKey,
  type Plain,
  Timestamp,
  undefinedValue,
} from '../../../../src/store/embedded/semantics/values.ts';
import { quickRuns } from '../../../support/runs.ts';
import { anyDoc, bin, date, dbl, dec, doc, oid, re, scalar, text } from './values.ts';

type Members = { readonly [key: string]: Plain };
type Row = readonly [filter: Members, document: Members, matches: boolean];

const id = oid('01');

const tables: { readonly [area: string]: readonly Row[] } = {
  equality: [
    [{}, {}, true],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: dbl(1) }, true],
    [{ a: 1 }, { a: 1n }, true],
    [{ a: 1 }, { a: dec('1.00') }, true],
    [{ a: 1n }, { a: dbl(1) }, true],
    [{ a: dec('1.5') }, { a: 1.5 }, true],
    [{ a: 9007199254740993n }, { a: dbl(2 ** 53) }, false],
    [{ a: 0 }, { a: -0 }, true],
    [{ a: Number.NaN }, { a: Number.NaN }, true],
    [{ a: Number.NaN }, { a: dec('NaN') }, true],
    [{ a: Number.NaN }, { a: 1 }, false],
    [{ a: '1' }, { a: 1 }, false],
    [{ a: true }, { a: 1 }, false],
    [{ a: id }, { a: oid('01') }, true],
    [{ a: id }, { a: id.toHex() }, false],
    [{ a: date('2026-01-01') }, { a: date('2026-01-01') }, true],
    [{ a: bin('ff80') }, { a: bin('ff80') }, true],
    [{ a: bin('ff80') }, { a: bin('ff81') }, false],
    [{ a: bin('ff', 4) }, { a: bin('ff', 0) }, false],
    [{ a: { $eq: 1 } }, { a: [2, 1] }, true],
    [{ a: [1, 2] }, { a: [1, 2] }, true],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: [1, 2] }, { a: [[1, 2], 5] }, true],
    [{ a: [] }, { a: [] }, true],
    [{ a: [] }, { a: [[]] }, true],
    [{ a: { b: 1 } }, { a: { b: 1 } }, true],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
    [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, false],
    [{ a: { b: 1 } }, { a: [{ b: 1 }] }, true],
    [{ a: {} }, { a: {} }, true],
    [{ a: { $ref: 'c', $id: 1 } }, { a: { $ref: 'c', $id: 1 } }, true],
    [{ a: { $ne: 1 } }, { a: 2 }, true],
    [{ a: { $ne: 1 } }, {}, true],
    [{ a: { $ne: 1 } }, { a: [1, 2] }, false],
    [{ __proto__x: 1 }, { __proto__x: 1 }, true],
  ],
  'null and missing': [
    [{ a: null }, {}, true],
    [{ a: null }, { a: null }, true],
    [{ a: null }, { a: undefinedValue }, true],
    [{ a: null }, { a: 0 }, false],
    [{ a: null }, { a: [] }, false],
    [{ a: null }, { a: [1, null] }, true],
    [{ a: { $ne: null } }, {}, false],
    [{ a: { $ne: null } }, { a: [] }, true],
    [{ a: { $gte: null } }, {}, true],
    [{ a: { $lte: null } }, { a: null }, true],
    [{ a: { $gt: null } }, { a: 1 }, false],
    [{ a: { $in: [null] } }, {}, true],
    [{ a: { $nin: [null] } }, {}, false],
    [{ 'a.b': null }, {}, true],
    [{ 'a.b': null }, { a: 5 }, true],
    [{ 'a.b': null }, { a: null }, true],
    [{ 'a.b': null }, { a: {} }, true],
    [{ 'a.b': null }, { a: [] }, false],
    [{ 'a.b': null }, { a: [1, 2] }, false],
    [{ 'a.b': null }, { a: [{ b: 1 }, {}] }, true],
    [{ 'a.b': null }, { a: [{ b: 1 }] }, false],
    [{ 'a.b': { $exists: false } }, { a: [] }, true],
    [{ 'a.b': { $exists: false } }, { a: [{ b: 1 }, {}] }, false],
    [{ 'a.b': { $exists: true } }, { a: [{ b: 1 }, {}] }, true],
    [{ a: { $exists: true } }, { a: null }, true],
    [{ a: { $exists: true } }, { a: [] }, true],
    [{ a: { $exists: 1 } }, {}, false],
    [{ a: { $exists: 0 } }, {}, true],
    [{ a: { $exists: null } }, {}, true],
  ],
  ranges: [
    [{ a: { $gt: 5 } }, { a: 6 }, true],
    [{ a: { $gt: 5 } }, { a: 5n }, false],
    [{ a: { $gte: 5 } }, { a: dec('5') }, true],
    [{ a: { $lt: 5 } }, { a: Number.NaN }, false],
    [{ a: { $gte: Number.NaN } }, { a: Number.NaN }, true],
    [{ a: { $gte: Number.NaN } }, { a: 5 }, false],
    [{ a: { $gt: Number.NaN } }, { a: 5 }, false],
    [{ a: { $gt: 5 } }, { a: '6' }, false],
    [{ a: { $gt: 'a' } }, { a: 'b' }, true],
    [{ a: { $gt: '\uffff' } }, { a: '\ud83d\ude00' }, true],
    [{ a: { $lt: 'a' } }, { a: 1 }, false],
    [{ a: { $gt: date('2026-01-01') } }, { a: date('2026-01-02') }, true],
    [{ a: { $gt: date('2026-01-01') } }, { a: new Timestamp(4000000000, 1) }, false],
    [{ a: { $gt: id } }, { a: oid('02') }, true],
    [{ a: { $gt: false } }, { a: true }, true],
    [{ a: { $gt: {} } }, { a: { b: 1 } }, true],
    [{ a: { $gt: [1] } }, { a: [2] }, true],
    [{ a: { $gt: [1] } }, { a: 2 }, false],
    [{ a: { $gt: 5 } }, { a: [1, 9] }, true],
    [{ a: { $gt: 5, $lt: 7 } }, { a: [1, 9] }, true],
    [{ a: { $gt: minKey } }, { a: 1 }, true],
    [{ a: { $gt: minKey } }, { a: minKey }, false],
    [{ a: { $lt: maxKey } }, { a: 'z' }, true],
    [{ a: { $gte: maxKey } }, { a: maxKey }, true],
    [{ a: { $gt: 5 } }, {}, false],
    [{ a: { $lt: 9007199254740993n } }, { a: dbl(2 ** 53) }, true],
  ],
  'in and all': [
    [{ a: { $in: [1, 'x'] } }, { a: 'x' }, true],
    [{ a: { $in: [1, 'x'] } }, { a: dbl(1) }, true],
    [{ a: { $in: [] } }, { a: 1 }, false],
    [{ a: { $in: [1, 2] } }, { a: 2n }, true],
    [{ a: { $in: [1, 2] } }, { a: dec('2.0') }, true],
    [{ a: { $in: [9007199254740992] } }, { a: 9007199254740993n }, false],
    [{ a: { $in: [0, Number.NaN] } }, { a: dec('NaN') }, true],
    [{ a: { $in: [2n] } }, { a: 2 }, true],
    [{ a: { $nin: [] } }, {}, true],
    [{ a: { $in: [2] } }, { a: [1, 2] }, true],
    [{ a: { $in: [[1, 2]] } }, { a: [1, 2] }, true],
    [{ a: { $in: [re('^x')] } }, { a: 'xyz' }, true],
    [{ a: { $nin: [re('^x')] } }, { a: 'xyz' }, false],
    [
      { a: { $in: [oid('01'), oid('02'), oid('03'), oid('04'), oid('05')] } },
      { a: oid('05') },
      true,
    ],
    [{ a: { $nin: [1, 2] } }, { a: [3, 2] }, false],
    [{ a: { $all: [1, 2] } }, { a: [2, 3, 1] }, true],
    [{ a: { $all: [1, 2] } }, { a: [1] }, false],
    [{ a: { $all: [1] } }, { a: 1 }, true],
    [{ a: { $all: [] } }, { a: [] }, false],
    [{ a: { $all: [[1]] } }, { a: [1] }, true],
    [{ a: { $all: [null] } }, {}, true],
    [{ a: { $all: [re('^b'), 'a'] } }, { a: ['a', 'bc'] }, true],
    [{ 'a.b': { $all: [1, 2] } }, { a: [{ b: 1 }, { b: 2 }] }, true],
    [
      { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } },
      { a: [{ b: 1 }, { b: 2 }] },
      true,
    ],
    [
      { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 3 } }] } },
      { a: [{ b: 1 }, { b: 2 }] },
      false,
    ],
  ],
  arrays: [
    [{ a: { $size: 2 } }, { a: [1, 2] }, true],
    [{ a: { $size: 0 } }, { a: [] }, true],
    [{ a: { $size: 2 } }, { a: [[1, 2]] }, false],
    [{ a: { $size: dbl(1) } }, { a: [[1, 2]] }, true],
    [{ a: { $size: 1 } }, { a: 'x' }, false],
    [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, { a: [1, 2, 3] }, true],
    [{ a: { $elemMatch: { $gt: 1, $lt: 2 } } }, { a: [1, 2] }, false],
    [{ a: { $elemMatch: { b: 1, c: 2 } } }, { a: [{ b: 1 }, { c: 2 }] }, false],
    [{ a: { $elemMatch: { b: 1, c: 2 } } }, { a: [{ b: 1, c: 2 }] }, true],
    [{ a: { $elemMatch: { b: 1 } } }, { a: { b: 1 } }, false],
    [{ a: { $elemMatch: {} } }, { a: [{}] }, true],
    [{ a: { $elemMatch: { $id: 1 } } }, { a: [{ $ref: 'c', $id: 1 }] }, true],
    [{ a: { $elemMatch: { $ref: 'c', $id: 2 } } }, { a: [{ $ref: 'c', $id: 1 }] }, false],
    [{ a: { $elemMatch: { $id: 1, x: 2 } } }, { a: [{ $ref: 'c', $id: 1, x: 2 }] }, true],
    [{ $id: 1 }, { $id: 1 }, true],
    [{ $or: [{ $id: 1 }, { $db: 'd' }] }, { $ref: 'c', $id: 2, $db: 'd' }, true],
    [{ a: { $elemMatch: { $ne: 1 } } }, { a: [1, 2] }, true],
    [{ a: { $elemMatch: { $not: { $gt: 1 } } } }, { a: [2, 3] }, false],
    [{ a: { $elemMatch: { $in: [5] } } }, { a: [[5]] }, false],
    [{ a: { $elemMatch: { $elemMatch: { $eq: 5 } } } }, { a: [[5]] }, true],
    [{ a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } }, { a: [{ c: 1 }] }, true],
    [{ a: { $elemMatch: { 0: 5 } } }, { a: [[5]] }, true],
    [{ 'a.b': { $elemMatch: { $eq: 1 } } }, { a: [{ b: [1] }] }, true],
    [{ 'a.0': 1 }, { a: [1, 2] }, true],
    [{ 'a.0': 2 }, { a: [1, 2] }, false],
    [{ 'a.0.b': 1 }, { a: [{ b: 1 }] }, true],
    [{ 'a.1.b': 1 }, { a: [{ b: 1 }] }, false],
    [{ 'a.0': 5 }, { a: [{ 0: 5 }] }, true],
    [{ 'a.0': 1 }, { a: [[1, 2]] }, false],
    [{ 'a.0.0': 1 }, { a: [[1, 2]] }, true],
    [{ 'a.b': 1 }, { a: [[{ b: 1 }]] }, false],
    [{ 'a.b.c': 1 }, { a: [{ b: [{ c: 1 }] }] }, true],
    [{ 'a.b': { $gt: 1 } }, { a: [{ b: 1 }, { b: [0, 5] }] }, true],
    [{ 'a.b': { $ne: 1 } }, { a: [{ b: 1 }, { b: 2 }] }, false],
  ],
  types: [
    [{ a: { $type: 'int' } }, { a: 1 }, true],
    [{ a: { $type: 'int' } }, { a: dbl(1) }, false],
    [{ a: { $type: 'double' } }, { a: 1.5 }, true],
    [{ a: { $type: 'long' } }, { a: 1n }, true],
    [{ a: { $type: 'decimal' } }, { a: dec('1') }, true],
    [{ a: { $type: 'number' } }, { a: dec('1') }, true],
    [{ a: { $type: 2 } }, { a: 'x' }, true],
    [{ a: { $type: 'array' } }, { a: [] }, true],
    [{ a: { $type: 'string' } }, { a: [1, 'x'] }, true],
    [{ a: { $type: ['null', 'bool'] } }, { a: false }, true],
    [{ a: { $type: 'null' } }, {}, false],
    [{ a: { $type: -1 } }, { a: minKey }, true],
    [{ a: { $type: 'objectId' } }, { a: id }, true],
    [{ a: { $type: 'binData' } }, { a: bin('00') }, true],
    [{ a: { $type: 'timestamp' } }, { a: new Timestamp(1, 1) }, true],
  ],
  'text and bits': [
    [{ a: re('b') }, { a: 'abc' }, true],
    [{ a: re('B') }, { a: 'abc' }, false],
    [{ a: re('B', 'i') }, { a: 'abc' }, true],
    [{ a: { $regex: 'B', $options: 'i' } }, { a: 'abc' }, true],
    [{ a: { $options: 'i', $regex: 'B' } }, { a: ['x', 'b'] }, true],
    [{ a: { $regex: re('b'), $options: 'i' } }, { a: 'B' }, true],
    [{ a: { $not: re('b') } }, { a: 'abc' }, false],
    [{ a: { $not: { $regex: 'z' } } }, { a: 'abc' }, true],
    [{ a: re('b') }, { a: re('b') }, true],
    [{ a: re('1') }, { a: 1 }, false],
    [{ a: re('^b', 'm') }, { a: 'a\nb' }, true],
    [{ a: re('^b') }, { a: 'a\nb' }, false],
    [{ a: re('a$') }, { a: 'a\n' }, true],
    [{ a: re('a.b') }, { a: 'a\nb' }, false],
    [{ a: re('a.b', 's') }, { a: 'a\nb' }, true],
    [{ a: re('a b # c', 'x') }, { a: 'ab' }, true],
    [{ a: re('(?i)AB') }, { a: 'xab' }, true],
    [{ a: re('\\Aab\\z') }, { a: 'ab' }, true],
    [{ a: re('a\\-b') }, { a: 'a-b' }, true],
    [{ a: re('[[:alpha:]_]+') }, { a: '__x' }, true],
    [{ a: re('^.$') }, { a: '\ud83d\ude00' }, true],
    [{ a: re('(?P<x>a)b') }, { a: 'ab' }, true],
    [{ a: { $mod: [4, 0] } }, { a: 8 }, true],
    [{ a: { $mod: [4, 1] } }, { a: dbl(-3) }, false],
    [{ a: { $mod: [4, -3] } }, { a: -3n }, true],
    [{ a: { $mod: [4, 1] } }, { a: 5.9 }, true],
    [{ a: { $mod: [4, 0] } }, { a: 'x' }, false],
    [{ a: { $bitsAllSet: 5 } }, { a: 7 }, true],
    [{ a: { $bitsAllSet: [0, 3] } }, { a: 7 }, false],
    [{ a: { $bitsAnySet: [1, 3] } }, { a: 8n }, true],
    [{ a: { $bitsAllClear: 6 } }, { a: 9 }, true],
    [{ a: { $bitsAnyClear: 3 } }, { a: 1 }, true],
    [{ a: { $bitsAllSet: [63] } }, { a: -1 }, true],
    [{ a: { $bitsAllSet: bin('01') } }, { a: bin('0100') }, true],
    [{ a: { $bitsAllSet: 1 } }, { a: 1.5 }, false],
  ],
  logic: [
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
    [{ $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
    [{ $or: [{ a: 2 }, { b: 2 }] }, { a: 1, b: 2 }, true],
    [{ $or: [{ a: 2 }] }, { a: 1 }, false],
    [{ $nor: [{ a: 2 }, { b: 3 }] }, { a: 1, b: 2 }, true],
    [{ $nor: [{ a: 1 }] }, { a: 1 }, false],
    [{ a: { $not: { $gt: 5 } } }, {}, true],
    [{ a: { $not: { $gt: 5, $lt: 9 } } }, { a: 3 }, true],
    [{ a: { $not: { $size: 1 } } }, { a: [1] }, false],
    [{ a: 1, $comment: 'why' }, { a: 1 }, true],
    [{ $alwaysFalse: 1 }, {}, false],
    [{ $expr: { $gt: ['$a', '$b'] } }, { a: 2, b: 1 }, true],
    [{ $expr: { $eq: ['$a.b', '$$ROOT.c'] } }, { a: { b: 1 }, c: dbl(1) }, true],
    [{ $expr: '$missing' }, {}, false],
    [
      { $and: [{ $or: [{ a: 1 }, { a: 2 }] }, { $or: [{ b: 1 }, { b: 2 }] }] },
      { a: 2, b: 2 },
      true,
    ],
  ],
};

for (const [area, rows] of Object.entries(tables)) {
  describe(area, () => {
    test.each(rows.map((row) => [text(doc(row[0])), text(doc(row[1])), row] as const))(
      '%s on %s',
      (_filter, _document, [filter, document, matches]) => {
        const matcher = compileMatch(doc(filter));
        expect(matcher.test(doc(document))).toBe(matches);
        expect(matcher.testRaw(encode(doc(document)))).toBe(matches);
      },
    );
  });
}

test('testing stored bytes gives what testing the document gives', () => {
  const operator = fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte');
  fc.assert(
    fc.property(
      anyDoc,
      fc.constantFrom('a', 'b.a', '0', 'c.0'),
      operator,
      scalar,
      (document, path, op, operand) => {
        fc.pre(!['Undefined'].includes(text(operand)) && !text(operand).startsWith('/'));
        const matcher = compileMatch(new Doc([path], [new Doc([op], [operand])]));
        expect(matcher.testRaw(encode(document))).toBe(matcher.test(document));
      },
    ),
    { numRuns: quickRuns(500) },
  );
});

test.each<[Members, number | RegExp]>([
  [{ $foo: 1 }, /unknown top level operator: \$foo/],
  [{ a: { $foo: 1 } }, /unknown operator: \$foo/],
  [{ a: { $in: 1 } }, /\$in needs an array/],
  [{ a: { $in: [{ $gt: 1 }] } }, /cannot nest \$ under \$in/],
  [{ $and: [] }, /nonempty array/],
  [{ $or: 1 }, /must be an array/],
  [{ $or: [1] }, /full objects/],
  [{ a: { $size: -1 } }, /non-negative/],
  [{ a: { $size: 1.5 } }, /Expected an integer/],
  [{ a: { $mod: [0, 1] } }, /divisor cannot be 0/],
  [{ a: { $mod: [1] } }, /not enough elements/],
  [{ a: { $not: 1 } }, /\$not needs a regex or a document/],
  [{ a: { $not: {} } }, /\$not cannot be empty/],
  [{ a: { $ne: re('x') } }, /Can't have regex as arg to \$ne/],
  [{ a: { $gt: re('x') } }, /Can't have RegEx/],
  [{ a: { $regex: 1 } }, /\$regex has to be a string/],
  [{ a: { $options: 'i' } }, /\$options needs a \$regex/],
  [{ a: { $regex: 'a', $options: 'q' } }, /invalid flag/],
  [{ a: { $regex: '(' } }, 51091],
  [{ a: { $type: 'nope' } }, /Unknown type name alias/],
  [{ a: { $type: 99 } }, /Invalid numerical type code/],
  [{ a: { $elemMatch: 1 } }, /\$elemMatch needs an Object/],
  [{ a: { $all: 1 } }, /\$all needs an array/],
  [{ a: { $bitsAllSet: -1 } }, /non-negative/],
  [{ a: undefinedValue }, /cannot compare to undefined/],
  [{ $where: 'true' }, /\$where is not supported; set MONGODB_URI/],
  [{ $text: { $search: 'x' } }, /\$text is not supported; set MONGODB_URI/],
  [{ $jsonSchema: {} }, /\$jsonSchema is not supported; set MONGODB_URI/],
  [{ a: { $geoWithin: {} } }, /\$geoWithin is not supported; set MONGODB_URI/],
  [{ a: { $near: [] } }, /\$near is not supported; set MONGODB_URI/],
])('%j is refused', (filter, problem) => {
  const expected =
    typeof problem === 'number' ? { code: problem } : { message: expect.stringMatching(problem) };
  expect(() => compileMatch(doc(filter))).toThrow(
    expect.objectContaining({ ...expected, name: 'CommandError' }),
  );
});

test.each<[Members, Members, number | undefined]>([
  [{ a: 2 }, { a: [1, 2, 3] }, 1],
  [{ a: 2 }, { a: 2 }, undefined],
  [{ 'a.b': 2 }, { a: [{ b: 1 }, { b: [5, 2] }] }, 1],
  [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, { a: [5, 1, 2] }, 2],
  [{ 'a.b': { $elemMatch: { $eq: 2 } } }, { a: { b: [1, 2] } }, 1],
  [{ x: 1, a: 3 }, { x: 1, a: [1, 2, 3] }, 2],
  [{ a: 3, b: 1 }, { a: [1, 2, 3], b: [1] }, 0],
  [{ $or: [{ a: 9 }, { a: 2 }] }, { a: [1, 2] }, 1],
  [{ a: { $ne: 5 } }, { a: [1] }, undefined],
  [{ a: { $gt: 1 } }, { a: [1, 2] }, 1],
])('the positional element of %j in %j is %s', (filter, document, position) => {
  expect(compileMatch(doc(filter)).positional(doc(document))).toBe(position);
});

test('the planner sees the flattened conjunction, branches, prefixes and element conditions', () => {
  const { shape, fields } = compileMatch(
    doc({
      a: { $gte: 1, $lt: 5 },
      $and: [{ b: 'x' }, { $or: [{ c: 1 }, { d: 2, e: null }] }],
      name: re('^ab+c'),
      tags: { $elemMatch: { k: 1 } },
      n: { $elemMatch: { $gt: 1, $lt: 3 } },
      g: { $not: { $gt: 1 } },
      $nor: [{ z: 1 }],
    }),
  );
  const seen = shape.predicates.map(({ path, op, value }) => `${path} ${op} ${text(value)}`);
  expect(seen).toEqual([
    'a gte 1',
    'a lt 5',
    'b eq "x"',
    'name regex /^ab+c/',
    'tags elemMatch {k: 1}',
    'n elemMatch {$gt: 1, $lt: 3}',
    'g not {$gt: 1}',
  ]);
  expect(
    shape.ors.map((or) => or.map(({ predicates }) => predicates.map(({ path }) => path))),
  ).toEqual([[['c'], ['d', 'e']]]);
  expect(shape.predicates[3]?.prefix).toBe('ab');
  expect(shape.predicates[4]?.inner?.map(({ path }) => path)).toEqual(['tags.k']);
  expect(shape.predicates[5]?.inner?.map(({ path, op }) => `${path} ${op}`)).toEqual([
    'n gt',
    'n lt',
  ]);
  expect([...(fields ?? [])].sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'g',
    'n',
    'name',
    'tags',
    'z',
  ]);
  expect(compileMatch(doc({ $expr: '$a' })).fields).toBeNull();
});

test.each([
  ['^abc', '', 'abc'],
  ['^abc?', '', 'ab'],
  ['^a\\.b', '', 'a.b'],
  ['^a\\d', '', 'a'],
  ['^abc', 'i', undefined],
  ['abc', '', undefined],
  ['^a|b', '', undefined],
  ['^(a)', '', undefined],
  ['^a{2}', '', undefined],
])('/%s/%s promises the head %s', (pattern, options, prefix) => {
  const [predicate] = compileMatch(doc({ a: re(pattern, options) })).shape.predicates;
  expect(predicate?.prefix).toBe(prefix);
});

test('$expr sees the clock of the command, and no variables', () => {
  const options = { now: date('2026-01-01') };
  const matcher = compileMatch(
    doc({ $expr: { $and: [{ $gt: ['$a', 5] }, { $lt: ['$at', '$$NOW'] }] } }),
    options,
  );
  expect(matcher.test(doc({ a: 6, at: date('2025-01-01') }))).toBe(true);
  expect(matcher.test(doc({ a: 5, at: date('2025-01-01') }))).toBe(false);
  expect(() => compileMatch(doc({ $expr: '$$nobody' }))).toThrow(/undefined variable/);
});
