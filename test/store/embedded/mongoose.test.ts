import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TemporaryDatabase } from './temporary-database.ts';

let database: TemporaryDatabase;
let connection: mongoose.Connection;

beforeAll(async () => {
  database = await openDatabase();
  connection = await mongoose
    .createConnection(database.embedded.uri, { dbName: 'app' })
    .asPromise();
});
afterAll(async () => {
  await connection.close();
  await database.remove();
});

const teamSchema = new mongoose.Schema({ name: { type: String, unique: true } });
const incidentSchema = new mongoose.Schema(
  {
    correlationId: { type: String, required: true },
    status: { type: String, enum: ['Open', 'Closed'], default: 'Open' },
    team: { type: mongoose.Schema.Types.ObjectId, ref: 'Team' },
    labels: { type: Map, of: String },
    amount: mongoose.Schema.Types.Decimal128,
    big: BigInt,
    key: mongoose.Schema.Types.UUID,
    raw: Buffer,
    anything: mongoose.Schema.Types.Mixed,
    updates: [{ at: Date, text: String }],
  },
  { timestamps: true, optimisticConcurrency: true },
);
incidentSchema.index(
  { correlationId: 1 },
  { unique: true, partialFilterExpression: { status: 'Open' } },
);

test('a model with every schema type, indexes, defaults and timestamps works', async () => {
  const Team = connection.model('Team', teamSchema);
  const Incident = connection.model('Incident', incidentSchema);
  await Promise.all([Team.init(), Incident.init()]);
  const team = await Team.create({ name: 'Payments' });
  const made = await Incident.create({
    correlationId: 'c-1',
    team: team._id,
    labels: new Map([['env', 'prod']]),
    amount: '1.50',
    big: 9007199254740993n,
    key: randomUUID(),
    raw: Buffer.from([0, 1, 255]),
    anything: { nested: [1, { two: 2 }] },
    updates: [{ at: new Date(5), text: 'first' }],
  });
  const found = await Incident.findById(made._id)
    .populate<{ team: { name: string } }>('team')
    .orFail();
  expect(found.team.name).toBe('Payments');
  expect(found.labels?.get('env')).toBe('prod');
  expect(String(found.amount)).toBe('1.50');
  expect(found.big).toBe(9007199254740993n);
  expect(Buffer.from(found.raw ?? []).toString('hex')).toBe('0001ff');
  expect(found.toObject()).toMatchObject({ status: 'Open', anything: { nested: [1, { two: 2 }] } });
  expect(found.createdAt).toBeInstanceOf(Date);
  found.updates.push({ at: new Date(6), text: 'second' });
  await found.save();
  const stale = await Incident.findById(made._id).orFail();
  await Incident.updateOne({ _id: made._id }, { $inc: { __v: 1 } });
  stale.status = 'Closed';
  await expect(stale.save()).rejects.toThrow(mongoose.Error.VersionError);
  await expect(Incident.create({ correlationId: 'c-1' })).rejects.toMatchObject({
    code: 11000,
    keyValue: { correlationId: 'c-1' },
  });
  await Incident.create({ correlationId: 'c-1', status: 'Closed' });
  expect(await Incident.countDocuments({ correlationId: 'c-1' })).toBe(2);
  expect(await Incident.exists({ correlationId: 'none' })).toBeNull();
  expect(await Incident.syncIndexes()).toEqual([]);
});

test('queries, cursors, bulk writes and aggregations of a model work', async () => {
  const Event = connection.model(
    'Event',
    new mongoose.Schema({ n: { type: Number, index: true }, kind: String }),
  );
  await Event.init();
  await Event.insertMany(
    Array.from({ length: 250 }, (_, n) => ({ n, kind: n % 2 === 0 ? 'even' : 'odd' })),
  );
  const seen: (number | null | undefined)[] = [];
  for await (const event of Event.find({ n: { $gte: 200 } })
    .sort({ n: -1 })
    .cursor({ batchSize: 9 }))
    seen.push(event.n);
  expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => 249 - i));
  const result = await Event.bulkWrite([
    { updateOne: { filter: { n: 1 }, update: { $set: { kind: 'one' } } } },
    { insertOne: { document: { n: 1000, kind: 'new' } } },
    { deleteMany: { filter: { n: { $lt: 1 } } } },
  ]);
  expect(result).toMatchObject({ modifiedCount: 1, insertedCount: 1, deletedCount: 1 });
  expect(
    await Event.aggregate([{ $group: { _id: '$kind', n: { $sum: 1 } } }, { $sort: { _id: 1 } }]),
  ).toEqual([
    { _id: 'even', n: 124 },
    { _id: 'new', n: 1 },
    { _id: 'odd', n: 124 },
    { _id: 'one', n: 1 },
  ]);
  expect(
    await Event.findOneAndUpdate({ n: 1 }, [{ $set: { n: { $add: ['$n', 5000] } } }], {
      updatePipeline: true,
      returnDocument: 'after',
    }).lean(),
  ).toMatchObject({ kind: 'one', n: 5001 });
  expect(await Event.estimatedDocumentCount()).toBe(250);
  expect((await Event.distinct('kind')).sort()).toEqual(['even', 'new', 'odd', 'one']);
});

test('a transaction is refused before anything is written', async () => {
  const Event = connection.model('Plain', new mongoose.Schema({ n: Number }));
  await expect(
    connection.transaction(async (session) => {
      await Event.create([{ n: 1 }], { session });
    }),
  ).rejects.toThrow();
  expect(await Event.countDocuments()).toBe(0);
});
