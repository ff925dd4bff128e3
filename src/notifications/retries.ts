import type { SendResult } from '../egress/index.ts';
import type { DeliveryDocument } from './delivery.ts';

/** Seconds after the first, second … failed attempt. */
const pauses = [15, 60, 300, 900, 3600, 10_800];
const hour = 3_600_000;

/** An alert that arrives later than this helps nobody: the next channel and the next tier are faster. */
const alertLifetime = hour;
const otherLifetime = 24 * hour;

/** When to try again, or null when it has failed for good. `share` from 0 to 1 spreads those that failed together. */
export function nextAttemptAt(
  { attempts, dueAt, isAlert, lane }: DeliveryDocument,
  result: SendResult & { outcome: 'retry' },
  now: Date,
  share: number,
): Date | null {
  const pause = pauses[Math.min(attempts.length, pauses.length - 1)] ?? hour;
  const spread = pause * (0.8 + 0.4 * share);
  const seconds = Math.max(spread, result.retryAfterSeconds ?? 0);
  const at = new Date(now.getTime() + seconds * 1000);
  const lifetime = isAlert && lane !== 'Outbound' ? alertLifetime : otherLifetime;
  return at.getTime() - dueAt.getTime() > lifetime ? null : at;
}
