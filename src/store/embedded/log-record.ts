import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';

/**
 * How far the write-ahead log is known to be on the disk, in a file of its own beside it. The file exists while the
 * folder is served, so that finding it at a start means that the stop was not clean; and what it says can be compared
 * with the log that is found (`log-loss.ts`). Written after every flush, in place, without a flush of its own: after a
 * power failure it may be late, so it never claims too much.
 */

export interface LogPosition {
  /** Which generation of the log: SQLite writes new ones whenever it begins the log anew. Empty: there is no log. */
  salts: string;
  /** Pages in the log. */
  frames: number;
  /** Pages of them that are in the data file as well. */
  moved: number;
}

export interface LogState extends LogPosition {
  /** When everything was in the data file for the last time. */
  movedAt: string;
  /** When the last flush ended. */
  flushedAt: string;
  /** The run of Tocsin that is marked in the data file; 0 while the mark is set or taken away. */
  run: number;
}

const recordBytes = 256;

export class LogRecord {
  readonly #file: string;
  readonly #handle: number;
  readonly #clock: () => Date;
  #run = 0;
  #movedAt: string;
  #last: LogPosition | undefined;

  constructor(file: string, clock: () => Date) {
    this.#file = file;
    this.#clock = clock;
    this.#movedAt = readLogState(file)?.movedAt ?? clock().toISOString();
    this.#handle = openSync(file, existsSync(file) ? 'r+' : 'w', 0o600);
  }

  write(position: LogPosition): void {
    this.#last = position;
    const flushedAt = this.#clock().toISOString();
    if (position.moved === position.frames) this.#movedAt = flushedAt;
    const state: LogState = { ...position, movedAt: this.#movedAt, flushedAt, run: this.#run };
    writeSync(this.#handle, JSON.stringify(state).padEnd(recordBytes), 0);
  }

  /** On the disk when it returns: the data file has the mark of this run, or with 0 is about to get or lose one. */
  belongTo(run: number): void {
    this.#run = run;
    if (this.#last !== undefined) this.write(this.#last);
    fsyncSync(this.#handle);
  }

  /** `cleanly`: everything is in the data file, and the next start has no log to examine. */
  close({ cleanly }: { cleanly: boolean }): void {
    closeSync(this.#handle);
    if (cleanly) rmSync(this.#file, { force: true });
  }
}

/**
 * The state that the last process left; `undefined` after a clean stop. A record that cannot be read claims nothing.
 */
export function readLogState(file: string): LogState | undefined {
  if (!existsSync(file)) return undefined;
  const nothing: LogState = {
    salts: '',
    frames: 0,
    moved: 0,
    movedAt: '',
    flushedAt: '',
    run: 0,
  };
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null) return nothing;
    const state = { ...nothing, ...read };
    return Number.isSafeInteger(state.frames) && Number.isSafeInteger(state.moved)
      ? state
      : nothing;
  } catch {
    return nothing;
  }
}
