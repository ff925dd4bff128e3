import type { SendResult } from '../egress/index.ts';
import type { DeliveryDocument } from './delivery.ts';

/** Seconds after the first, second … failed attempt. */
const pauses = [15, 60, 300, 900, 3600, 10_800];
const hour = 3_600_000;

/** An alert that arrives later than this helps nobody: the next channel and the next tier are faster. */
const alertLifetime = hour;
const otherLifetime = 24 * hour;

/** When to try again, or null when it has failed for good: a test is tried once, as somebody waits for its answer. `share` from 0 to 1 spreads those that failed together. */
export function nextAttemptAt(
  {
    attempts,
    dueAt,
    isAlert,
    lane,
    test,
  }: Pick<DeliveryDocument, 'attempts' | 'dueAt' | 'isAlert' | 'lane' | 'test'>,
  result: SendResult & { outcome: 'retry' },
  now: Date,
  share: number,
): Date | null {
  if (test) return null;
  const pause = pauses[Math.min(attempts.length, pauses.length - 1)] ?? hour;
  const spread = pause * (0.8 + 0.4 * share);
  const seconds = Math.max(spread, result.retryAfterSeconds ?? 0);
  const at = new Date(now.getTime() + seconds * 1000);
  const lifetime = isAlert && lane !== 'Outbound' ? alertLifetime : otherLifetime;
  // After an outage that was longer, it is tried as often as any other.
  const since = Math.max(dueAt.getTime(), attempts[0]?.at.getTime() ?? now.getTime());
  return at.getTime() - since > lifetime ? null : at;
}
