import { describe, expect, test } from 'vitest';
import {
  type AggregateHost,
  planPipeline,
  runStages,
} from '../../../../src/store/embedded/semantics/aggregate.ts';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import { compileSort, sortDocs } from '../../../../src/store/embedded/semantics/sort.ts';
import type { Doc, Plain } from '../../../../src/store/embedded/semantics/values.ts';
import { date, dbl, dec, doc, text } from './values.ts';

type Members = { readonly [key: string]: Plain };

const collections: { readonly [name: string]: readonly Doc[] } = {
  teams: [
    { _id: 1, name: 'ops', boss: 2 },
    { _id: 2, name: 'dev', boss: 3 },
    { _id: 3, name: 'cto' },
  ].map(doc),
};

const asked: string[] = [];
const host: AggregateHost = {
  now: date('2026-01-01'),
  lookup: (name, filter) => {
    asked.push(text(filter));
    const matcher = compileMatch(filter);
    return (collections[name] ?? []).filter((each) => matcher.test(each));
  },
  random: () => 0,
};

const input = [
  { _id: 1, k: 'a', n: 1, l: [1, 2] },
  { _id: 2, k: 'b', n: 2n, l: [] },
  { _id: 3, k: 'a', n: 0.5 },
  { _id: 4, k: null, n: dec('1.5'), l: null },
  { _id: 5, n: 'x', l: 7 },
].map(doc);

/** As the engine does it: the prefix by the planner, the rest by the stages. */
function aggregate(stages: readonly Members[], documents: readonly Doc[] = input): Doc[] {
  const { prefix, rest } = planPipeline(stages.map(doc));
  const matcher = compileMatch(prefix.filter, { now: host.now });
  let docs = documents.filter((each) => matcher.test(each));
  if (prefix.sort !== null) docs = sortDocs(docs, compileSort(prefix.sort));
  docs = docs.slice(prefix.skip, prefix.skip + (prefix.limit ?? docs.length));
  return [...runStages(rest, docs, host)];
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
    [[{ $limit: 1 }, { $replaceWith: { l: '$l' } }], [{ l: [1, 2] }]],
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
    [
      [{ $sample: { size: 2 } }, { $project: { _id: 1 } }],
      [{ _id: 1 }, { _id: 2 }],
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
        { _id: null, ids: [4, 5], sum: dec('1.5') },
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
            dev: { $stdDevPop: '$_id' },
          },
        },
      ],
      [{ _id: null, first: 'a', last: null, set: ['a', 'b', null], dev: Math.sqrt(2) }],
    ],
    [
      [
        { $group: { _id: { k: '$k' }, top: { $top: { sortBy: { _id: -1 }, output: '$_id' } } } },
        { $match: { '_id.k': 'a' } },
      ],
      [{ _id: { k: 'a' }, top: 3 }],
    ],
    [
      [
        {
          $group: {
            _id: null,
            two: { $firstN: { input: '$_id', n: 2 } },
            most: { $maxN: { input: '$_id', n: 2 } },
            least: { $bottomN: { n: 2, sortBy: { _id: -1 }, output: '$_id' } },
          },
        },
      ],
      [{ _id: null, two: [1, 2], most: [5, 4], least: [2, 1] }],
    ],
    [[{ $sortByCount: '$k' }, { $limit: 1 }], [{ _id: 'a', count: 2 }]],
    [
      [{ $bucket: { groupBy: '$_id', boundaries: [1, 3, 5], default: 'more' } }],
      [
        { _id: 1, count: 2 },
        { _id: 3, count: 2 },
        { _id: 'more', count: 1 },
      ],
    ],
    [
      [{ $bucketAuto: { groupBy: '$_id', buckets: 2, output: { ids: { $push: '$_id' } } } }],
      [
        { _id: { min: 1, max: 4 }, ids: [1, 2, 3] },
        { _id: { min: 4, max: 5 }, ids: [4, 5] },
      ],
    ],
  ],
  joins: [
    [
      [
        { $limit: 2 },
        { $lookup: { from: 'teams', localField: '_id', foreignField: '_id', as: 'team' } },
        { $project: { 'team.name': 1 } },
      ],
      [
        { _id: 1, team: [{ name: 'ops' }] },
        { _id: 2, team: [{ name: 'dev' }] },
      ],
    ],
    [
      [
        { $limit: 1 },
        {
          $lookup: {
            from: 'teams',
            localField: 'l',
            foreignField: '_id',
            as: 't',
            pipeline: [{ $match: { name: 'dev' } }, { $project: { name: 1, _id: 0 } }],
          },
        },
        { $project: { t: 1 } },
      ],
      [{ _id: 1, t: [{ name: 'dev' }] }],
    ],
    [
      [
        { $limit: 2 },
        {
          $lookup: {
            from: 'teams',
            let: { me: '$_id' },
            pipeline: [{ $match: { $expr: { $gt: ['$_id', '$$me'] } } }, { $count: 'n' }],
            as: 'above',
          },
        },
        { $project: { above: 1 } },
      ],
      [
        { _id: 1, above: [{ n: 2 }] },
        { _id: 2, above: [{ n: 1 }] },
      ],
    ],
    [
      [
        { $limit: 1 },
        { $lookup: { from: 'teams', localField: 'nothing', foreignField: 'boss', as: 't' } },
        { $project: { 't._id': 1 } },
      ],
      [{ _id: 1, t: [{ _id: 3 }] }],
    ],
    [
      [
        { $limit: 1 },
        { $project: { _id: 1 } },
        { $unionWith: { coll: 'teams', pipeline: [{ $match: { _id: 3 } }] } },
      ],
      [{ _id: 1 }, { _id: 3, name: 'cto' }],
    ],
    [
      [
        { $limit: 1 },
        {
          $graphLookup: {
            from: 'teams',
            startWith: '$_id',
            connectFromField: 'boss',
            connectToField: '_id',
            as: 'line',
            depthField: 'd',
          },
        },
        { $project: { 'line.name': 1, 'line.d': 1 } },
      ],
      [
        {
          _id: 1,
          line: [
            { name: 'ops', d: 0n },
            { name: 'dev', d: 1n },
            { name: 'cto', d: 2n },
          ],
        },
      ],
    ],
    [
      [
        {
          $facet: {
            all: [{ $count: 'n' }],
            some: [{ $match: { k: 'a' } }, { $project: { _id: 1 } }],
          },
        },
      ],
      [{ all: [{ n: 5 }], some: [{ _id: 1 }, { _id: 3 }] }],
    ],
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
  [[{ $group: { _id: null, top: { $top: { sortBy: { s: 1 }, output: '$o' } } } }], ['s', 'o']],
  [[{ $group: { _id: null, all: { $push: '$$ROOT' } } }], null],
  [[{ $set: { x: '$a' } }], null],
  [[], null],
])('%j reads the fields %j', (stages, fields) => {
  expect(planPipeline(stages.map(doc)).fields?.toSorted() ?? null).toEqual(
    fields?.toSorted() ?? null,
  );
});

