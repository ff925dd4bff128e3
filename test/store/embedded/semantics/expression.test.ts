import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../../src/store/embedded/semantics/expression.ts';
import {
  fromPlain,
  maxKey,
  minKey,
  type Plain,
} from '../../../../src/store/embedded/semantics/values.ts';
import { date, dbl, dec, doc, text } from './values.ts';

const missing = Symbol('missing');
type Row = readonly [
  source: Exclude<Plain, undefined>,
  expected: Exclude<Plain, undefined> | typeof missing,
];

const now = date('2026-02-03T04:05:06.007Z');
const document = doc({
  one: 1,
  two: 2,
  big: 9007199254740993n,
  half: 0.5,
  s: 'Hello',
  nil: null,
  l: [3, 1, 2],
  objects: [{ k: 1, v: 'a' }, { k: 2 }, 7],
  o: { x: { y: 5 } },
  at: date('2026-03-29T00:30:00Z'),
});

const evaluate = (source: Exclude<Plain, undefined>) =>
  compileExpression(fromPlain(source))({ root: document, now });

const tables: { readonly [area: string]: readonly Row[] } = {
  paths: [
    ['$one', 1],
    ['$o.x.y', 5],
    ['$nothing', missing],
    ['$one.x', missing],
    ['$objects.k', [1, 2]],
    ['$l.x', []],
    ['$$ROOT.one', 1],
    ['$$CURRENT.two', 2],
    ['$$NOW', now],
    ['$$REMOVE', missing],
    ['text', 'text'],
    [{ a: '$one', b: '$nothing' }, { a: 1 }],
    [
      ['$one', '$nothing'],
      [1, null],
    ],
    [{ $literal: '$one' }, '$one'],
  ],
  arithmetic: [
    [{ $add: [1, 2] }, 3],
    [{ $add: [1, dbl(2)] }, dbl(3)],
    [{ $add: [1, 2n] }, 3n],
    [{ $add: [2147483647, 1] }, 2147483648n],
    [{ $add: [2n ** 63n - 1n, 1] }, dbl(2 ** 63)],
    [{ $add: ['$one', null] }, null],
    [{ $add: ['$nothing', 1] }, null],
    [{ $add: [date('2026-01-01'), 1000] }, date('2026-01-01T00:00:01Z')],
    [{ $subtract: [5, 7] }, -2],
    [{ $subtract: [date('2026-01-02'), date('2026-01-01')] }, 86400000n],
    [{ $subtract: [date('2026-01-02'), 1000] }, date('2026-01-01T23:59:59Z')],
    [{ $multiply: [3, 0.5] }, 1.5],
    [{ $multiply: [] }, 1],
    [{ $divide: [6, 3] }, dbl(2)],
  ],
  comparison: [
    [{ $eq: [1, dbl(1)] }, true],
    [{ $eq: ['$nothing', null] }, false],
    [{ $eq: ['$nothing', '$neither'] }, true],
    [{ $lt: ['$nothing', null] }, true],
    [{ $gt: [null, minKey] }, true],
    [{ $lt: ['z', []] }, true],
    [{ $lt: [1, maxKey] }, true],
    [{ $cmp: [1, 2] }, -1],
    [{ $cmp: ['$big', dbl(2 ** 53)] }, 1],
    [{ $ne: ['a', 'b'] }, true],
    [{ $gte: ['$l', [3]] }, true],
  ],
  conditions: [
    [{ $cond: [true, 1, 2] }, 1],
    // biome-ignore lint/suspicious/noThenProperty: MongoDB's own name
    [{ $cond: { if: '$nothing', then: 1, else: 2 } }, 2],
    [{ $cond: [dbl(0), 1, 2] }, 2],
    [{ $cond: ['', 1, 2] }, 1],
    [{ $ifNull: ['$nothing', null, 'x'] }, 'x'],
    [{ $ifNull: ['$one', 'x'] }, 1],
    [{ $ifNull: [null, '$nothing'] }, missing],
    // biome-ignore lint/suspicious/noThenProperty: MongoDB's own name
    [{ $switch: { branches: [{ case: { $eq: ['$one', 2] }, then: 'a' }], default: 'b' } }, 'b'],
    [{ $and: [1, 'x', {}] }, true],
    [{ $and: [] }, true],
    [{ $or: [] }, false],
    [{ $or: [0, null, '$one'] }, true],
    [{ $not: ['$nothing'] }, true],
  ],
  arrays: [
    [{ $size: '$l' }, 3],
    [{ $in: [dbl(1), '$l'] }, true],
    [{ $slice: ['$l', 2] }, [3, 1]],
    [{ $slice: ['$l', -1] }, [2]],
    [{ $slice: ['$l', 1, 5] }, [1, 2]],
    [{ $slice: ['$nothing', 1] }, null],
  ],
  dates: [
    [{ $dateTrunc: { date: '$nil', unit: 'day' } }, null],
    [
      { $dateTrunc: { date: '$at', unit: 'day', timezone: 'America/New_York' } },
      date('2026-03-28T04:00:00Z'),
    ],
    // The hour that summer time leaves out, and the day it shortens.
    [
      {
        $dateTrunc: { date: date('2026-03-29T01:30:00Z'), unit: 'hour', timezone: 'Europe/Berlin' },
      },
      date('2026-03-29T01:00:00Z'),
    ],
    [
      {
        $dateTrunc: { date: date('2026-03-29T21:59:00Z'), unit: 'day', timezone: 'Europe/Berlin' },
      },
      date('2026-03-28T23:00:00Z'),
    ],
    [
      { $dateTrunc: { date: '$at', unit: 'day', timezone: '+05:30' } },
      date('2026-03-28T18:30:00Z'),
    ],
    [{ $dateTrunc: { date: '$$NOW', unit: 'day' } }, date('2026-02-03')],
    [{ $dateTrunc: { date: '$$NOW', unit: 'hour', binSize: 3 } }, date('2026-02-03T03:00:00Z')],
    [{ $dateTrunc: { date: '$$NOW', unit: 'week', startOfWeek: 'monday' } }, date('2026-02-02')],
    [{ $dateTrunc: { date: '$$NOW', unit: 'week' } }, date('2026-02-01')],
    [{ $dateTrunc: { date: '$$NOW', unit: 'quarter' } }, date('2026-01-01')],
    [
      { $dateTrunc: { date: '$$NOW', unit: 'month', timezone: 'Europe/Berlin' } },
      date('2026-01-31T23:00:00Z'),
    ],
    [{ $dateTrunc: { date: '$$NOW', unit: 'minute', binSize: 15 } }, date('2026-02-03T04:00:00Z')],
  ],
};

