import { readingQueue } from './limits.ts';

/** Something to be read; `seconds` of processor are what it may take, as far as one can see. */
interface Waiting<Job> {
  job: Job;
  seconds: number;
  since: number;
}

/** In so many seconds, half of what an account has used is forgotten. */
const halfLifeSeconds = 30;
/** A job counts for less the longer it waits, so that a large one has its turn among many small ones. */
const forgivenPerSecond = 0.1;
/** Accounts that have used less, lately, count as new; there can be only a few thousand others. */
const forgottenSeconds = 0.01;
const accountsMax = 5000;

/**
 * The jobs that wait for a thread. The next turn is that of the account for which the processor time it has used
 * lately and that of its first job are least together. Jobs of one account keep their order and are done one at a
 * time, so no account has two threads; nor is its next one begun while others still work for what was read for it.
 * Times are milliseconds of a clock that never goes back.
 */
export class ReadingQueue<Job> {
  /** No list is empty. */
  readonly #waiting = new Map<string, Waiting<Job>[]>();
  readonly #working = new Set<string>();
  /** How many bodies of an account were read and are not answered yet. */
  readonly #unanswered = new Map<string, number>();
  readonly #used = new Map<string, { seconds: number; at: number }>();
  #size = 0;

  /**
   * Gives the job for which there is no room, or null: the new one where its account has enough waiting, else the
   * newest of the account that has most.
   */
  add(account: string, job: Job, seconds: number, now: number): Job | null {
    const own = this.#waiting.get(account)?.length ?? 0;
    if (own >= readingQueue.perIntegration) return job;
    let refused: Job | null = null;
    if (this.#size >= readingQueue.total) {
      const most = this.#accountWithMost();
      // Nobody would have less for it.
      if (most === null || most.waiting.length <= own + 1) return job;
      refused = most.waiting.at(-1)?.job ?? null;
      if (refused !== null) this.remove(most.account, refused);
    }
    this.#insert(account, { job, seconds, since: now }, 'last');
    return refused;
  }

  /** A job that was begun in vain: it is the next of its account. */
  putBack(account: string, job: Job, seconds: number, now: number): void {
    this.#insert(account, { job, seconds, since: now }, 'first');
  }

  /** The next in turn; `finished` has to follow. */
  next(now: number): { account: string; job: Job } | null {
    let best: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [account, [first]] of this.#waiting) {
      if (first === undefined || this.#isHeldBack(account)) continue;
      const forgiven = ((now - first.since) / 1000) * forgivenPerSecond;
      const cost = this.usedLately(account, now) + Math.max(first.seconds - forgiven, 0);
      if (cost >= least) continue;
      best = account;
      least = cost;
    }
    const first = best === null ? undefined : this.#waiting.get(best)?.[0];
    if (best === null || first === undefined) return null;
    this.remove(best, first.job);
    this.#working.add(best);
    return { account: best, job: first.job };
  }

  /** Its job is done, or will be put back. */
  finished(account: string, seconds: number, now: number): void {
    this.#working.delete(account);
    this.#used.set(account, { seconds: this.usedLately(account, now) + seconds, at: now });
    if (this.#used.size <= accountsMax) return;
    for (const known of [...this.#used.keys()])
      if (this.usedLately(known, now) < forgottenSeconds) this.#used.delete(known);
  }

  /** Its next job waits until what this gives is called. */
  holdBack(account: string): () => void {
    this.#unanswered.set(account, (this.#unanswered.get(account) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (this.#unanswered.get(account) ?? 0) - 1;
      if (left > 0) this.#unanswered.set(account, left);
      else this.#unanswered.delete(account);
    };
  }

  /** Seconds of processor, older ones counting for less. */
  usedLately(account: string, now: number): number {
    const used = this.#used.get(account);
    return used ? used.seconds * 0.5 ** ((now - used.at) / 1000 / halfLifeSeconds) : 0;
  }

  /** False when it does not wait any more. */
  remove(account: string, job: Job): boolean {
    const own = this.#waiting.get(account);
    const at = own?.findIndex((one) => one.job === job) ?? -1;
    if (own === undefined || at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(account);
    this.#size -= 1;
    return true;
  }

  /** Takes all that waits. */
  clear(): Job[] {
    const jobs = [...this.#waiting.values()].flat().map(({ job }) => job);
    this.#waiting.clear();
    this.#size = 0;
    return jobs;
  }

  get size(): number {
    return this.#size;
  }

  /** For how many threads there is work that is not begun. */
  get turns(): number {
    return [...this.#waiting.keys()].filter((account) => !this.#isHeldBack(account)).length;
  }

  #isHeldBack(account: string): boolean {
    return this.#working.has(account) || this.#unanswered.has(account);
  }

  #insert(account: string, waiting: Waiting<Job>, where: 'first' | 'last'): void {
    const own = this.#waiting.get(account);
    if (own === undefined) this.#waiting.set(account, [waiting]);
    else if (where === 'first') own.unshift(waiting);
    else own.push(waiting);
    this.#size += 1;
  }

  #accountWithMost(): { account: string; waiting: Waiting<Job>[] } | null {
    let most: { account: string; waiting: Waiting<Job>[] } | null = null;
    for (const [account, waiting] of this.#waiting)
      if (most === null || waiting.length > most.waiting.length) most = { account, waiting };
    return most;
  }
}