test('a join tells the host the equality and the pushed filter, so that indexes can serve', () => {
  asked.length = 0;
  aggregate([
    { $limit: 1 },
    {
      $lookup: {
        from: 'teams',
        localField: 'l',
        foreignField: '_id',
        as: 't',
        pipeline: [{ $match: { name: 'dev' } }],
      },
    },
  ]);
  expect(asked).toEqual(['{$and: [{_id: {$in: [1, 2]}}, {name: "dev"}]}']);
  expect(
    planPipeline([doc({ $lookup: { from: 'teams', localField: 'a', foreignField: 'b', as: 'c' } })])
      .collections,
  ).toEqual(['teams']);
});

test.each(['$group', '$sort', '$facet', '$lookup'])(
  '%s stops at its memory cap with error 292',
  (stage) => {
    const specs: Members = {
      $group: { _id: '$_id', all: { $push: '$k' } },
      $sort: { _id: 1 },
      $facet: { a: [] },
      $lookup: { from: 'teams', pipeline: [], as: 'x' },
    };
    const run = () => [
      ...runStages([doc({ [stage]: specs[stage] })], input, { ...host, memoryBytesMax: 200 }),
    ];
    expect(run).toThrow(expect.objectContaining({ code: 292 }));
  },
);

test.each<[Members, number | RegExp]>([
  [{ $out: 'x' }, /\$out is not supported; set MONGODB_URI/],
  [{ $merge: { into: 'x' } }, 115],
  [{ $changeStream: {} }, 40573],
  [{ $setWindowFields: {} }, /not supported/],
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
  [{ $facet: { a: [{ $out: 'x' }] } }, 40600],
  [{ $lookup: { from: 'x', as: 'y' } }, 9],
  [{ $lookup: { from: 'teams', pipeline: [{ $out: 'x' }], as: 'y' } }, 115],
  [{ $bucket: { groupBy: '$a', boundaries: [2, 1] } }, 40194],
  [{ $sort: {} }, 15976],
])('the stage %j is refused before anything runs', (stage, problem) => {
  const expected =
    typeof problem === 'number' ? { code: problem } : { message: expect.stringMatching(problem) };
  expect(() => planPipeline([doc(stage)])).toThrow(
    expect.objectContaining({ ...expected, name: 'CommandError' }),
  );
});
