import type { Clock, Task, TaskError, TaskState } from '../kernel/index.ts';
import { taskErrorOf } from './error-text.ts';
import type { StoredRun } from './model.ts';

/** Remembers how one task of this process is doing. */
export interface TaskWatch {
  /** The task is run now, or left to the process that runs it: it is due again after its interval. */
  looked(): void;
  /** Counts what the run does. */
  during(run: () => Promise<void>): Promise<void>;
  /** A failure of work that has to be done before a run counts as a failed run. */
  unlessFailed<T>(before: () => Promise<T>): Promise<T>;
  /** The state that other processes may read. */
  lastRun(): StoredRun;
  state(): TaskState;
}

export function createTaskWatch(
  clock: Clock,
  task: Task,
  processId: string,
  firstRunMilliseconds: number,
): TaskWatch {
  // By the clock that nobody sets: a corrected clock makes nothing late.
  let dueAt = clock.elapsed() + firstRunMilliseconds;
  let begunAt: number | null = null;
  let lastStartedAt: Date | null = null;
  let lastSeconds: number | null = null;
  let failuresInARow = 0;
  let error: TaskError | null = null;

  const secondsSince = (moment: number) => Math.max(0, (clock.elapsed() - moment) / 1000);

  function ended(failure: TaskError | null): void {
    if (begunAt !== null) lastSeconds = secondsSince(begunAt);
    begunAt = null;
    failuresInARow = failure === null ? 0 : failuresInARow + 1;
    error = failure;
  }

  function outcome(): TaskState['outcome'] {
    if (failuresInARow > 0) return 'failed';
    return lastSeconds === null ? null : 'ok';
  }

  async function unlessFailed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      ended(taskErrorOf(failure));
      throw failure;
    }
  }

  return {
    looked() {
      dueAt = clock.elapsed() + task.everySeconds * 1000;
    },
    async during(run) {
      begunAt = clock.elapsed();
      lastStartedAt = clock.now();
      await unlessFailed(run);
      ended(null);
    },
    unlessFailed,
    lastRun: () => ({ seconds: lastSeconds ?? 0, failuresInARow, error }),
    state: () => ({
      name: task.name,
      everySeconds: task.everySeconds,
      process: lastStartedAt === null ? null : processId,
      lastStartedAt,
      lastSeconds,
      outcome: outcome(),
      runningSeconds: begunAt === null ? null : secondsSince(begunAt),
      failuresInARow,
      error,
      nextDueAt: new Date(clock.now().getTime() + dueAt - clock.elapsed()),
      lateSeconds: secondsSince(dueAt),
    }),
  };
}
