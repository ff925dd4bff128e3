import type { Task, TaskState, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { type Leases, renewalMilliseconds } from './leases.ts';
import { createTaskWatch } from './task-watch.ts';

/** Runs one task, one run at a time. */
export interface Runner {
  /** Now, or right after the run that is under way. Resolves when that has ended, and never rejects. */
  run(): Promise<void>;
  /** A run that sees everything that is there now: one under way may have looked already. */
  runAfresh(): Promise<void>;
  /** The run that is under way. */
  current(): Promise<void> | undefined;
  state(): TaskState;
}

export interface RunnerParts {
  world: World;
  processes: Processes;
  leases: Leases;
  stopping: AbortSignal;
}

export function createRunner(
  { world, processes, leases, stopping }: RunnerParts,
  task: Task,
  firstRunMilliseconds: number,
): Runner {
  const watch = createTaskWatch(world.clock, task, processes.id, firstRunMilliseconds);
  let current: Promise<void> | undefined;
  let again = false;
  let said: unknown;

  function run(): Promise<void> {
    if (current) {
      again = true;
      return current;
    }
    current = runLeased()
      .catch(say)
      .finally(() => {
        current = undefined;
        if (again && !stopping.aborted) {
          again = false;
          void run();
        }
      });
    return current;
  }

  /** An error that is thrown again says that what failed then has not been done yet: that is no news. */
  function say(error: unknown): void {
    if (error !== said) world.log.error({ err: error, task: task.name }, 'task failed');
    said = error;
  }

  async function runLeased(): Promise<void> {
    if (stopping.aborted) return;
    watch.looked();
    if (processes.exclusive() || task.everywhere) return watch.during(() => task.run(stopping));
    const startedAt = world.clock.now();
    if (!(await watch.unlessFailed(() => leases.take(task.name, startedAt)))) return;
    const lost = new AbortController();
    const renew = () =>
      leases.take(task.name, startedAt).then(
        (isOurs) => isOurs || lost.abort(),
        (error: unknown) =>
          world.log.warn({ err: error, task: task.name }, 'a lease could not be renewed'),
      );
    const renewal = setInterval(renew, renewalMilliseconds);
    renewal.unref();
    try {
      await watch.during(() => task.run(AbortSignal.any([stopping, lost.signal])));
    } finally {
      clearInterval(renewal);
      await leases.giveBack(task.name, watch.lastRun());
    }
  }

  return {
    run,
    async runAfresh() {
      while (current) await current;
      await run();
    },
    current: () => current,
    state: watch.state,
  };
}
