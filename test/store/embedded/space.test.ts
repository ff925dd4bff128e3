import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHere, temporaryDir } from './temporary-database.ts';

const dir = temporaryDir();
let database: Awaited<ReturnType<typeof openHere>>;

beforeAll(async () => {
  database = await openHere(dir, { idleSeconds: 0.05 });
});
afterAll(() => database.remove());

const fileBytes = () => statSync(join(dir, 'data.db')).size;

test('what is deleted makes the file shorter while the database runs, and costs nothing that stays', async () => {
  const things = database.db.collection<{ _id: number; text: string }>('things');
  for (let batch = 0; batch < 10; batch += 1)
    await things.insertMany(
      Array.from({ length: 400 }, (_, n) => ({ _id: batch * 400 + n, text: 'x'.repeat(3000) })),
    );
  await expect.poll(fileBytes).toBeGreaterThan(12_000_000);
  const full = fileBytes();

  await things.deleteMany({ _id: { $gte: 200 } });

  await expect.poll(fileBytes).toBeLessThan(full / 5);
  expect(await things.countDocuments({ text: 'x'.repeat(3000) })).toBe(200);
  expect(await things.findOne({ _id: 199 })).toMatchObject({ text: 'x'.repeat(3000) });
});
