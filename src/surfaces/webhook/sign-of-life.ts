import type { Reply } from '../../ingest/index.ts';
import type { IntakeView } from '../../integrations/index.ts';
import { AppError, textOfBytes } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import type { RequestHead } from './dialects/index.ts';
import type { Surface } from './exchange.ts';

/** Kept part of a body: a job that failed may say why. */
const bodyBytesMax = 2_000;

/**
 * A request to the URL of a heartbeat or cron job monitor: whatever it is, it is a sign of life. `?state=fail` says
 * that the job ran and failed. Nothing of it is stored as a payload: most of them say that all is well.
 */
export async function receiveSignOfLife(
  { monitors }: Surface,
  { query, now, method }: RequestHead,
  view: IntakeView,
  body: Uint8Array,
): Promise<Reply> {
  const state = new URLSearchParams(query).get('state')?.toLowerCase() ?? 'success';
  if (state !== 'success' && state !== 'fail')
    throw new AppError('validation-failed', say('stateInvalid'), {
      fields: { state: [say('stateInvalid')] },
    });
  const { text } = textOfBytes(body.subarray(0, bodyBytesMax), undefined);
  const receipt = await monitors.receive(view, { isFailure: state === 'fail', text, at: now });
  if (method === 'HEAD') return { status: 200 };
  return {
    status: 200,
    body: {
      lastHeartbeatReceivedAt: receipt.lastHeartbeatReceivedAt.toISOString(),
      nextHeartbeatExpectedAt: receipt.nextHeartbeatExpectedAt?.toISOString() ?? null,
    },
  };
}
