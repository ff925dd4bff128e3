import { readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { within } from './within.ts';

/** Seconds of processor that a thread has used since it started; null where nobody can say so now. */
export type CpuMeter = () => Promise<number | null>;

/**
 * Where Linux says what the thread that asks has used, below `/proc`; null on other systems. A worker tells it to who
 * measures it.
 */
export function ownThreadPath(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/**
 * Seconds of processor that the thread that asks has used since it started. Systems count in steps of some
 * milliseconds: sums of short pieces are right, a single one is not.
 */
export function ownCpuSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

/**
 * Measures a worker from outside. Linux answers at any time, given the path that `ownThreadPath` gave inside; elsewhere
 * the worker has to be between two steps of JavaScript, and one that does not answer for a second gives null.
 */
export function cpuMeterOf(worker: Pick<Worker, 'cpuUsage'>, path: string | null): CpuMeter {
  return async () => (path === null ? null : secondsAt(path)) ?? (await answerOf(worker));
}

/** The first number of `schedstat` is nanoseconds on a processor. */
function secondsAt(path: string): number | null {
  try {
    const nanoseconds = Number.parseInt(readFileSync(`/proc/${path}/schedstat`, 'latin1'), 10);
    // A kernel that keeps no such statistics says 0.
    return nanoseconds > 0 ? nanoseconds / 1e9 : null;
  } catch {
    return null;
  }
}

async function answerOf(worker: Pick<Worker, 'cpuUsage'>): Promise<number | null> {
  const seconds = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => null,
  );
  return within(1000, seconds, () => null);
}
