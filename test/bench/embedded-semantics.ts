/**
 * What the embedded database's semantics cost per operation, beside the driver's `bson` and beside `mingo`.
 * Run: `node test/bench/embedded-semantics.ts`. Each figure is the best of several rounds.
 */
import * as bson from 'bson';
import { Query } from 'mingo';
import { updateOne } from 'mingo/updater';
import { planPipeline, runStages } from '../../src/store/embedded/semantics/aggregate.ts';
import { encodeKey, indexEntriesRaw } from '../../src/store/embedded/semantics/keys.ts';
import { compileMatch } from '../../src/store/embedded/semantics/match.ts';
import { compileProjection } from '../../src/store/embedded/semantics/project.ts';
import { compileSort } from '../../src/store/embedded/semantics/sort.ts';
import { compileUpdate } from '../../src/store/embedded/semantics/update.ts';
import {
  Doc,
  decode,
  encode,
  type ObjectId,
  reader,
} from '../../src/store/embedded/semantics/values.ts';

const rounds = 7;
const runsPerRound = 40_000;

function microseconds(run: () => unknown): number {
  for (let i = 0; i < runsPerRound; i++) run();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < runsPerRound; i++) run();
    best = Math.min(best, ((performance.now() - start) * 1000) / runsPerRound);
  }
  return best;
}

function report(what: string, ours: () => unknown, rival?: readonly [string, () => unknown]): void {
  const cost = microseconds(ours);
  const line = `${what.padEnd(44)} ${cost.toFixed(3).padStart(8)} us`;
  if (rival === undefined) {
    console.log(line);
    return;
  }
  const other = microseconds(rival[1]);
  const ratio = `${(other / cost).toFixed(1)}x cheaper than ${rival[0]} (${other.toFixed(2)} us)`;
  console.log(`${line}   ${ratio}`);
}

const object = {
  _id: new bson.ObjectId(),
  key: 'prometheus:disk-full-17',
  team: 'Operations',
  count: 17,
  open: true,
  openedAt: new Date(0),
  title: 'Disk is almost full on server number seventeen',
  updates: [
    { at: 1, status: 'Open' },
    { at: 2, status: 'Resolved' },
  ],
  load: 1.5,
};
const bytes = Buffer.from(bson.serialize(object));
const document = decode(bytes);
const now = new Date(0);

console.log(`document of ${bytes.length} bytes`);
report('decode', () => decode(bytes), ['bson.deserialize', () => bson.deserialize(bytes)]);
report('encode', () => encode(document), ['bson.serialize', () => bson.serialize(object)]);
const readTwo = reader(['team', 'open']);
report('pick two fields from the bytes', () => readTwo(bytes));

const filter = Doc.of({ key: object.key, open: true, count: { $gte: 5, $lt: 50 } });
const plainFilter = { key: object.key, open: true, count: { $gte: 5, $lt: 50 } };
const matcher = compileMatch(filter);
const query = new Query(plainFilter);
report('compile a filter of four conditions', () => compileMatch(filter), [
  'mingo',
  () => new Query(plainFilter),
]);
report('test it on a document', () => matcher.test(document), ['mingo', () => query.test(object)]);
report('test it on the bytes', () => matcher.testRaw(bytes));
const byId = compileMatch(Doc.of({ _id: document.get('_id') as ObjectId }));
report('compile a filter by _id', () => compileMatch(Doc.of({ key: object.key })));
report('test _id on the bytes', () => byId.testRaw(bytes));

const update = Doc.of({ $set: { open: false }, $inc: { count: 1 } });
const plainUpdate = { $set: { open: false }, $inc: { count: 1 } };
const plainObject: Record<string, unknown> = object;
const updater = compileUpdate(update);
report('compile an update of two operators', () => compileUpdate(update));
report('apply it', () => updater.apply(document, { now }), [
  'mingo with compiling',
  () => updateOne([{ ...plainObject }], {}, plainUpdate),
]);
report('decode, apply, encode', () => encode(updater.apply(decode(bytes), { now }).doc));

const pattern = [
  { path: 'team', direction: 1 },
  { path: 'openedAt', direction: -1 },
] as const;
report('encode a key of two fields', () => encodeKey(['Operations', now], pattern));
report('index entries of the bytes, two fields', () => indexEntriesRaw(bytes, pattern));

const projector = compileProjection(Doc.of({ team: 1, title: 1 }), { now: new Date() });
report('project two fields of the bytes', () => projector.applyRaw(bytes));

const many = Array.from({ length: 1000 }, (_, i) =>
  document.copy().set('count', (i * 7919) % 1000),
);
const sorter = compileSort(Doc.of({ count: -1 }));
const grouping = planPipeline([
  Doc.of({ $group: { _id: '$team', n: { $sum: 1 }, load: { $avg: '$load' } } }),
]).rest;
const host = { now };
const perThousand = (run: () => unknown) => {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
};
const sorted = perThousand(() => {
  const keyed = many.map((doc) => ({ doc, key: sorter.keyOf(doc) }));
  keyed.sort((a, b) => sorter.compareKeys(a.key, b.key));
});
console.log(`${'sort 1000 documents'.padEnd(44)} ${sorted.toFixed(3).padStart(8)} ms`);
const grouped = perThousand(() => [...runStages(grouping, many, host)]);
console.log(`${'group 1000 documents'.padEnd(44)} ${grouped.toFixed(3).padStart(8)} ms`);
