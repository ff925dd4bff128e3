import { describe, expect, test } from 'vitest';
import { planPipeline, runStages } from '../../../../src/store/embedded/semantics/aggregate.ts';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import { compileSort } from '../../../../src/store/embedded/semantics/sort.ts';
import type { Doc, Plain } from '../../../../src/store/embedded/semantics/values.ts';
import { date, dbl, dec, doc, sortDocs, text } from './values.ts';

type Members = { readonly [key: string]: Plain };

const context = { now: date('2026-01-01') };

const input = [
  { _id: 1, k: 'a', n: 1, l: [1, 2] },
  { _id: 2, k: 'b', n: 2n, l: [] },
  { _id: 3, k: 'a', n: 0.5 },
  { _id: 4, k: null, n: 1.5, l: null },
  { _id: 5, n: 'x', l: 7 },
].map(doc);

/** As the engine does it: the prefix by the planner, the rest by the stages. */
function aggregate(stages: readonly Members[], documents: readonly Doc[] = input): Doc[] {
  const { prefix, rest } = planPipeline(stages.map(doc));
  const matcher = compileMatch(prefix.filter, context);
  let docs = documents.filter((each) => matcher.test(each));
  if (prefix.sort !== null) docs = sortDocs(docs, compileSort(prefix.sort));
  docs = docs.slice(prefix.skip, prefix.skip + (prefix.limit ?? docs.length));
  return [...runStages(rest, docs, context)];
}

