import { Worker } from 'node:worker_threads';
import { AppError, type Log, threadHeap } from '../kernel/index.ts';
import type { RawBody } from './body-to-payload.ts';
import type { FindPrevious } from './evaluate.ts';
import type { ReadingLimits } from './limits.ts';
import type { PayloadTask, Reading, ReadingResult, ReadingTask, TrialsTask } from './reading.ts';
import { ReadingQueue } from './reading-queue.ts';
import type { FromReadingWorker, ReadingWorkerData, ToReadingWorker } from './reading-worker.ts';
import { toMessage } from './task-message.ts';

/**
 * Whose fault it is that a body was not read: that of the `body`, which took too much; that of the server, which could not read
 * any (`unavailable`, the next try may do) or has a mistake that this one met (`mistake`).
 */
export type StoppedBy = 'body' | 'unavailable' | 'mistake';

/** Reading a body was ended before it was done; the message says why, for a person. */
export class ReadingStopped extends Error {
  readonly by: StoppedBy;

  constructor(message: string, by: StoppedBy) {
    super(message);
    this.by = by;
  }
}

interface Job {
  task: ReadingTask;
  findPrevious: FindPrevious;
  /** How often a thread died over it. */
  deaths: number;
  resolve(result: ReadingResult): void;
  reject(error: unknown): void;
}

/** Tasks that the thread has at once: it works on the first and need not wait for a turn of this thread to get the next. */
export const givenMax = 3;

/**
 * A thread that reads large bodies, so that nobody else waits for them: one at a time, each within a time and a heap. A body
 * that exceeds them takes the thread with it; the next one gets a new thread. Started by the first large body.
 */
export class ReadingThread {
  readonly #limits: ReadingLimits;
  readonly #log: Log;
  readonly #workerData: ReadingWorkerData;
  readonly #queue = new ReadingQueue<Job>();
  #worker: Worker | null = null;
  #isReady = false;
  /** In the order in which the thread does them. */
  #given: Job[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** `performance.now()` when the first of them has to be done. */
  #deadline = 0;
  #isStopped = false;

  /** `translator` is the module that translates requests of other products' protocols. */
  constructor(limits: ReadingLimits, log: Log, translator: URL) {
    this.#limits = limits;
    this.#log = log;
    this.#workerData = { translator: translator.href };
  }

  /**
   * Rejects with `ReadingStopped` when the body takes too much, and with 503 when too many wait. Accounts take turns: that of an
   * integration is its id.
   */
  async read(account: string, task: PayloadTask, findPrevious: FindPrevious): Promise<Reading> {
    const result = await this.#run(account, task, findPrevious);
    if (result.kind !== 'payload') throw new Error(`The thread answered with ${result.kind}.`);
    return result;
  }

  /** What stored payloads come to by two mappings; rejects as `read` does. */
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

  #run(account: string, task: ReadingTask, findPrevious: FindPrevious): Promise<ReadingResult> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) throw stopping();
      this.#queue.add(account, { task, findPrevious, deaths: 0, resolve, reject });
      this.#proceed();
    });
  }

  /** Id of the thread, while there is one. */
  get threadId(): number | null {
    return this.#worker?.threadId ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const job of this.#given) job.reject(stopping());
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.reject(stopping());
    await this.#end();
  }

  /** Gives the thread what it may have, and starts it if there is none. */
  #proceed(): void {
    if (this.#isStopped) return;
    const wasIdle = this.#given.length === 0;
    while (this.#given.length < givenMax) {
      const job = this.#queue.next();
      if (!job) break;
      this.#given.push(job);
      if (this.#isReady) this.#give(job);
    }
    if (this.#given.length === 0) return;
    if (this.#worker === null) this.#start();
    else if (this.#isReady && wasIdle) this.#begin();
  }

  #start(): void {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      name: 'large-payloads',
      resourceLimits: threadHeap(this.#limits.heapMegabytes),
      workerData: this.#workerData,
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
    const [job] = this.#given;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        for (const waiting of this.#given) this.#give(waiting);
        this.#begin();
        return;
      case 'previous':
        if (job) void this.#answerPrevious(job, job.findPrevious(message.key));
        return;
      case 'read':
        this.#finish((done) => done.resolve(message.result));
        return;
      case 'refused': {
        const { code, message: detail, fields, headers } = message.refusal;
        const more = { ...(fields && { fields }), ...(headers && { headers }) };
        this.#finish((done) => done.reject(new AppError(code, detail, more)));
        return;
      }
      case 'fault':
        this.#log.error({ err: message.error }, 'a large payload could not be evaluated');
        this.#finish((done) => done.reject(new ReadingStopped(faultText, 'mistake')));
    }
  }

  #give({ task }: Job): void {
    const { message, transfer } = toMessage(task);
    this.#post({ kind: 'read', task: message }, transfer);
  }

  /** The time of the first one begins. */
  #begin(): void {
    this.#worker?.ref();
    this.#allow(this.#limits.seconds);
  }

  /** The time the store takes is not the body's. */
  async #answerPrevious(job: Job, asked: ReturnType<FindPrevious>): Promise<void> {
    const left = (this.#deadline - performance.now()) / 1000;
    clearTimeout(this.#timer);
    try {
      const previous = await asked;
      if (this.#given[0] !== job) return;
      this.#allow(Math.max(left, 0));
      this.#post({ kind: 'previous', previous });
    } catch (error) {
      if (this.#given[0] !== job) return;
      // The thread still waits for it: a new one is sooner at work than this one told.
      this.#endWithout((failed) => failed.reject(error));
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
    const by = this.#isReady ? 'body' : 'unavailable';
    this.#endWithout((job) => job.reject(new ReadingStopped(text, by)));
  }

  /** The thread died: over the memory its body took, else for a reason that may not come again. */
  #lose(error: Error): void {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) this.#log.error({ err: error }, 'the thread that reads large payloads died');
    const [job] = this.#given;
    if (job) job.deaths += 1;
    if (job && !isMemory && job.deaths === 1) {
      void this.#end();
      this.#proceed();
      return;
    }
    const text = isMemory
      ? `Reading and mapping this body took more than ${this.#limits.heapMegabytes} MB of memory, so it was stopped.`
      : 'This body could not be read: the thread that read it died twice.';
    const by = isMemory ? 'body' : 'unavailable';
    this.#endWithout((failed) => failed.reject(new ReadingStopped(text, by)));
  }

  #finish(tell: (job: Job) => void): void {
    clearTimeout(this.#timer);
    const job = this.#given.shift();
    if (job) tell(job);
    if (this.#given.length > 0) this.#begin();
    this.#proceed();
    // Idle, it does not keep the process alive.
    if (this.#given.length === 0) this.#worker?.unref();
  }

  /** Ends the thread and the task that it works on, and goes on with the others in a new one. */
  #endWithout(tell: (job: Job) => void): void {
    const job = this.#given.shift();
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

  #post(message: ToReadingWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}

const faultText = 'It could not be evaluated because of a fault in the server; see its log.';

function stopping(): AppError {
  return new AppError('overloaded', 'The server is stopping; send it again.', {
    headers: { 'retry-after': '5' },
  });
}
