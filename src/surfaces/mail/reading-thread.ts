import { Worker } from 'node:worker_threads';
import { type Log, threadHeap } from '../../kernel/index.ts';
import { readingLimits } from './limits.ts';
import { asSent, type MailPayload } from './read-message.ts';
import type { MessageRead, MessageToRead } from './reading-worker.ts';

interface Job {
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
  resolve(message: MailPayload): void;
}

/**
 * A thread that reads messages, so that no webhook waits for it: 3 MB of HTML take seconds. One at a time, within a
 * time and a heap; what exceeds them is kept as text, and the next one gets a new thread. Started by the first message.
 */
export class ReadingThread {
  readonly #log: Log;
  readonly #limits: typeof readingLimits;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  #job: Job | null = null;
  #id = 0;
  #timer: NodeJS.Timeout | undefined;

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
    const { seconds } = this.#limits;
    this.#timer = setTimeout(
      () => this.#giveUp(`Reading this message took longer than ${seconds} s.`),
      seconds * 1000,
    );
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      name: 'mail',
      resourceLimits: threadHeap(this.#limits.heapMegabytes),
    });
    worker.on('message', ({ id, message }: MessageRead) => {
      if (id === this.#id) this.#finish(message);
    });
    const lost = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#log.error({ err: error }, 'the thread that reads mail died');
      this.#giveUp('The thread that read this message died.');
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The thread ended with code ${code}.`)));
    return worker;
  }

  #giveUp(problem: string): void {
    const job = this.#job;
    void this.#end();
    if (job) this.#finish(asSent(job.bytes, job.envelope, problem));
  }

  #finish(message: MailPayload): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = null;
    job?.resolve(message);
    this.#proceed();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
