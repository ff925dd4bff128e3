import { bodyBytesMax } from '../bodies/index.ts';
import type { CpuAllowance } from '../kernel/index.ts';

/** Alerts that one payload is split into, and the processor time that evaluating them may take. */
export const alertsMax = 1000;
export const alertsSecondsMax = 2;

/**
 * How long reading a body may keep the thread that answers requests, on a slow core: one that seems to take longer
 * (`reading-cost.ts`) is read and evaluated in a thread of its own. So is one for which its mapping takes more of the
 * steps of `mapping/budget.ts` than this.
 */
export const hereMilliseconds = 5;
export const hereSteps = 100_000;

/** Bodies above it are always read there: keeping and copying them takes its time, too. */
export const smallBodyBytesMax = 64 * 1024;

/** Bodies of a page of payloads that are shown with their contents. */
export const shownBytesMax = bodyBytesMax;

/**
 * Stored payloads that another mapping is tried on: processor time in such a thread, and alerts that are then decided
 * where requests are answered.
 */
export const trialsSecondsMax = 1;
export const trialAlertsMax = 1000;

/**
 * The limits for one body in that thread. More than `alertsSecondsMax`, so that the part of many alerts that was read
 * is not lost.
 */
export const readingLimits: ReadingLimits = {
  seconds: 3,
  heapMegabytes: 512,
  wallSeconds: 90,
  waitSeconds: 30,
  startSeconds: 60,
};

export interface ReadingLimits extends CpuAllowance {
  heapMegabytes: number;
  /** Until its turn comes; then its sender does better to send it again. */
  waitSeconds: number;
  /** Loading the code on a busy machine. Starting once more would only take longer. */
  startSeconds: number;
}

/**
 * Bodies that wait for a thread: of one integration, as many as its rate limit lets through at once and some more, and
 * of all.
 */
export const readingQueue = { perIntegration: 24, total: 64 };