const tables: { readonly [area: string]: readonly (readonly [Members[], Members[]])[] } = {
  'one document to one': [
    [
      [{ $limit: 1 }, { $project: { k: 1, double: { $multiply: ['$n', 2] } } }],
      [{ _id: 1, k: 'a', double: 2 }],
    ],
    [[{ $limit: 1 }, { $project: { l: 0, _id: 0 } }], [{ k: 'a', n: 1 }]],
    [
      [{ $limit: 1 }, { $set: { 'x.y': '$n', k: '$$REMOVE' } }, { $unset: 'l' }],
      [{ _id: 1, n: 1, x: { y: 1 } }],
    ],
    [
      [{ $limit: 1 }, { $addFields: { 'l.z': 1 } }, { $project: { l: 1 } }],
      [{ _id: 1, l: [{ z: 1 }, { z: 1 }] }],
    ],
  ],
  filters: [
    [
      [{ $match: { n: { $gt: 1 } } }, { $project: { _id: 1 } }],
      [{ _id: 2 }, { _id: 4 }],
    ],
    [
      [{ $sort: { n: -1 } }, { $limit: 2 }, { $project: { _id: 1 } }],
      [{ _id: 5 }, { _id: 2 }],
    ],
    [
      [{ $skip: 1 }, { $limit: 3 }, { $skip: 1 }, { $project: { _id: 1 } }],
      [{ _id: 3 }, { _id: 4 }],
    ],
    [
      [{ $limit: 3 }, { $match: { k: 'a' } }, { $project: { _id: 1 } }],
      [{ _id: 1 }, { _id: 3 }],
    ],
    [
      [{ $limit: 2 }, { $sort: { _id: -1 } }, { $project: { _id: 1 } }],
      [{ _id: 2 }, { _id: 1 }],
    ],
    [[{ $match: { k: 'nobody' } }, { $count: 'n' }], []],
    [[{ $set: { x: 1 } }, { $count: 'n' }], [{ n: 5 }]],
  ],
  $unwind: [
    [
      [{ $unwind: '$l' }, { $project: { l: 1 } }],
      [
        { _id: 1, l: 1 },
        { _id: 1, l: 2 },
        { _id: 5, l: 7 },
      ],
    ],
    [
      [
        { $unwind: { path: '$l', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
        { $project: { l: 1, i: 1 } },
      ],
      [
        { _id: 1, l: 1, i: 0n },
        { _id: 1, l: 2, i: 1n },
        { _id: 2, i: null },
        { _id: 3, i: null },
        { _id: 4, l: null, i: null },
        { _id: 5, l: 7, i: null },
      ],
    ],
  ],
  $group: [
    [
      [{ $group: { _id: '$k', ids: { $push: '$_id' }, sum: { $sum: '$n' } } }],
      [
        { _id: 'a', ids: [1, 3], sum: 1.5 },
        { _id: 'b', ids: [2], sum: 2n },
        { _id: null, ids: [4, 5], sum: 1.5 },
      ],
    ],
    [
      [
        {
          $group: {
            _id: null,
            n: { $sum: 1 },
            c: { $count: {} },
            avg: { $avg: '$_id' },
            min: { $min: '$n' },
            max: { $max: '$n' },
          },
        },
      ],
      [{ _id: null, n: 5, c: 5, avg: dbl(3), min: 0.5, max: 'x' }],
    ],
    [
      [
        {
          $group: {
            _id: null,
            first: { $first: '$k' },
            last: { $last: '$k' },
            set: { $addToSet: '$k' },
          },
        },
      ],
      [{ _id: null, first: 'a', last: null, set: ['a', 'b', null] }],
    ],
    [
      [
        {
          $group: {
            _id: null,
            median: { $median: { input: '$_id', method: 'approximate' } },
            shares: { $percentile: { input: '$_id', p: [0, 0.5, 0.9, 1], method: 'approximate' } },
            none: { $median: { input: '$k', method: 'approximate' } },
          },
        },
      ],
      [{ _id: null, median: dbl(3), shares: [dbl(1), dbl(3), dbl(5), dbl(5)], none: null }],
    ],
    [
      [
        {
          $group: {
            _id: { $dateTrunc: { date: '$$NOW', unit: 'month', timezone: 'Europe/Berlin' } },
            open: { $sum: { $cond: [{ $eq: ['$k', 'a'] }, 1, 0] } },
          },
        },
      ],
      [{ _id: date('2025-12-31T23:00:00Z'), open: 2 }],
    ],
    [[{ $sortByCount: '$k' }, { $limit: 1 }], [{ _id: 'a', count: 2 }]],
  ],
};

for (const [area, rows] of Object.entries(tables)) {
  describe(area, () => {
    test.each(rows.map((row) => [row[0].map((stage) => text(doc(stage))).join(' '), row] as const))(
      '%s',
      (_, [stages, expected]) => {
        expect(aggregate(stages).map(text)).toEqual(expected.map((each) => text(doc(each))));
      },
    );
  });
}

test('groups join equal numbers of different kinds, and missing with null', () => {
  const docs = [
    { k: 1 },
    { k: 1n },
    { k: dbl(1) },
    { k: dec('1.0') },
    { k: '1' },
    {},
    { k: null },
  ].map(doc);
  const groups = aggregate([{ $group: { _id: '$k', n: { $sum: 1 } } }], docs);
  expect(groups.map(text)).toEqual(['{_id: 1, n: 4}', '{_id: "1", n: 1}', '{_id: null, n: 2}']);
});

test.each<[Members[], number, string]>([
  [
    [
      { $match: { a: 1 } },
      { $match: { b: 2 } },
      { $sort: { a: 1 } },
      { $skip: 2 },
      { $limit: 5 },
      { $group: { _id: null } },
    ],
    1,
    '{$and: [{a: 1}, {b: 2}]} {a: 1} 2 5',
  ],
  [[{ $sort: { a: 1 } }, { $match: { b: 2 } }], 0, '{b: 2} {a: 1} 0 null'],
  [[{ $limit: 9 }, { $limit: 5 }, { $match: {} }], 1, '{} null 0 5'],
  [[{ $limit: 5 }, { $skip: 2 }], 0, '{} null 2 3'],
  [[{ $limit: 2 }, { $skip: 3 }], 1, '{} null 0 2'],
  [[{ $project: { a: 1 } }, { $match: { a: 1 } }], 2, '{} null 0 null'],
])('the planner takes the front of %j', (stages, left, taken) => {
  const { prefix, rest } = planPipeline(stages.map(doc));
  expect(rest.length).toBe(left);
  const sort = prefix.sort === null ? 'null' : text(prefix.sort);
  expect(`${text(prefix.filter)} ${sort} ${prefix.skip} ${prefix.limit}`).toBe(taken);
});

test('counting is recognised, and answers as the stages would', () => {
  for (const stage of [
    { $count: 'n' },
    { $group: { _id: 1, n: { $sum: 1 } } },
    { $group: { _id: null, n: { $count: {} } } },
  ]) {
    const { count } = planPipeline([doc({ $match: { k: 'a' } }), doc(stage)]);
    expect(count?.(2).map(text)).toEqual(aggregate([{ $match: { k: 'a' } }, stage]).map(text));
    expect(count?.(0)).toEqual([]);
  }
  expect(planPipeline([doc({ $group: { _id: '$k', n: { $sum: 1 } } })]).count).toBeNull();
  expect(planPipeline([doc({ $group: { _id: null, n: { $sum: dbl(1) } } })]).count).toBeNull();
});

test.each<[Members[], string[] | null]>([
  [[{ $group: { _id: '$a.b', n: { $sum: '$c' } } }], ['a', 'c']],
  [
    [{ $unwind: '$l' }, { $match: { 'x.y': 1 } }, { $group: { _id: '$l' } }],
    ['l', 'x'],
  ],
  [[{ $project: { a: 1 } }], ['a', '_id']],
  [[{ $group: { _id: null, all: { $push: '$$ROOT' } } }], null],
  [[{ $set: { x: '$a' } }], null],
  [[], null],
])('%j reads the fields %j', (stages, fields) => {
  expect(planPipeline(stages.map(doc)).fields?.toSorted() ?? null).toEqual(
    fields?.toSorted() ?? null,
  );
});

test.each(['$group', '$sort'])('%s stops at its memory cap with error 292', (stage) => {
  const specs: Members = {
    $group: { _id: '$_id', all: { $push: '$k' } },
    $sort: { _id: 1 },
  };
  const run = () => [
    ...runStages([doc({ [stage]: specs[stage] })], input, { ...context, memoryBytesMax: 200 }),
  ];
  expect(run).toThrow(expect.objectContaining({ code: 292 }));
});

test.each<[Members, number | RegExp]>([
  [{ $foo: 1 }, 40324],
  [{ $match: {}, $sort: {} }, 40323],
  [{ $match: 1 }, 15959],
  [{ $match: { $where: '1' } }, /\$where is not supported/],
  [{ $limit: 0 }, 15958],
  [{ $skip: -1 }, 5107200],
  [{ $group: { n: { $sum: 1 } } }, 15955],
  [{ $group: { _id: null, n: { $foo: 1 } } }, 15952],
  [{ $group: { _id: null, n: 1 } }, 40234],
  [{ $unwind: 'l' }, 28818],
  [{ $count: '$n' }, 40158],
  [{ $project: {} }, 51272],
  [{ $project: { a: 1, b: 0 } }, 31254],
  [{ $sort: {} }, 15976],
])('the stage %j is refused before anything runs', (stage, problem) => {
  const expected =
    typeof problem === 'number' ? { code: problem } : { message: expect.stringMatching(problem) };
  expect(() => planPipeline([doc(stage)])).toThrow(
    expect.objectContaining({ ...expected, name: 'CommandError' }),
  );
});

test.each([
  '$out',
  '$merge',
  '$lookup',
  '$facet',
  '$bucket',
  '$sample',
  '$unionWith',
  '$replaceRoot',
  '$changeStream',
])('%s is no stage here, and refused as the server refuses an unknown one', (name) => {
  expect(() => planPipeline([doc({ [name]: {} })])).toThrow(
    expect.objectContaining({
      code: 40324,
      message: `Unrecognized pipeline stage name: '${name}'`,
    }),
  );
});

test.each(['$top', '$stdDevPop', '$mergeObjects', '$accumulator'])(
  '%s is no accumulator here, and refused as the server refuses an unknown one',
  (name) => {
    expect(() => planPipeline([doc({ $group: { _id: null, x: { [name]: 1 } } })])).toThrow(
      expect.objectContaining({ code: 15952, message: `unknown group operator '${name}'` }),
    );
  },
);

test('sums and averages do not calculate with Decimal128', () => {
  const stages = [{ $group: { _id: null, n: { $sum: '$n' } } }];
  expect(() => aggregate(stages, [doc({ n: dec('1') })])).toThrow(/Decimal128/);
});
