import { Worker } from 'node:worker_threads';
import {
  type CpuMeter,
  CpuWatch,
  cpuMeterOf,
  type Excess,
  type Log,
  threadHeap,
} from '../../kernel/index.ts';
import { readingLimits } from './limits.ts';
import { asSent, type MailPayload } from './read-message.ts';
import type { FromMailWorker, MessageToRead } from './reading-worker.ts';

interface Job {
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
  resolve(message: MailPayload): void;
}

/**
 * A thread that reads messages, so that no webhook waits for it: 3 MB of HTML take seconds. One at a time, within a
 * processor time and a heap; what exceeds them is kept as text, and the next one gets a new thread. Started by the
 * first message.
 */
export class ReadingThread {
  readonly #log: Log;
  readonly #limits: typeof readingLimits;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  /** Of the present worker, once it runs. */
  #meter: CpuMeter | null = null;
  #startTimer: NodeJS.Timeout | undefined;
  #job: Job | null = null;
  #id = 0;
  #watch: CpuWatch | undefined;

  constructor(log: Log, limits = readingLimits) {
    this.#log = log;
    this.#limits = limits;
  }

  /** Never rejects: a message that cannot be read is still an alert. */
  read(bytes: Uint8Array, envelope: MailPayload['envelope']): Promise<MailPayload> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, envelope, resolve });
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
    const { bytes, envelope } = job;
    this.#worker.postMessage({ id: this.#id, bytes, envelope } satisfies MessageToRead);
    this.#watchJob();
  }

  /** From now on, or from when the thread runs: its start is not the message's. */
  #watchJob(): void {
    if (this.#meter === null || this.#job === null) return;
    this.#watch = new CpuWatch(this.#meter, this.#limits, (excess) =>
      this.#giveUp(inWords(excess)),
    );
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      name: 'mail',
      resourceLimits: threadHeap(this.#limits.heapMegabytes),
    });
    worker.on('message', (message: FromMailWorker) => {
      if (this.#worker === worker) this.#hear(worker, message);
    });
    const lost = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#log.error({ err: error }, 'the thread that reads mail died');
      this.#giveUp('The thread that read this message died.');
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The thread ended with code ${code}.`)));
    const { startSeconds } = this.#limits;
    this.#startTimer = setTimeout(
      () => lost(new Error(`The thread did not start within ${startSeconds} s.`)),
      startSeconds * 1000,
    ).unref();
    return worker;
  }

  #hear(worker: Worker, message: FromMailWorker): void {
    if (message.kind === 'ready') {
      clearTimeout(this.#startTimer);
      this.#meter = cpuMeterOf(worker, message.path);
      this.#watchJob();
    } else if (message.id === this.#id) this.#finish(message.message);
  }

  #giveUp(problem: string): void {
    const job = this.#job;
    void this.#end();
    if (job) this.#finish(asSent(job.bytes, job.envelope, problem));
  }

  #finish(message: MailPayload): void {
    this.#watch?.end();
    const job = this.#job;
    this.#job = null;
    job?.resolve(message);
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

/** As the payload says it: mappings read it, so it is in one language. */
function inWords({ of, seconds }: Excess): string {
  return of === 'processor'
    ? `Reading this message took more than ${seconds} s of processor time.`
    : `Reading this message took longer than ${seconds} s.`;
}
