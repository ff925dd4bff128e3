import type { Connection } from 'mongoose';

/**
 * Why the server paused a tool has a code and values now; stored reasons are words without a code of their own.
 */
export async function saidOfPauses(connection: Connection): Promise<void> {
  await connection
    .collection('outbound_integrations')
    .updateMany({ 'internal.pausedReason': { $type: 'string' } }, [
      {
        $set: {
          'internal.pausedReason': { code: 'words', values: { text: '$internal.pausedReason' } },
        },
      },
    ]);
}
