import { CommandError } from './semantics/errors.ts';
import type { Sliced } from './slice.ts';
import type { Storage } from './storage.ts';

/**
 * Group commit: whatever write commands are waiting run one after the other in one transaction, and are answered when a
 * flush of the log has made it durable. One flush is under way at a time and covers every group committed before it
 * began, while the next groups run. A command that needs several slices takes part in several groups: in each of them
 * one such command has its turn, and the others only when nothing short waits, so that a short one never waits for the
 * slices of many.
 *
 * No answer contains data that could still be lost: reads that may have seen a group not yet on the disk wait for it
 * too.
 */

/** The host to which groups are written. */
export interface CommitHost {
  readonly storage: Storage;
  /** Why writes are refused; `undefined` while they are not. */
  writeRefusal(): CommandError | undefined;
  /** Ends all writing. */
  becomeReadOnly(cause: unknown): CommandError;
  /** Takes back what the running group has done, also in memory. */
  undo(): void;
  afterCommit: (() => void) | undefined;
}

interface WriteWork {
  /** Begins the work; called again when a fault of another command undid this one's group. */
  start(): Sliced<void>;
  /** The work is durable. */
  done(): void;
  failed(error: CommandError): void;
}

interface Queued {
  work: WriteWork;
  running: Sliced<void> | undefined;
  /** A slice of it has been committed: it cannot be started again. */
  sliced: boolean;
}

interface Held {
  group: number;
  release(): void;
  fail(error: CommandError): void;
}

const groupCommandsMax = 64;
/** A group that has worked so long is committed, so that nobody waits for a whole queue. */
const groupMilliseconds = 8;

export class CommitQueue {
  readonly #host: CommitHost;
  /** Milliseconds, for the length of a group. */
  readonly #stopwatch: () => number;
  #waiting: Queued[] = [];
  /** Have had a slice, and need more. */
  #unfinished: Queued[] = [];
  #scheduled = false;
  #idle: (() => void)[] = [];
  /** Answers that wait for a flush, oldest group first. */
  #held: Held[] = [];
  #committed = 0;
  #durable = 0;
  #flushing = false;

  constructor(host: CommitHost, stopwatch: () => number) {
    this.#host = host;
    this.#stopwatch = stopwatch;
  }

  submit(work: WriteWork): void {
    this.#waiting.push({ work, running: undefined, sliced: false });
    this.#schedule();
  }

  get idle(): boolean {
    return !this.#hasWork && this.#durable === this.#committed;
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#unfinished.length > 0;
  }

  /** Calls `release` once everything committed so far is on the disk: at once when it is. */
  whenDurable(release: () => void, fail: (error: CommandError) => void): void {
    if (this.#durable === this.#committed) release();
    else this.#held.push({ group: this.#committed, release, fail });
  }

  /** Resolves when nothing is waiting and everything is on the disk. */
  whenIdle(): Promise<void> {
    if (this.idle) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the poll phase: every command that has arrived by then shares the commit.
    setImmediate(() => {
      this.#scheduled = false;
      this.#runGroup();
      if (this.#hasWork) this.#schedule();
      else this.#settleIdle();
    });
  }

  #settleIdle(): void {
    if (this.idle) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #flush(): void {
    if (this.#flushing || this.#durable === this.#committed) return;
    this.#flushing = true;
    const group = this.#committed;
    this.#host.storage.flush((error) => {
      this.#flushing = false;
      if (error !== null) {
        const refusal = this.#host.becomeReadOnly(error);
        this.#durable = this.#committed;
        for (const held of this.#held.splice(0)) held.fail(refusal);
      } else {
        this.#durable = group;
        const covered = this.#held.findIndex((held) => held.group > group);
        const released = this.#held.splice(0, covered < 0 ? this.#held.length : covered);
        for (const held of released) held.release();
        this.#flush();
      }
      this.#settleIdle();
    });
  }

  #runGroup(): void {
    const { storage } = this.#host;
    const group = [
      ...this.#unfinished.splice(0, 1),
      ...this.#waiting.splice(0, groupCommandsMax),
      ...this.#unfinished.splice(0),
    ];
    const refusal = this.#host.writeRefusal();
    if (refusal !== undefined) {
      for (const { work } of group) work.failed(refusal);
      return;
    }
    const answers: Pick<Held, 'release' | 'fail'>[] = [];
    const unfinished: Queued[] = [];
    const until = this.#stopwatch() + groupMilliseconds;
    let at = 0;
    try {
      storage.begin();
      for (; at < group.length; at++) {
        if (at > 0 && this.#stopwatch() > until) break;
        const queued = group[at] as Queued;
        const outcome = this.#advance(queued);
        if (outcome === undefined) unfinished.push(queued);
        else answers.push(outcome);
      }
      storage.commit();
    } catch (error) {
      this.#recover(error, group, at);
      return;
    }
    this.#committed++;
    for (const queued of unfinished) queued.sliced = true;
    this.#queueAgain(group.slice(at));
    this.#unfinished.push(...unfinished);
    for (const answer of answers) this.#held.push({ group: this.#committed, ...answer });
    this.#flush();
    this.#host.afterCommit?.();
  }

  /**
   * How to answer once it is durable; `undefined` while there is more to do. Throws on a fault that undoes the group.
   */
  #advance(queued: Queued): Pick<Held, 'release' | 'fail'> | undefined {
    const { work } = queued;
    try {
      queued.running ??= work.start();
      if (queued.running.next().done !== true) return undefined;
      return { release: () => work.done(), fail: (refusal) => work.failed(refusal) };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { release: () => work.failed(error), fail: (refusal) => work.failed(refusal) };
    }
  }

  /** Undoes the group. A storage failure ends all writing; a fault in one command costs only that command. */
  #recover(error: unknown, group: readonly Queued[], culprit: number): void {
    const failure = this.#undo() ?? (isStorageFailure(error) ? error : undefined);
    // Past the last command it was the commit itself.
    if (failure !== undefined || culprit >= group.length) {
      const refusal = this.#host.becomeReadOnly(failure ?? error);
      for (const { work } of group) work.failed(refusal);
      return;
    }
    const internal = internalError(error);
    const again: Queued[] = [];
    group.forEach((queued, i) => {
      if (i === culprit || (queued.sliced && i < culprit)) {
        queued.work.failed(internal);
      } else {
        if (!queued.sliced) queued.running = undefined;
        again.push(queued);
      }
    });
    this.#queueAgain(again);
  }

  /** Before those that came later. */
  #queueAgain(group: readonly Queued[]): void {
    this.#waiting.unshift(...group.filter(({ sliced }) => !sliced));
    this.#unfinished.unshift(...group.filter(({ sliced }) => sliced));
  }

  /** The error of undoing, if it failed. */
  #undo(): unknown {
    try {
      this.#host.undo();
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

export function internalError(error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError('InternalError', `internal error of the embedded database: ${reason}`, {
    cause: error,
  });
}

/** SQLite's primary result codes after which the state on the disk is not known or no longer writable. */
const fatalResults = new Set([
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  26, // NOTADB
]);

function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && fatalResults.has(error.errcode & 0xff);
}
