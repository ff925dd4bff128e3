import { Worker } from 'node:worker_threads';
import {
  AppError,
  type CpuMeter,
  CpuWatch,
  cpuMeterOf,
  type Excess,
  type Log,
  threadHeap,
} from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import type { FindPrevious } from './evaluate.ts';
import type { ReadingLimits } from './limits.ts';
import type { ReadingResult, ReadingTask } from './reading.ts';
import type { FromReadingWorker, ReadingWorkerData, ToReadingWorker } from './reading-worker.ts';
import { toMessage } from './task-message.ts';

/**
 * Whose fault it is that a body was not read: that of the `body`, which took too much; that of the server, which could
 * not read any (`unavailable`, the next try may do) or has a mistake that this one met (`mistake`).
 */
export type StoppedBy = 'body' | 'unavailable' | 'mistake';

/** Reading a body was ended before it was done; `why`, for a person. */
export class ReadingStopped extends Error {
  readonly why: Sentence;
  readonly by: StoppedBy;

  constructor(why: Sentence, by: StoppedBy) {
    super(inEnglish(why));
    this.why = why;
    this.by = by;
  }
}

/** Where threads come from, and how they are measured. */
export interface ThreadSource {
  start(): Pick<
    Worker,
    'threadId' | 'postMessage' | 'on' | 'terminate' | 'ref' | 'unref' | 'cpuUsage'
  >;
  meterOf: typeof cpuMeterOf;
}

/** `translator` is the module that translates requests of other products' protocols. */
export function threadSource(limits: ReadingLimits, translator: URL): ThreadSource {
  const workerData: ReadingWorkerData = { translator: translator.href };
  return {
    start: () =>
      new Worker(new URL('./reading-worker.ts', import.meta.url), {
        name: 'large-payloads',
        resourceLimits: threadHeap(limits.heapMegabytes),
        workerData,
      }),
    meterOf: cpuMeterOf,
  };
}

/** How a task ended: also when the thread `died` over it, for a reason that may not come again. */
export interface Ran {
  end: { result: ReadingResult } | { error: unknown } | 'died';
  /** Seconds of processor time. */
  seconds: number;
}

interface Running {
  findPrevious: FindPrevious;
  resolve(ran: Ran): void;
  watch: CpuWatch;
  /** Why the previous incident could not be found. */
  lost: { error: unknown } | null;
}

/**
 * A thread that reads bodies, one at a time, each within the processor time and the memory it may take: a busy machine
 * stops none. A body that exceeds them takes the thread with it.
 */
export class ReadingThread {
  /** Rejects when it cannot start, or not in time. */
  readonly started: Promise<void>;
  /** Resolved when `isEnded`. */
  readonly ended: Promise<void>;
  readonly #limits: ReadingLimits;
  readonly #log: Log;
  readonly #source: ThreadSource;
  readonly #worker: ReturnType<ThreadSource['start']>;
  readonly #startTimer: NodeJS.Timeout;
  readonly #start = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();
  #meter: CpuMeter = async () => null;
  #running: Running | null = null;
  #isEnded = false;

  constructor(limits: ReadingLimits, log: Log, source: ThreadSource) {
    this.#limits = limits;
    this.#log = log;
    this.#source = source;
    this.started = this.#start.promise;
    this.ended = this.#end.promise;
    this.#worker = source.start();
    this.#worker.on('message', (message: FromReadingWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', (code) => this.#lose(new Error(`The thread ended with code ${code}.`)));
    this.#startTimer = setTimeout(
      () => this.#lose(new Error(`The thread did not start within ${limits.startSeconds} s.`)),
      limits.startSeconds * 1000,
    ).unref();
  }

  get threadId(): number {
    return this.#worker.threadId;
  }

  /** Only once it has started, and when no other task runs. */
  run(task: ReadingTask, findPrevious: FindPrevious): Promise<Ran> {
    return new Promise((resolve) => {
      const running: Running = {
        findPrevious,
        resolve,
        watch: new CpuWatch(this.#meter, this.#limits, (excess) => this.#exceed(excess)),
        lost: null,
      };
      this.#running = running;
      this.#worker.ref();
      const { message, transfer } = toMessage(task);
      this.#post({ kind: 'read', task: message }, transfer);
    });
  }

  /** It takes no more tasks. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The task that it works on has `died`, unless there is more to say of it. */
  async end(last: Ran = { end: 'died', seconds: 0 }): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#startTimer);
    this.#start.reject(new Error('The thread was ended.'));
    this.#end.resolve();
    this.#finish(last.end, last.seconds);
    await this.#worker.terminate();
  }

  #hear(message: FromReadingWorker): void {
    if (this.#isEnded) return;
    switch (message.kind) {
      case 'ready':
        clearTimeout(this.#startTimer);
        this.#meter = this.#source.meterOf(this.#worker, message.path);
        // Idle, it does not keep the process alive.
        this.#worker.unref();
        this.#start.resolve();
        return;
      case 'previous':
        if (this.#running) void this.#answerPrevious(this.#running, message.key);
        return;
      case 'read':
        this.#finish({ result: message.result }, message.seconds);
        return;
      case 'refused': {
        const { code, said, headers } = message.refusal;
        const more = { ...(said.fields && { fields: said.fields }), ...(headers && { headers }) };
        const error = new AppError(code, said.detail, more);
        this.#finish({ error }, message.seconds);
        return;
      }
      case 'fault': {
        const lost = this.#running?.lost;
        if (!lost)
          this.#log.error({ err: message.error }, 'a large payload could not be evaluated');
        const error = lost ? lost.error : new ReadingStopped(fault, 'mistake');
        this.#finish({ error }, message.seconds);
      }
    }
  }

  /** The time the store takes is not the body's. */
  async #answerPrevious(running: Running, key: Parameters<FindPrevious>[0]): Promise<void> {
    running.watch.pause();
    let answer: ToReadingWorker;
    try {
      answer = { kind: 'previous', previous: await running.findPrevious(key) };
    } catch (error) {
      running.lost = { error };
      answer = { kind: 'noPrevious' };
    }
    if (this.#running !== running) return;
    running.watch.resume();
    this.#post(answer);
  }

  #exceed({ of, seconds }: Excess): void {
    if (of === 'processor') this.#stop(say('readingTookProcessor', { seconds }), 'body');
    else if (of === 'unmeasuredTime') this.#stop(say('readingTookLonger', { seconds }), 'body');
    else this.#stop(say('readingNotDone', { seconds }), 'unavailable');
  }

  #stop(why: Sentence, by: StoppedBy): void {
    const { seconds } = this.#limits;
    void this.end({ end: { error: new ReadingStopped(why, by) }, seconds });
  }

  /** The thread died: over the memory its body took, or for a reason that may not come again. */
  #lose(error: unknown): void {
    if (this.#isEnded) return;
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const megabytes = this.#limits.heapMegabytes;
      this.#stop(say('readingTookMemory', { megabytes }), 'body');
      return;
    }
    this.#log.error({ err: error }, 'a thread that reads large payloads died');
    this.#start.reject(error);
    void this.end();
  }

  #finish(end: Ran['end'], seconds: number): void {
    const running = this.#running;
    if (running === null) return;
    running.watch.end();
    this.#running = null;
    this.#worker.unref();
    running.resolve({ end, seconds });
  }

  #post(message: ToReadingWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

const fault = say('readingFault');
