import type { Connection } from 'mongoose';

/**
 * Why a monitor is up or down has a code and values now; reasons of checks that were made already are words without a
 * code of their own, but those that had one.
 */
export async function saidOfChecks(connection: Connection): Promise<void> {
  const results = connection.collection('http_monitoring_results');
  await results.updateMany({ sentence: { $type: 'object' } }, { $rename: { sentence: 'reason' } });
  await results.updateMany({ reason: { $exists: false }, statusReason: { $type: 'string' } }, [
    { $set: { reason: { code: 'words', values: { text: '$statusReason' } } } },
  ]);
  await results.updateMany({ statusReason: { $exists: true } }, { $unset: { statusReason: '' } });
}
