import { processModel } from '../../src/processes/index.ts';
import type { TestApp } from './app.ts';

const anotherId = 'another000';

/** From now on another process lives on the store of this app, so that nothing shared may stay in memory. */
export async function letAnotherProcessJoin(t: TestApp): Promise<void> {
  const anHourFromNow = new Date(Date.now() + 3_600_000);
  await processModel(t.app.world.store).updateOne(
    { _id: anotherId },
    { $set: { aliveAt: anHourFromNow, host: 'elsewhere', pid: 1 } },
    { upsert: true },
  );
  await t.app.processes.heartbeat();
}