for (const [area, rows] of Object.entries(tables)) {
  describe(area, () => {
    test.each(rows.map((row) => [text(fromPlain(row[0])), row] as const))(
      '%s',
      (_, [source, expected]) => {
        const wanted = expected === missing ? undefined : fromPlain(expected);
        expect(text(evaluate(source))).toBe(text(wanted));
      },
    );
  });
}

test.each<[Exclude<Plain, undefined>, number]>([
  [{ $add: ['x', 1] }, 14],
  [{ $add: [dec('1'), 1] }, 2],
  [{ $divide: [1, 0] }, 2],
  [{ $subtract: [1] }, 16020],
  [{ $add: [date('2026-01-01'), date('2026-01-01')] }, 16612],
  [{ $size: '$one' }, 17124],
  [{ $in: [1, 2] }, 40081],
  [{ $slice: ['$one', 1] }, 28724],
  [{ $dateTrunc: { date: 'x', unit: 'day' } }, 16006],
  [{ $dateTrunc: { date: '$$NOW', unit: 'fortnight' } }, 5439014],
  [{ $dateTrunc: { date: '$$NOW', unit: 'day', timezone: 'Mars/Olympus' } }, 40485],
  // biome-ignore lint/suspicious/noThenProperty: MongoDB's own name
  [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
  [{ $add: [1], $sum: 1 }, 15983],
  ['$', 16872],
  ['$a..b', 15998],
  ['$$nobody', 17276],
])('%j is refused with %i', (source, code) => {
  expect(() => evaluate(source)).toThrow(expect.objectContaining({ code, name: 'CommandError' }));
});

test.each(['$foo', '$concat', '$map', '$let', '$toString', '$dateToString', '$function', '$sum'])(
  '%s is no operator here, and refused as the server refuses an unknown one',
  (name) => {
    expect(() => evaluate({ [name]: 1 })).toThrow(
      expect.objectContaining({ code: 168, message: `Unrecognized expression '${name}'` }),
    );
  },
);
