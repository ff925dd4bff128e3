/**
 * What the embedded database costs: operations per second through the ordinary driver and mongoose, beside the
 * driver's `ping`, which is the floor. `node test/bench/embedded-database.ts [seconds-per-figure]`
 *
 * The database runs in its worker thread, the clients on the main thread, as in the application. Every write is
 * fsynced before it is answered.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyBulkWriteOperation, type Collection, MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { startEmbedded } from '../../src/store/embedded/index.ts';

type Alert = {
  _id: string;
  key: string;
  team: string;
  at: Date;
  status: string;
  counter: number;
  items: { name: string; value: number }[];
  body?: string;
};

const seconds = Number(process.argv[2] ?? '1');
const dir = mkdtempSync(join(tmpdir(), 'embedded-bench-'));
const embedded = await startEmbedded({ dir });
const client = await new MongoClient(embedded.uri, { maxPoolSize: 64 }).connect();
const db = client.db('bench');
let serial = 0;

function alert(bodyBytes = 0): Alert {
  serial++;
  const made: Alert = {
    _id: randomUUID(),
    key: `key-${serial}`,
    team: `team-${serial % 50}`,
    at: new Date(),
    status: 'Open',
    counter: 0,
    items: [
      { name: 'first', value: serial },
      { name: 'second', value: 2 },
    ],
  };
  if (bodyBytes > 0) made.body = 'x'.repeat(bodyBytes);
  return made;
}

type Figure = { name: string; concurrency: number; perSecond: number; microseconds: number };
const figures: Figure[] = [];

async function measure(
  name: string,
  concurrency: number,
  documentsPerCall: number,
  operation: () => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < 3 * concurrency; i++) await operation();
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let calls = 0;
  const loop = async () => {
    while (performance.now() < until) {
      await operation();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const elapsed = (performance.now() - began) / 1000;
  const perSecond = (calls * documentsPerCall) / elapsed;
  figures.push({ name, concurrency, perSecond, microseconds: 1e6 / perSecond });
}

async function prepared(name: string): Promise<Collection<Alert>> {
  const collection = db.collection<Alert>(name);
  await collection.createIndexes([
    { key: { key: 1 }, unique: true, partialFilterExpression: { status: 'Open' } },
    { key: { team: 1, at: -1 } },
  ]);
  return collection;
}

const alerts = await prepared('alerts');
const seed: Alert[] = [];
for (let i = 0; i < 20; i++) {
  const batch = Array.from({ length: 1000 }, () => alert());
  seed.push(...batch);
  await alerts.insertMany(batch, { ordered: false });
}
const some = (): Alert => seed[Math.floor(Math.random() * seed.length)] as Alert;

for (const concurrency of [1, 16, 64]) {
  await measure('driver ping', concurrency, 1, () => db.command({ ping: 1 }));
  await measure('driver insertOne', concurrency, 1, () => alerts.insertOne(alert()));
  await measure('driver findOne, unique partial index', concurrency, 1, () =>
    alerts.findOne({ key: some().key, status: 'Open' }),
  );
  await measure('driver findOne by _id', concurrency, 1, () => alerts.findOne({ _id: some()._id }));
  await measure('driver updateOne by _id', concurrency, 1, () =>
    alerts.updateOne({ _id: some()._id }, { $set: { at: new Date() }, $inc: { counter: 1 } }),
  );
  await measure('driver findOneAndUpdate', concurrency, 1, () =>
    alerts.findOneAndUpdate({ _id: some()._id }, { $inc: { counter: 1 } }),
  );
}

const bulk = await prepared('bulk');
for (const [size, concurrency] of [
  [1000, 1],
  [200, 4],
  [64, 8],
] as const) {
  await measure(`insertMany of ${size} x 250 B (documents/s)`, concurrency, size, () =>
    bulk.insertMany(
      Array.from({ length: size }, () => alert()),
      { ordered: false },
    ),
  );
}
await measure('insertMany of 64 x 1.5 KB (documents/s)', 4, 64, () =>
  bulk.insertMany(
    Array.from({ length: 64 }, () => alert(1250)),
    { ordered: false },
  ),
);
await measure('insertMany of 64 x 1.5 KB, half conflicting (documents/s)', 4, 64, () =>
  bulk
    .insertMany(
      Array.from({ length: 64 }, (_, i) => ({
        ...alert(1250),
        ...(i % 2 === 0 ? { key: `key-${serial - 64 - i}` } : {}),
      })),
      { ordered: false },
    )
    .catch(() => undefined),
);
await measure('find $in of 64 keys (documents/s)', 4, 64, () =>
  alerts
    .find(
      { key: { $in: Array.from({ length: 64 }, () => some().key) }, status: 'Open' },
      { batchSize: 64 },
    )
    .toArray(),
);
await measure('bulkWrite of 32 updateOne by _id (documents/s)', 4, 32, () => {
  const operations: AnyBulkWriteOperation<Alert>[] = Array.from({ length: 32 }, () => ({
    updateOne: {
      filter: { _id: some()._id },
      update: {
        $set: { at: new Date(), counter: serial++, status: 'Acknowledged' },
        $push: { items: { $each: [{ name: 'more', value: serial }], $slice: -4 } },
      },
    },
  }));
  return alerts.bulkWrite(operations, { ordered: false });
});

await mongoose.connect(embedded.uri, { dbName: 'bench', maxPoolSize: 64 });
const Thing = mongoose.model(
  'Thing',
  new mongoose.Schema({
    key: { type: String, unique: true },
    team: { type: String, index: true },
    items: [{ name: String, value: Number }],
  }),
);
await Thing.init();
for (const concurrency of [1, 16, 64]) {
  await measure('mongoose create', concurrency, 1, () => {
    const { key, team, items } = alert();
    return Thing.create({ key, team, items });
  });
  await measure('mongoose findOne lean', concurrency, 1, () =>
    Thing.findOne({ team: `team-${serial % 50}` }).lean(),
  );
}

const floors = new Map<number, number>();
for (const { name, concurrency, perSecond } of figures) {
  if (name === 'driver ping') floors.set(concurrency, perSecond);
}
for (const { name, concurrency, perSecond, microseconds } of figures) {
  const floor = floors.get(concurrency);
  const ratio = floor === undefined ? '' : `${(perSecond / floor).toFixed(2)} of ping`;
  console.log(
    `${name.padEnd(58)} x${String(concurrency).padEnd(3)} ${Math.round(perSecond).toString().padStart(8)}/s ${microseconds.toFixed(1).padStart(8)} us  ${ratio}`,
  );
}

await mongoose.disconnect();
await client.close();
await embedded.close();
rmSync(dir, { recursive: true, force: true });
