import { AppError } from '../kernel/index.ts';
import { readingQueue } from './limits.ts';

/** What waits for the thread, taken in turn from each integration, so that none of them waits for another's many. */
export class ReadingQueue<Job> {
  /** In the order of their turns; no list is empty. */
  readonly #waiting = new Map<string, Job[]>();
  #size = 0;

  /** Throws 503 when too many wait. */
  add(integrationId: string, job: Job): void {
    const own = this.#waiting.get(integrationId);
    if (this.#size >= readingQueue.total || (own?.length ?? 0) >= readingQueue.perIntegration)
      throw new AppError('overloaded', 'Too many large payloads wait to be read; send it again.', {
        headers: { 'retry-after': '5' },
      });
    if (own) own.push(job);
    else this.#waiting.set(integrationId, [job]);
    this.#size += 1;
  }

  /** The next in turn. */
  next(): Job | undefined {
    for (const [integrationId, jobs] of this.#waiting) {
      const job = jobs.shift();
      this.#waiting.delete(integrationId);
      // Its next turn comes after those of all others.
      if (jobs.length > 0) this.#waiting.set(integrationId, jobs);
      this.#size -= 1;
      return job;
    }
    return undefined;
  }
}
