import { parentPort, Worker } from 'node:worker_threads';
import { type CpuAllowance, CpuWatch, type Excess } from './cpu-watch.ts';
import type { Log } from './log.ts';
import { type CpuMeter, cpuMeterOf, ownThreadPath } from './thread-cpu.ts';
import { threadHeap } from './thread-heap.ts';

/** The limits of a thread: for one piece of work, of memory, and on the clock until it runs. */
export interface ThreadLimits extends CpuAllowance {
  heapMegabytes: number;
  startSeconds: number;
}

export interface WorkThreadOptions<Work, Result> {
  /** The name of the thread, as tools that list the threads of the process show it. */
  name: string;
  /** The module that calls `serveWork`. */
  module: URL;
  log: Log;
  limits: ThreadLimits;
  /** The result for work that took too much, or whose thread died. */
  instead(work: Work, why: Excess | 'died'): Result;
}

interface Given<Work> {
  id: number;
  work: Work;
}

type Told<Result> =
  /** `path`: where its processor time stands. */
  { kind: 'ready'; path: string | null } | { kind: 'done'; id: number; result: Result };

interface Job<Work, Result> {
  work: Work;
  resolve(result: Result): void;
}

/**
 * A thread that does work of one kind, so that nothing else waits for it. One piece at a time, within a processor time
 * and a heap; where a piece exceeds them, the next one gets a new thread. Started by the first piece.
 */
export class WorkThread<Work, Result> {
  readonly #options: WorkThreadOptions<Work, Result>;
  readonly #waiting: Job<Work, Result>[] = [];
  #worker: Worker | null = null;
  /** The meter of the present worker, once it runs. */
  #meter: CpuMeter | null = null;
  #startTimer: NodeJS.Timeout | undefined;
  #job: Job<Work, Result> | null = null;
  #id = 0;
  #watch: CpuWatch | undefined;

  constructor(options: WorkThreadOptions<Work, Result>) {
    this.#options = options;
  }

  /** Never rejects. */
  do(work: Work): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.push({ work, resolve });
      this.#proceed();
    });
  }

  async stop(): Promise<void> {
    await this.#end();
  }

  #proceed(): void {
    if (this.#job !== null) return;
    const job = this.#waiting.shift();
    if (!job) {
      // Idle, it does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    this.#job = job;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#id += 1;
    this.#worker.postMessage({ id: this.#id, work: job.work } satisfies Given<Work>);
    this.#watchJob();
  }

  /** From now on, or from when the thread runs: its start is not the work's. */
  #watchJob(): void {
    if (this.#meter === null || this.#job === null) return;
    this.#watch = new CpuWatch(this.#meter, this.#options.limits, (excess) => this.#giveUp(excess));
  }

  #start(): Worker {
    const { module, name, log, limits } = this.#options;
    const worker = new Worker(module, { name, resourceLimits: threadHeap(limits.heapMegabytes) });
    worker.on('message', (message: Told<Result>) => {
      if (this.#worker === worker) this.#hear(worker, message);
    });
    const lost = (error: Error) => {
      if (this.#worker !== worker) return;
      log.error({ err: error, thread: name }, 'a thread died');
      this.#giveUp('died');
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The thread ended with code ${code}.`)));
    const { startSeconds } = limits;
    this.#startTimer = setTimeout(
      () => lost(new Error(`The thread did not start within ${startSeconds} s.`)),
      startSeconds * 1000,
    ).unref();
    return worker;
  }

  #hear(worker: Worker, message: Told<Result>): void {
    if (message.kind === 'ready') {
      clearTimeout(this.#startTimer);
      this.#meter = cpuMeterOf(worker, message.path);
      this.#watchJob();
    } else if (message.id === this.#id) this.#finish(message.result);
  }

  #giveUp(why: Excess | 'died'): void {
    const job = this.#job;
    void this.#end();
    if (job) this.#finish(this.#options.instead(job.work, why));
  }

  #finish(result: Result): void {
    this.#watch?.end();
    const job = this.#job;
    this.#job = null;
    job?.resolve(result);
    this.#proceed();
  }

  async #end(): Promise<void> {
    this.#watch?.end();
    clearTimeout(this.#startTimer);
    const worker = this.#worker;
    this.#worker = null;
    this.#meter = null;
    await worker?.terminate();
  }
}

/** The thread's side: does the work it is given, one piece after the other. Throws outside of a thread. */
export function serveWork<Work, Result>(act: (work: Work) => Result | Promise<Result>): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread only.');
  const tell = (message: Told<Result>) => port.postMessage(message);
  let turn = Promise.resolve();
  port.on('message', ({ id, work }: Given<Work>) => {
    turn = turn.then(async () => {
      tell({ kind: 'done', id, result: await act(work) });
    });
  });
  tell({ kind: 'ready', path: ownThreadPath() });
}
