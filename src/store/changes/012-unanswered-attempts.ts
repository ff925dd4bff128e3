import type { Connection } from 'mongoose';

/** That an attempt ended without an answer was a mark; now such attempts are counted. */
export async function unansweredAttempts(connection: Connection): Promise<void> {
  await connection
    .collection('deliveries')
    .updateMany(
      { mayHaveArrived: true },
      { $set: { unanswered: 1 }, $unset: { mayHaveArrived: 1 } },
    );
}
