import type { Task, TaskState, World } from '../kernel/index.ts';
import { afterStart } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { processOf } from './holder.ts';
import { createLeases } from './leases.ts';
import type { LeaseDocument } from './model.ts';
import { createRunner, type Runner } from './runner.ts';

export interface Jobs {
  /** Starts the timers of all tasks; the first run of each is at once, or soon where it is upkeep. */
  start(tasks: readonly Task[]): void;
  /** Runs the task now (or right after its current run), without waiting for it. */
  poke(name: string): void;
  /** Runs every task once, or those wanted, and waits: for tests, and for work that must be done before stopping. */
  runAll(isWanted?: (task: string) => boolean): Promise<void>;
  /** How each task of this process is doing; one that another process runs is not late here. */
  ownStates(): TaskState[];
  /** The same of all processes: of a task that another one ran later, what that one has stored. */
  states(): Promise<TaskState[]>;
  /** No new runs; waits for those under way. */
  stop(): Promise<void>;
}

/** A task with this interval or a longer one counts as upkeep. */
const upkeepSeconds = 60;

/** Runs nothing before it is started. Without timers, a task runs only when it is asked for. */
export function createJobs(world: World, processes: Processes, options: { timers: boolean }): Jobs {
  const stopping = new AbortController();
  const leases = createLeases(world, processes);
  const parts = { world, processes, leases, stopping: stopping.signal };
  const runners = new Map<string, Runner>();
  const timers: NodeJS.Timeout[] = [];

  function start(tasks: readonly Task[]): void {
    for (const task of tasks) {
      const first = options.timers ? firstRunMilliseconds(task, tasks) : task.everySeconds * 1000;
      const runner = createRunner(parts, task, first);
      runners.set(task.name, runner);
      if (!options.timers) continue;
      timers.push(setTimeout(runner.run, first).unref());
      timers.push(setInterval(runner.run, task.everySeconds * 1000).unref());
    }
  }

  const ownStates = () => [...runners.values()].map(({ state }) => state());

  async function states(): Promise<TaskState[]> {
    const own = ownStates();
    if (processes.exclusive()) return own;
    const ofOthers = await leases.ofOthers(own.map(({ name }) => name));
    return own.map((state) => {
      const lease = ofOthers.get(state.name);
      return lease ? latestOf(state, lease, world) : state;
    });
  }

  return {
    start,
    ownStates,
    states,
    poke: (name) => void runners.get(name)?.run(),
    async runAll(isWanted = () => true) {
      for (const [name, runner] of runners) if (isWanted(name)) await runner.runAfresh();
    },
    async stop() {
      stopping.abort();
      timers.forEach(clearTimeout);
      await Promise.all([...runners.values()].map((runner) => runner.current()));
    },
  };
}

function firstRunMilliseconds(task: Task, tasks: readonly Task[]): number {
  const upkeep = tasks.filter(({ everySeconds }) => everySeconds >= upkeepSeconds);
  const place = upkeep.indexOf(task) + 1;
  return (place / (upkeep.length + 1)) * afterStart.upkeepSeconds * 1000;
}

/** The state that this process knows of a task, unless another process started it later. */
function latestOf(own: TaskState, lease: LeaseDocument, { clock, store }: World): TaskState {
  const { startedAt, lastRun } = lease;
  if (!startedAt || own.runningSeconds !== null) return own;
  if (own.lastStartedAt && own.lastStartedAt >= startedAt) return own;
  // As leases do: by the store's time.
  const isRunning = lease.until > store.time.now();
  const seconds = Math.max(0, (clock.now().getTime() - startedAt.getTime()) / 1000);
  const failuresInARow = lastRun?.failuresInARow ?? 0;
  return {
    ...own,
    process: processOf(lease.holder) ?? null,
    lastStartedAt: startedAt,
    lastSeconds: lastRun?.seconds ?? null,
    outcome: lastRun ? (failuresInARow > 0 ? 'failed' : 'ok') : null,
    runningSeconds: isRunning ? seconds : null,
    failuresInARow,
    error: lastRun?.error ?? null,
    lateSeconds: isRunning ? Math.max(0, seconds - own.everySeconds) : own.lateSeconds,
  };
}
