import { Worker } from 'node:worker_threads';
import { AppError, type Log } from '../kernel/index.ts';
import type { FindPrevious } from './evaluate.ts';
import type { ReadingLimits } from './limits.ts';
import type { Reading, ReadingTask } from './reading.ts';
import { ReadingQueue } from './reading-queue.ts';
import type { FromReadingWorker, ToReadingWorker } from './reading-worker.ts';

/** Reading a body was ended before it was done; the message says why, for a person. */
export class ReadingStopped extends Error {}

interface Job {
  task: ReadingTask;
  findPrevious: FindPrevious;
  /** How often a thread died over it. */
  deaths: number;
  resolve(reading: Reading): void;
  reject(error: unknown): void;
}

/**
 * A thread that reads large bodies, so that nobody else waits for them: one at a time, each within a time and a heap. A body
 * that exceeds them takes the thread with it; the next one gets a new thread. Started by the first large body.
 */
export class ReadingThread {
  readonly #limits: ReadingLimits;
  readonly #log: Log;
  readonly #queue = new ReadingQueue<Job>();
  #worker: Worker | null = null;
  #isReady = false;
  #job: Job | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** `performance.now()` when the job has to be done. */
  #deadline = 0;
  #isStopped = false;

  constructor(limits: ReadingLimits, log: Log) {
    this.#limits = limits;
    this.#log = log;
  }

  /** Rejects with `ReadingStopped` when the body takes too much, and with 503 when too many wait. */
  read(integrationId: string, task: ReadingTask, findPrevious: FindPrevious): Promise<Reading> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopping();
      this.#queue.add(integrationId, { task, findPrevious, deaths: 0, resolve, reject });
      if (this.#job === null) this.#proceed();
    });
  }

  /** Id of the thread, while there is one. */
  get threadId(): number | null {
    return this.#worker?.threadId ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#job?.reject(stopping());
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.reject(stopping());
    await this.#end();
  }

  #proceed(): void {
    if (this.#isStopped) return;
    this.#job ??= this.#queue.next() ?? null;
    if (this.#job === null) return;
    if (this.#worker === null) this.#start();
    else this.#begin();
  }

  #start(): void {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      name: 'large-payloads',
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytes },
    });
    this.#worker = worker;
    const ifCurrent = (act: () => void) => {
      if (this.#worker === worker) act();
    };
    worker.on('message', (message: FromReadingWorker) => ifCurrent(() => this.#hear(message)));
    worker.on('error', (error: Error) => ifCurrent(() => this.#lose(error)));
    worker.on('exit', (code) =>
      ifCurrent(() => this.#lose(new Error(`The thread ended with code ${code}.`))),
    );
    this.#allow(this.#limits.startSeconds);
  }

  #hear(message: FromReadingWorker): void {
    const job = this.#job;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        clearTimeout(this.#timer);
        this.#begin();
        return;
      case 'previous':
        if (job) void this.#answerPrevious(job, job.findPrevious(message.key));
        return;
      case 'read':
        this.#finish((done) => done.resolve(message.reading));
        return;
      case 'fault':
        this.#log.error({ err: message.error }, 'a large payload could not be evaluated');
        this.#finish((done) => done.reject(new ReadingStopped(faultText)));
    }
  }

  #begin(): void {
    const job = this.#job;
    if (!job || !this.#isReady) return;
    this.#allow(this.#limits.seconds);
    this.#worker?.ref();
    this.#post({ kind: 'read', task: job.task });
  }

  /** The time the store takes is not the body's. */
  async #answerPrevious(job: Job, asked: ReturnType<FindPrevious>): Promise<void> {
    const left = (this.#deadline - performance.now()) / 1000;
    clearTimeout(this.#timer);
    try {
      const previous = await asked;
      if (this.#job !== job) return;
      this.#allow(Math.max(left, 0));
      this.#post({ kind: 'previous', previous });
    } catch (error) {
      if (this.#job !== job) return;
      // The thread still waits for it: a new one is sooner at work than this one told.
      this.#endAnd((failed) => failed.reject(error));
    }
  }

  #allow(seconds: number): void {
    clearTimeout(this.#timer);
    this.#deadline = performance.now() + seconds * 1000;
    this.#timer = setTimeout(() => this.#expire(), seconds * 1000).unref();
  }

  #expire(): void {
    const text = this.#isReady
      ? `Reading and mapping this body took longer than ${this.#limits.seconds} s, so it was stopped.`
      : 'This body could not be read: the thread that reads large bodies did not start.';
    this.#endAnd((job) => job.reject(new ReadingStopped(text)));
  }

  /** The thread died: over the memory its body took, else for a reason that may not come again. */
  #lose(error: Error): void {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) this.#log.error({ err: error }, 'the thread that reads large payloads died');
    const job = this.#job;
    if (job) job.deaths += 1;
    if (job && !isMemory && job.deaths === 1) {
      this.#endAnd(() => {}, job);
      return;
    }
    const text = isMemory
      ? `Reading and mapping this body took more than ${this.#limits.heapMegabytes} MB of memory, so it was stopped.`
      : 'This body could not be read: the thread that read it died twice.';
    this.#endAnd((failed) => failed.reject(new ReadingStopped(text)));
  }

  #finish(tell: (job: Job) => void): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = this.#queue.next() ?? null;
    if (job) tell(job);
    // Idle, it does not keep the process alive.
    if (this.#job === null) this.#worker?.unref();
    this.#begin();
  }

  /** Ends the thread, and goes on with `again` or the next job in a new one. */
  #endAnd(tell: (job: Job) => void, again: Job | null = null): void {
    const job = this.#job;
    this.#job = again;
    void this.#end();
    if (job) tell(job);
    this.#proceed();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    this.#isReady = false;
    await worker?.terminate();
  }

  #post(message: ToReadingWorker): void {
    this.#worker?.postMessage(message);
  }
}

const faultText = 'It could not be evaluated because of a fault in the server; see its log.';

function stopping(): AppError {
  return new AppError('overloaded', 'The server is stopping; send it again.', {
    headers: { 'retry-after': '5' },
  });
}
