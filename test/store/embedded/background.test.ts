import { connect } from 'node:net';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type TemporaryDatabase } from './temporary-database.ts';

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await openDatabase({ ttlSweepSeconds: 0.05 });
});
afterAll(() => database.remove());

describe('documents that expire', () => {
  test('go when their time has come, from every index, and no others', async () => {
    const sessions = database.db.collection<{ _id: number; until?: unknown; tag: string }>(
      'sessions',
    );
    await sessions.createIndex({ tag: 1 });
    await sessions.createIndex({ until: 1 }, { expireAfterSeconds: 60 });
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await sessions.insertMany([
      { _id: 1, until: ago(61), tag: 'a' },
      { _id: 2, until: ago(30), tag: 'a' },
      { _id: 3, until: [ago(10), ago(90)], tag: 'a' },
      { _id: 4, until: 'never', tag: 'a' },
      { _id: 5, tag: 'a' },
      { _id: 6, until: 0, tag: 'a' },
      ...Array.from({ length: 500 }, (_, n) => ({ _id: 100 + n, until: ago(1000), tag: 'b' })),
    ]);
    await expect.poll(() => sessions.countDocuments()).toBe(4);
    expect((await sessions.find({ tag: 'a' }).toArray()).map(({ _id }) => _id)).toEqual([
      2, 4, 5, 6,
    ]);
    expect(await sessions.find({ tag: 'b' }).toArray()).toEqual([]);
  });

  test('a document whose time is moved on in between stays', async () => {
    const leases = database.db.collection<{ _id: number; until: Date }>('leases');
    await leases.insertOne({ _id: 1, until: new Date(Date.now() - 5000) });
    await leases.updateOne({ _id: 1 }, { $set: { until: new Date(Date.now() + 60_000) } });
    await leases.insertOne({ _id: 2, until: new Date(Date.now() - 5000) });
    await leases.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
    await expect.poll(() => leases.countDocuments({})).toBe(1);
    expect(await leases.findOne()).toMatchObject({ _id: 1 });
  });
});

describe('while long work is going on', () => {
  let things: Collection;
  const order: string[] = [];

  beforeAll(async () => {
    things = database.db.collection('many');
    for (let i = 0; i < 10; i++) {
      await things.insertMany(
        Array.from({ length: 4000 }, (_, n) => ({
          n: i * 4000 + n,
          text: `text ${n}`,
          list: [n, n + 1],
        })),
      );
    }
  });

  const long: [string, () => Promise<unknown>][] = [
    ['an update of 40,000 documents', () => things.updateMany({}, { $set: { seen: true } })],
    ['an index build', () => things.createIndex({ list: 1, n: -1 })],
    ['a scan', () => things.countDocuments({ text: /no such text/ })],
    [
      'a group over everything',
      () =>
        things.aggregate([{ $group: { _id: '$text', n: { $sum: 1 } } }, { $count: 'n' }]).toArray(),
    ],
    ['a deletion of everything', () => things.deleteMany({ n: { $gte: 0 } })],
  ];
  test.each(long)('%s lets hello, ping, reads and writes through', async (_name, work) => {
    order.length = 0;
    const small = database.db.collection<{ _id: number; n: number }>('small');
    const working = work().then(() => order.push('long'));
    // Each needs a turn of the engine of its own; all of them together are answered first only if the work pauses.
    await Promise.all([
      database.db.command({ hello: 1 }),
      database.db.command({ ping: 1 }),
      small.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true }),
      small.findOne({ _id: 1 }),
    ]);
    order.push('short');
    await working;
    expect(order).toEqual(['short', 'long']);
  });

  test('a findAndModify with a long sort changes the document as it is by then', async () => {
    // The first document read is the one wanted, so it is held through all the slices of the sort.
    const queue = database.db.collection<{ _id: number; rank: number; n: number }>('queue');
    await queue.insertMany(Array.from({ length: 20_000 }, (_, _id) => ({ _id, rank: _id, n: 0 })));
    const taking = Array.from({ length: 4 }, () =>
      queue.findOneAndUpdate({ n: { $gte: 0 } }, { $inc: { n: 1 } }, { sort: { rank: 1 } }),
    );
    const others = Array.from({ length: 50 }, () =>
      queue.updateOne({ _id: 0 }, { $inc: { n: 1 } }),
    );
    await Promise.all([...taking, ...others]);
    expect(await queue.findOne({ _id: 0 })).toMatchObject({ n: 54 });
  });

  test('a stop answers what has been begun, and everything answered is stored', async () => {
    const other = await openDatabase();
    const things = other.db.collection<{ _id: number }>('things');
    await things.insertOne({ _id: -1 });
    const acknowledged: number[] = [];
    let serial = 0;
    const writing = Promise.all(
      Array.from({ length: 16 }, async () => {
        for (;;) {
          const _id = serial++;
          try {
            await things.insertOne({ _id });
          } catch {
            return;
          }
          acknowledged.push(_id);
        }
      }),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
    await other.embedded.close();
    await other.client.close();
    await writing;
    const again = await openDatabase({ dir: other.dir });
    const stored = new Set(await again.db.collection<{ _id: number }>('things').distinct('_id'));
    expect(acknowledged.filter((_id) => !stored.has(_id))).toEqual([]);
    await again.remove();
  });

  test('a unique index build meets duplicates written meanwhile', async () => {
    const racing = database.db.collection<{ k: number }>('racing');
    await racing.insertMany(Array.from({ length: 20_000 }, (_, k) => ({ k })));
    const building = racing.createIndex({ k: 1 }, { unique: true }).then(
      () => 'built',
      (error: { code: number }) => error.code,
    );
    const writing = racing.insertOne({ k: 19_999 }).then(
      () => 'written',
      (error: { code: number }) => error.code,
    );
    const outcome = await Promise.all([building, writing]);
    const copies = await racing.countDocuments({ k: 19_999 });
    // One of the two must lose, whichever came first.
    expect([
      ['built', 11000, 1],
      [11000, 'written', 2],
    ]).toContainEqual([...outcome, copies]);
  });
});

