import type { Connection } from 'mongoose';

/** Monitors know which host they ask: they are planned anew, as if their settings had changed. */
export async function monitorTargets(connection: Connection): Promise<void> {
  await connection.collection('monitor_states').updateMany({}, { $set: { version: -1 } });
}
