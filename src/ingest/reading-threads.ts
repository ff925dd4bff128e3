import { setImmediate } from 'node:timers/promises';
import type { RawBody } from '../bodies/index.ts';
import type { AppError, Log } from '../kernel/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import type { FindPrevious } from './evaluate.ts';
import type { ReadingLimits } from './limits.ts';
import type { PayloadTask, Reading, ReadingResult, ReadingTask, TrialsTask } from './reading.ts';
import { secondsOf } from './reading-cost.ts';
import { ReadingQueue } from './reading-queue.ts';
import { ReadingStopped, ReadingThread, type ThreadSource } from './reading-thread.ts';

interface Job {
  task: ReadingTask;
  findPrevious: FindPrevious;
  /** Seconds of processor time, as far as one can see. */
  seconds: number;
  /** How often a thread died over it. */
  deaths: number;
  resolve(result: ReadingResult): void;
  reject(error: unknown): void;
  /** Until its turn comes. */
  timer: NodeJS.Timeout | undefined;
}

/** Enough threads that the next body need not wait when a body ends the thread that reads it. */
export const readingThreadsMax = 2;

/** After a start that failed; doubled each time. */
const firstPauseSeconds = 0.1;
const longestPauseSeconds = 10;

/**
 * The threads that read large bodies, so that nobody else waits for them. They take turns by what each account has cost
 * lately. A thread that cannot start is tried again, and what waits keeps its place meanwhile. One is started by
 * `warmUp`, all of them by the first body.
 */
