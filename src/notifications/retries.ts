import type { SendResult } from '../egress/index.ts';
import { type DeliveryDocument, failuresOf } from './delivery.ts';
import { isToolLane } from './lanes.ts';

/** Seconds after the first, second … failed attempt. */
const pauses = [15, 60, 300, 900, 3600, 10_800];
const hour = 3_600_000;

/** An alert that arrives later than this helps nobody: the next channel and the next tier are faster. */
const alertLifetime = hour;
const otherLifetime = 24 * hour;

/**
 * When to try again, or null when it has failed for good: a test is tried once, as somebody waits for its answer.
 * `share` from 0 to 1 spreads those that failed together.
 */
export function nextAttemptAt(
  delivery: Timed,
  result: SendResult & { outcome: 'retry' },
  now: Date,
  share: number,
): Date | null {
  const { attempts, dueAt } = delivery;
  if (delivery.test) return null;
  const answered = attempts.filter(({ code }) => code !== null).length;
  const pause = pauses[Math.min(answered, pauses.length - 1)] ?? hour;
  const spread = pause * (0.8 + 0.4 * share);
  const seconds = Math.max(spread, result.retryAfterSeconds ?? 0);
  const at = new Date(now.getTime() + seconds * 1000);
  // After an outage that was longer, it is tried as often as any other.
  const since = Math.max(dueAt.getTime(), attempts[0]?.at.getTime() ?? now.getTime());
  return at.getTime() - since > lifetimeOf(delivery) ? null : at;
}

/**
 * When to try again what failed here and not at the receiver, such as a database that stood still: soon, and it does
 * not make the pauses after refusals longer, or a few restarts would keep a message back for a quarter of an hour. Null
 * as for others.
 */
export function internalFailureAt(delivery: Timed, now: Date): Date | null {
  const { attempts, dueAt } = delivery;
  if (delivery.test) return null;
  const inRow = attempts.length - (attempts.findLastIndex(({ code }) => code !== null) + 1);
  const seconds = Math.min(5 * 2 ** inRow, 60);
  const at = new Date(now.getTime() + seconds * 1000);
  const since = Math.max(dueAt.getTime(), attempts[0]?.at.getTime() ?? now.getTime());
  return at.getTime() - since > lifetimeOf(delivery) ? null : at;
}

/**
 * Whether a failure of an alert is enough to bring forward what comes next, while it is tried again at `nextAt`: its
 * second, or one after which the receiver wants to be left alone for longer than a second attempt would take.
 */
export function isEnough(delivery: DeliveryDocument, now: Date, nextAt: Date): boolean {
  return failuresOf(delivery) + 1 >= failuresEnough || nextAt.getTime() - now.getTime() > patience;
}

const failuresEnough = 2;
const patience = 60_000;

type Timed = Pick<DeliveryDocument, 'attempts' | 'dueAt' | 'isAlert' | 'lane' | 'test'>;

function lifetimeOf({ isAlert, lane }: Timed): number {
  return isAlert && !isToolLane(lane) ? alertLifetime : otherLifetime;
}
