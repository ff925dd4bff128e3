import { hash } from 'node:crypto';
import { nextCronRun } from '../calendar/index.ts';
import type { ProbePlan, WaitPlan } from './plan.ts';

/** How soon a failed check is repeated while there are retries left. */
const retrySeconds = 10;

/** The clock of a job may be ahead of ours by this much: a sign of life just before its time is one for that time. */
const clockDifferenceSeconds = 5;

/**
 * The next moment of a check after `now`. Each monitor keeps its own phase of the interval, by its id: checks are
 * spread evenly, and after an interruption they neither pile up nor make up for what was missed.
 */
export function nextCheckAt(
  monitorId: string,
  { intervalSeconds }: Pick<ProbePlan, 'intervalSeconds'>,
  now: Date,
): Date {
  const interval = intervalSeconds * 1000;
  const phase = Number.parseInt(hash('sha1', monitorId).slice(0, 12), 16) % interval;
  const sincePhase = (((now.getTime() - phase) % interval) + interval) % interval;
  return new Date(now.getTime() - sincePhase + interval);
}

/** When a check that failed is repeated: soon, and never later than the next one. */
export function nextRetryAt(
  monitorId: string,
  plan: Pick<ProbePlan, 'intervalSeconds'>,
  now: Date,
): Date {
  const soon = new Date(now.getTime() + retrySeconds * 1000);
  const next = nextCheckAt(monitorId, plan, now);
  return soon < next ? soon : next;
}

/** When the next sign of life is expected after one at `last`; null when no run of the schedule is left. */
export function nextExpectedAfter(plan: WaitPlan, last: Date): Date | null {
  if (plan.kind === 'heartbeat') return new Date(last.getTime() + plan.intervalSeconds * 1000);
  const after = new Date(last.getTime() + clockDifferenceSeconds * 1000);
  return nextCronRun(plan.expression, plan.timeZoneId, after);
}

/** The moment from which on the sign of life is overdue. */
export function deadlineOf(
  { graceSeconds }: Pick<WaitPlan, 'graceSeconds'>,
  expectedAt: Date,
): Date {
  return new Date(expectedAt.getTime() + graceSeconds * 1000);
}