export class ReadingThreads {
  readonly #limits: ReadingLimits;
  readonly #log: Log;
  readonly #source: ThreadSource;
  readonly #queue = new ReadingQueue<Job>();
  readonly #threads = new Set<ReadingThread>();
  readonly #idle = new Set<ReadingThread>();
  /** One at a time: they start sooner one after the other. */
  #isStarting = false;
  #failedStarts = 0;
  /** This many threads are there before they are needed. */
  #spare = 0;
  #pause: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(limits: ReadingLimits, log: Log, source: ThreadSource) {
    this.#limits = limits;
    this.#log = log;
    this.#source = source;
  }

  /**
   * From now on the first body need not wait for a thread. It has the others started, as many servers never see such a
   * body.
   */
  warmUp(): void {
    this.#spare = Math.max(this.#spare, 1);
    this.#proceed();
  }

  /**
   * Rejects with `ReadingStopped` when the body takes too much, and with 503 when too many wait or its turn does not
   * come. The account of an integration is its id.
   */
  async read(account: string, task: PayloadTask, findPrevious: FindPrevious): Promise<Reading> {
    const result = await this.#run(account, task, findPrevious);
    if (result.kind !== 'payload') throw new Error(`The thread answered with ${result.kind}.`);
    return result;
  }

  /** The results of stored payloads by two mappings; rejects as `read` does. */
  async tryPayloads(account: string, task: TrialsTask, findPrevious: FindPrevious) {
    const result = await this.#run(account, task, findPrevious);
    if (result.kind !== 'trials') throw new Error(`The thread answered with ${result.kind}.`);
    return result;
  }

  /** The JSON texts of payloads; rejects as `read` does. */
  async show(account: string, raws: RawBody[]): Promise<string[]> {
    const result = await this.#run(account, { kind: 'views', raws }, async () => null);
    if (result.kind !== 'views') throw new Error(`The thread answered with ${result.kind}.`);
    return result.texts;
  }

  /**
   * The account's next body is not read before what this gives is called: until the last one is stored, it keeps the
   * main thread and the database busy, which everybody needs.
   */
  holdBack(account: string): () => void {
    const release = this.#queue.holdBack(account);
    return () => {
      release();
      this.#proceed();
    };
  }

  /** Ids of the threads that there are. */
  get threadIds(): number[] {
    return [...this.#threads].map(({ threadId }) => threadId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#pause);
    for (const job of this.#queue.clear()) refuse(job, stopping());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #run(account: string, task: ReadingTask, findPrevious: FindPrevious): Promise<ReadingResult> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopping();
      const seconds = secondsOf(task);
      const job: Job = {
        task,
        findPrevious,
        seconds,
        deaths: 0,
        resolve,
        reject,
        timer: undefined,
      };
      this.#limitWaiting(account, job);
      const refused = this.#queue.add(account, job, seconds, performance.now());
      if (refused !== null) refuse(refused, tooMany());
      this.#proceed();
    });
  }

  #limitWaiting(account: string, job: Job): void {
    const { waitSeconds } = this.#limits;
    job.timer = setTimeout(() => {
      if (this.#queue.remove(account, job)) job.reject(noTurn(waitSeconds));
    }, waitSeconds * 1000);
  }

  /** Gives every thread that has nothing to do what is next, and starts those that are missing. */
  #proceed(): void {
    if (this.#isStopped) return;
    for (const thread of this.#idle) {
      const next = this.#queue.next(performance.now());
      if (next === null) break;
      this.#idle.delete(thread);
      void this.#work(thread, next.account, next.job);
    }
    const busy = this.#threads.size - this.#idle.size;
    const wanted = Math.max(this.#spare, busy + this.#queue.turns);
    const isPaused = this.#pause !== undefined;
    if (this.#threads.size < Math.min(wanted, readingThreadsMax) && !this.#isStarting && !isPaused)
      void this.#start();
  }

  async #work(thread: ReadingThread, account: string, job: Job): Promise<void> {
    clearTimeout(job.timer);
    this.#spare = readingThreadsMax;
    const { end, seconds } = await thread.run(job.task, job.findPrevious);
    if (end !== 'died') {
      if ('result' in end) job.resolve(end.result);
      else job.reject(end.error);
    } else if (this.#isStopped) job.reject(stopping());
    else if (job.deaths > 0) job.reject(new ReadingStopped(diedTwice, 'unavailable'));
    else {
      job.deaths += 1;
      this.#limitWaiting(account, job);
      this.#queue.putBack(account, job, job.seconds, performance.now());
    }
    if (!thread.isEnded) this.#idle.add(thread);
    this.#proceed();
    // The caller says in this turn of the event loop whether the account's next body has to wait.
    if (end !== 'died') await setImmediate();
    this.#queue.finished(account, seconds, performance.now());
    this.#proceed();
  }

  async #start(): Promise<void> {
    this.#isStarting = true;
    const thread = this.#begin();
    if (thread === null) return this.#startLater();
    try {
      await thread.started;
    } catch {
      return this.#startLater();
    }
    this.#isStarting = false;
    this.#failedStarts = 0;
    if (!thread.isEnded) this.#idle.add(thread);
    this.#proceed();
  }

  /** Null when the system gives no thread. */
  #begin(): ReadingThread | null {
    try {
      const thread = new ReadingThread(this.#limits, this.#log, this.#source);
      this.#threads.add(thread);
      void thread.ended.then(() => {
        this.#threads.delete(thread);
        this.#idle.delete(thread);
        this.#proceed();
      });
      return thread;
    } catch (error) {
      this.#log.error({ err: error }, 'a thread for large payloads could not be started');
      return null;
    }
  }

  #startLater(): void {
    this.#isStarting = false;
    if (this.#isStopped) return;
    const seconds = Math.min(firstPauseSeconds * 2 ** this.#failedStarts, longestPauseSeconds);
    this.#failedStarts += 1;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#proceed();
    }, seconds * 1000).unref();
  }
}

const diedTwice = say('readingDiedTwice');

function refuse(job: Job, error: AppError): void {
  clearTimeout(job.timer);
  job.reject(error);
}

function tooMany(): AppError {
  return sendAgain(say('largePayloadsWait'));
}

function noTurn(seconds: number): AppError {
  return sendAgain(say('payloadHadNoTurn', { seconds }));
}

function stopping(): AppError {
  return sendAgain(say('serverStopping'));
}

function sendAgain(detail: Sentence): AppError {
  return refusal('overloaded', detail, { headers: { 'retry-after': '5' } });
}
