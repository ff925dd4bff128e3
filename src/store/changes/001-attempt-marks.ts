import type { Connection } from 'mongoose';

/** An attempt that began was marked by its time; now a message remembers that one of its attempts may have arrived. */
export async function attemptMarks(connection: Connection): Promise<void> {
  await connection
    .collection('deliveries')
    .updateMany(
      { sendingAt: { $exists: true } },
      { $set: { mayHaveArrived: true }, $unset: { sendingAt: 1 } },
    );
}
