import { Worker } from 'node:worker_threads';
import type { Storage } from './storage.ts';

/** Above so many pages not yet in the data file the helper is asked to move them. */
const framesDue = 1500;
/**
 * A log of this length should restart. It can only do so when every page has been moved, and under constant load the
 * helper is always a little behind: then the engine moves the short rest itself.
 */
const framesMax = 16_000;

interface CheckpointerOptions {
  /** Without a commit for so long, whatever is only in the log is moved. */
  idleSeconds: number;
  /** Told when the helper has died; the engine moves the pages itself from then on. */
  onHelperLost(error: Error): void;
}

/**
 * Keeps the write-ahead log short without holding up the engine: a helper thread moves its pages into the data file,
 * when there are many, and when nothing else is going on, so that the data file of an idle server is complete. It is
 * started when it is needed for the first time: commands that look something up never do.
 */
export class Checkpointer {
  readonly #storage: Storage;
  readonly #options: CheckpointerOptions;
  readonly #idleTimer: NodeJS.Timeout;
  #helper: Worker | 'not-started' | 'lost' = 'not-started';
  #busy = false;
  #committedSinceTick = false;
  /** A pass that failed is tried again only after the log has grown: the disk may be full. */
  #failedAt = 0;

  constructor(storage: Storage, options: CheckpointerOptions) {
    this.#storage = storage;
    this.#options = options;
    this.#idleTimer = setInterval(() => this.#tick(), options.idleSeconds * 1000);
    this.#idleTimer.unref();
  }

  /** After a commit. */
  afterCommit(): void {
    this.#committedSinceTick = true;
    if (this.#busy) return;
    const { frames, moved } = this.#storage.logState();
    const rest = frames - moved;
    if (frames > framesMax && rest < framesDue) this.#passHere();
    else if (rest > framesDue && frames > this.#failedAt + framesDue) this.#pass();
  }

  async close(): Promise<void> {
    clearInterval(this.#idleTimer);
    const helper = this.#helper;
    this.#helper = 'lost';
    if (typeof helper !== 'string') await helper.terminate();
  }

  #tick(): void {
    const idle = !this.#committedSinceTick;
    this.#committedSinceTick = false;
    if (!idle || this.#busy) return;
    const { frames, moved } = this.#storage.logState();
    if (frames > moved) this.#pass();
  }

  #pass(): void {
    if (this.#helper === 'lost') {
      this.#passHere();
      return;
    }
    if (this.#helper === 'not-started') this.#helper = this.#startHelper();
    this.#busy = true;
    this.#helper.postMessage('pass');
  }

  #startHelper(): Worker {
    const helper = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: this.#storage.file,
      name: 'embedded-database-checkpoint',
    });
    helper.unref();
    helper.on('message', (failure: string | undefined) => this.#passEnded(failure === undefined));
    helper.on('error', (error) => this.#loseHelper(error));
    helper.on('exit', (code) => this.#loseHelper(new Error(`it exited with code ${code}`)));
    return helper;
  }

  #passHere(): void {
    let succeeded = true;
    try {
      this.#storage.moveLog();
    } catch {
      // Everything is still in the log; a full disk is found out by the next write.
      succeeded = false;
    }
    this.#passEnded(succeeded);
  }

  #passEnded(succeeded: boolean): void {
    this.#busy = false;
    this.#failedAt = succeeded ? 0 : this.#storage.logState().frames;
    try {
      this.#storage.recordLog();
    } catch {
      // The record claims less than is so; a full disk is found out by the next write.
    }
  }

  #loseHelper(cause: unknown): void {
    if (this.#helper === 'lost') return;
    this.#helper = 'lost';
    this.#busy = false;
    this.#options.onHelperLost(cause instanceof Error ? cause : new Error(String(cause)));
  }
}
