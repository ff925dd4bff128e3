import { Worker } from 'node:worker_threads';
import type { Storage } from './storage.ts';

/** Above so many pages not yet in the data file the helper is asked to move them. */
const framesDue = 1500;
/**
 * A log so long is to begin anew. It can only do so when every page has been moved, and under constant load the
 * helper is always a little behind: then the engine moves the short rest itself.
 */
const framesMax = 16_000;

/** Keeps the write-ahead log short without holding up the engine. */
export class Checkpointer {
  readonly #storage: Storage;
  readonly #worker: Worker;
  #busy = false;
  /** A pass that failed is tried again only after the log has grown: the disk may be full. */
  #failedAt = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: storage.file,
      name: 'embedded-database-checkpoint',
    });
    this.#worker.unref();
    this.#worker.on('message', (failure: string | undefined) => {
      this.#busy = false;
      this.#failedAt = failure === undefined ? 0 : this.#storage.logState().frames;
    });
  }

  /** After a commit. */
  afterCommit(): void {
    if (this.#busy) return;
    const { frames, moved } = this.#storage.logState();
    const rest = frames - moved;
    if (frames > framesMax && rest < framesDue) {
      this.#storage.checkpoint('PASSIVE');
    } else if (rest > framesDue && frames > this.#failedAt + framesDue) {
      this.#busy = true;
      this.#worker.postMessage('pass');
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
