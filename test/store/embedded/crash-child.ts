import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../../src/store/embedded/index.ts';

/**
 * Writes until it is killed. Each line on its standard output is a write the database has acknowledged:
 * `insert <id>`, `update <id> <n>` or `delete <id>`.
 */
const [dir = '', round = '0'] = process.argv.slice(2);
const embedded = await startEmbedded({ dir, newestKept: 20 });
const client = await new MongoClient(embedded.uri, { maxPoolSize: 16 }).connect();
const things = client
  .db('crash')
  .collection<{ _id: string; n: number; key: string; tags: string[] }>('things');
await things.createIndexes([
  { key: { key: 1 }, unique: true },
  { key: { n: -1, key: 1 } },
  { key: { tags: 1 } },
]);
function acknowledge(line: string): void {
  for (;;)
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The pipe is full: its reader is busy.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
}

async function write(worker: number): Promise<void> {
  for (let serial = 0; ; serial++) {
    const id = `${round}-${worker}-${serial}`;
    const made = (_id: string) => ({
      _id,
      n: 0,
      key: `key-${_id}`,
      tags: [`t${serial % 5}`, `w${worker}`],
    });
    if (serial % 4 === 0) {
      const batch = [`${id}-a`, `${id}-b`, `${id}-c`];
      await things.insertMany(batch.map(made));
      for (const one of batch) acknowledge(`insert ${one}`);
    } else {
      await things.insertOne(made(id));
      acknowledge(`insert ${id}`);
    }
    const one = serial % 4 === 0 ? `${id}-a` : id;
    if (serial % 3 === 1) {
      await things.updateOne({ _id: one }, { $set: { n: serial }, $push: { tags: `n${serial}` } });
      acknowledge(`update ${one} ${serial}`);
    }
    if (serial % 7 === 5) {
      await things.deleteOne({ _id: one });
      acknowledge(`delete ${one}`);
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, worker) => write(worker)));
