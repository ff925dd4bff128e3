import { Worker } from 'node:worker_threads';
import type { WriteTrouble } from './engine.ts';
import type { WorkerReport, WorkerWish } from './engine-worker.ts';
import type { FolderOptions } from './open-folder.ts';

/** The news about the open folder. */
export interface FolderNews {
  onWarning?(text: string): void;
  onTrouble?(trouble: WriteTrouble): void;
  onRecovered?(): void;
  /** The thread has ended by itself. */
  onFailure?(error: Error): void;
}

type News = { kind: 'warning' | 'trouble' | 'recovered' };
type Report = Exclude<WorkerReport, News>;

/** The worker thread of the engine: serves one folder at a time, from `open` to `close`, until its `end`. */
export class DatabaseThread {
  readonly #worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
    name: 'embedded-database',
  });
  #settle: (report: Report) => void = () => {};
  #news: FolderNews = {};
  #isServing = false;
  #lost: Error | undefined;

  constructor() {
    this.#worker.on('message', (report: WorkerReport) => this.#hear(report));
    this.#worker.on('error', (cause) => this.#lose(cause));
    this.#worker.on('exit', (code) => this.#lose(new Error(`its thread exited with code ${code}`)));
  }

  /** It has ended, so it serves nothing any more. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  async open(options: FolderOptions, news: FolderNews): Promise<Report> {
    this.#news = news;
    return this.#ask({ kind: 'open', options });
  }

  /** @throws Error when the folder was not closed cleanly. Closes nothing where the thread was lost. */
  async close(): Promise<void> {
    this.#isServing = false;
    if (this.#lost) return;
    const report = await this.#ask({ kind: 'close' });
    this.#news = {};
    if (report.kind === 'failed') throw report.error;
  }

  async end(): Promise<void> {
    this.#isServing = false;
    await this.#worker.terminate();
  }

  #ask(wish: WorkerWish): Promise<Report> {
    if (this.#lost) return Promise.resolve({ kind: 'failed', error: this.#lost });
    const { promise, resolve } = Promise.withResolvers<Report>();
    this.#settle = resolve;
    this.#worker.postMessage(wish);
    return promise;
  }

  #hear(report: WorkerReport): void {
    switch (report.kind) {
      case 'warning':
        this.#news.onWarning?.(report.text);
        return;
      case 'trouble':
        this.#news.onTrouble?.(report.trouble);
        return;
      case 'recovered':
        this.#news.onRecovered?.();
        return;
      case 'ready':
        this.#isServing = true;
    }
    this.#settle(report);
  }

  #lose(cause: unknown): void {
    const why = cause instanceof Error ? cause.message : String(cause);
    const error = new Error(`the embedded database stopped unexpectedly: ${why}`, { cause });
    this.#lost = error;
    this.#settle({ kind: 'failed', error });
    if (!this.#isServing) return;
    this.#isServing = false;
    this.#news.onFailure?.(error);
  }
}