describe('the wire', () => {
  const socketPath = () =>
    decodeURIComponent(/\/\/([^/]+)\//.exec(database.embedded.uri)?.[1] ?? '');

  function message(body: Buffer, flags = 0): Buffer {
    const head = Buffer.alloc(21);
    head.writeInt32LE(21 + body.length, 0);
    head.writeInt32LE(77, 4);
    head.writeInt32LE(2013, 12);
    head.writeUInt32LE(flags, 16);
    return Buffer.concat([head, body]);
  }
  // { ping: 1, $db: 'admin' }
  const ping = Buffer.from('1e0000001070696e670001000000022464620006000000', 'hex');
  const pingBody = Buffer.concat([ping, Buffer.from('61646d696e0000', 'hex')]);

  async function talk(pieces: Buffer[], replies: number): Promise<Buffer[]> {
    const socket = connect(socketPath());
    const frames: Buffer[] = [];
    let held = Buffer.alloc(0);
    await new Promise<void>((resolve, reject) => {
      socket.on('data', (piece: Buffer) => {
        held = Buffer.concat([held, piece]);
        while (held.length >= 4 && held.length >= held.readInt32LE(0)) {
          frames.push(held.subarray(0, held.readInt32LE(0)));
          held = held.subarray(held.readInt32LE(0));
        }
        if (frames.length === replies) socket.end(resolve);
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
      for (const piece of pieces) socket.write(piece);
    });
    return frames;
  }

  test('messages may arrive byte by byte or several at once', async () => {
    const one = message(pingBody);
    expect(
      await talk(
        [...one].map((byte) => Buffer.from([byte])),
        1,
      ),
    ).toHaveLength(1);
    const replies = await talk([Buffer.concat([one, one, one])], 3);
    expect(replies.map((reply) => reply.readInt32LE(8))).toEqual([77, 77, 77]);
  });

  test('a checksum is skipped', async () => {
    const framed = message(Buffer.concat([pingBody, Buffer.from([1, 2, 3, 4])]), 1);
    expect(await talk([framed], 1)).toHaveLength(1);
  });

  test.each([
    ['a length below the header', Buffer.from('0f000000', 'hex')],
    ['a length above the limit', Buffer.from('ffffff7f', 'hex')],
    ['an unknown opcode', Buffer.concat([Buffer.from('10000000010000000000000001000000', 'hex')])],
    ['an unknown required flag', message(pingBody, 4)],
    ['no body', message(Buffer.alloc(0)).fill(20, 0, 1).subarray(0, 20)],
  ])('%s closes the connection and harms nobody else', async (_name, bytes) => {
    expect(await talk([bytes], 1)).toEqual([]);
    expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  test('a body that is not BSON is answered with code 22', async () => {
    const broken = Buffer.from(pingBody);
    broken[4] = 0x77;
    const [reply] = await talk([message(broken)], 1);
    expect(reply?.includes('InvalidBSON')).toBe(true);
  });
});
