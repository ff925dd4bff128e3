import type { ResourceLimits } from 'node:worker_threads';

/**
 * The limits of a thread whose heap may hold so many megabytes. Node ends a thread that exceeds them, and lets it have
 * 16 MB more until it has ended; a thread that exceeds these as well ends the whole process. What is young moves to the
 * old generation in one step, so it is kept well below that.
 */
export function threadHeap(megabytes: number): ResourceLimits {
  return { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 12 };
}
