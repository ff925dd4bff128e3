import type { Connection } from 'mongoose';

/** An attempt that began was marked by its time; now a message remembers that one of its attempts may have arrived. */
export async function attemptMarks(connection: Connection): Promise<void> {
  // Only what waits to be sent has the mark, and that has an index.
  const waiting = { lane: { $gt: '' }, rank: { $gte: 0 }, nextAt: { $gt: new Date(0) } };
  await connection
    .collection('deliveries')
    .updateMany(
      { ...waiting, sendingAt: { $exists: true } },
      { $set: { mayHaveArrived: true }, $unset: { sendingAt: 1 } },
    );
}
