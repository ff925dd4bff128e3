import { randomId, type Task, type TaskState, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { type LeaseDocument, leaseModel } from './model.ts';
import { createTaskWatch, type TaskWatch } from './task-watch.ts';

export interface Jobs {
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

const leaseSeconds = 60;
/** The holder of a lease: which process, and which of its lives. */
const holderForm = /^(?<process>[0-9a-f]{10}) /;

/** What runs less often is upkeep. */
const upkeepSeconds = 60;
/** A process that has just started has enough to do: upkeep begins one after the other within so long. */
const startSeconds = 30;

/** Starts the timers of all tasks; the first run of each is at once, or soon where it is upkeep. */
export function createJobs(
  world: World,
  processes: Processes,
  tasks: readonly Task[],
  options: { timers: boolean },
): Jobs {
  const holder = `${processes.id} ${randomId()}`;
  const stopping = new AbortController();
  const runners = new Map(tasks.map((task) => [task.name, createRunner(task)]));

  function createRunner(task: Task) {
    const first = options.timers ? firstRunMilliseconds(task) : task.everySeconds * 1000;
    const watch = createTaskWatch(world.clock, task, processes.id, first);
    let current: Promise<void> | undefined;
    let again = false;
    const run = (): Promise<void> => {
      if (current) {
        again = true;
        return current;
      }
      current = runLeased(task, watch)
        .catch((error: unknown) => world.log.error({ err: error, task: task.name }, 'task failed'))
        .finally(() => {
          current = undefined;
          if (again && !stopping.signal.aborted) {
            again = false;
            void run();
          }
        });
      return current;
    };
    /** A run that sees everything that is there now: one under way may have looked already. */
    const runAfresh = async (): Promise<void> => {
      while (current) await current;
      await run();
    };
    const timers = options.timers ? startTimers(task, run) : [];
    const stop = () => timers.forEach(clearTimeout);
    return { run, runAfresh, stop, current: () => current, state: watch.state };
  }

  function firstRunMilliseconds(task: Task): number {
    const upkeep = tasks.filter(({ everySeconds }) => everySeconds >= upkeepSeconds);
    const place = upkeep.indexOf(task) + 1;
    return (place / (upkeep.length + 1)) * startSeconds * 1000;
  }

  function startTimers(task: Task, run: () => Promise<void>): NodeJS.Timeout[] {
    const first = setTimeout(run, firstRunMilliseconds(task));
    const others = setInterval(run, task.everySeconds * 1000);
    return [first.unref(), others.unref()];
  }

  async function runLeased(task: Task, watch: TaskWatch): Promise<void> {
    if (stopping.signal.aborted) return;
    watch.looked();
    if (processes.exclusive() || task.everywhere)
      return watch.during(() => task.run(stopping.signal));
    const startedAt = world.clock.now();
    if (!(await watch.unlessFailed(() => takeLease(task.name, startedAt)))) return;
    const lost = new AbortController();
    const renew = () =>
      takeLease(task.name, startedAt).then(
        (isOurs) => isOurs || lost.abort(),
        (error: unknown) =>
          world.log.warn({ err: error, task: task.name }, 'a lease could not be renewed'),
      );
    const renewal = setInterval(renew, (leaseSeconds * 1000) / 3);
    renewal.unref();
    try {
      await watch.during(() => task.run(AbortSignal.any([stopping.signal, lost.signal])));
    } finally {
      clearInterval(renewal);
      // With what is written anyway, so that every process can say how the task is doing.
      await leaseModel(world.store).updateOne(
        { _id: task.name, holder },
        { $set: { until: new Date(0), lastRun: watch.lastRun() } },
      );
    }
  }

  /** True when this process holds the lease. Leases compare wall clocks: a test's clock must not move them. */
  async function takeLease(name: string, startedAt: Date): Promise<boolean> {
    const now = Date.now();
    try {
      const taken = await leaseModel(world.store).updateOne(
        { _id: name, $or: [{ holder }, { until: { $lt: new Date(now) } }] },
        { $set: { holder, startedAt, until: new Date(now + leaseSeconds * 1000) } },
        { upsert: true },
      );
      return taken.matchedCount + taken.upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return takeFromDead(name, startedAt, now);
      throw error;
    }
  }

  /** Nobody has to wait until the lease of a process that died has run out. */
  async function takeFromDead(name: string, startedAt: Date, now: number): Promise<boolean> {
    const leases = leaseModel(world.store);
    const lease = await leases.findById(name).lean();
    const processId = processOf(lease?.holder ?? '');
    if (!lease || processId === undefined || (await processes.living()).has(processId))
      return false;
    const taken = await leases.updateOne(
      { _id: name, holder: lease.holder },
      { $set: { holder, startedAt, until: new Date(now + leaseSeconds * 1000) } },
    );
    return taken.matchedCount > 0;
  }

  const ownStates = () => [...runners.values()].map(({ state }) => state());

  async function states(): Promise<TaskState[]> {
    const own = ownStates();
    if (processes.exclusive()) return own;
    const ofOthers = await leasesOfOthers(own.map(({ name }) => name));
    return own.map((state) => {
      const lease = ofOthers.get(state.name);
      return lease ? latestOf(state, lease, world.clock.now()) : state;
    });
  }

  /** None when the store fails: then it is most wanted to know what this process knows. */
  async function leasesOfOthers(names: string[]): Promise<Map<string, LeaseDocument>> {
    try {
      const leases = await leaseModel(world.store)
        .find({ _id: { $in: names }, holder: { $ne: holder } })
        .lean<LeaseDocument[]>();
      return new Map(leases.map((lease) => [lease._id, lease]));
    } catch (error) {
      world.log.warn({ err: error }, 'what other processes say of their tasks could not be read');
      return new Map();
    }
  }

  return {
    ownStates,
    states,
    poke: (name) => void runners.get(name)?.run(),
    async runAll(isWanted = () => true) {
      for (const [name, runner] of runners) if (isWanted(name)) await runner.runAfresh();
    },
    async stop() {
      stopping.abort();
      for (const runner of runners.values()) runner.stop();
      await Promise.all([...runners.values()].map((runner) => runner.current()));
    },
  };
}

const processOf = (holder: string) => holderForm.exec(holder)?.groups?.process;

/** What this process knows of a task, unless another one started it later. */
function latestOf(own: TaskState, lease: LeaseDocument, now: Date): TaskState {
  const { startedAt, lastRun } = lease;
  if (!startedAt || own.runningSeconds !== null) return own;
  if (own.lastStartedAt && own.lastStartedAt >= startedAt) return own;
  // As leases do: by wall clocks.
  const isRunning = lease.until.getTime() > Date.now();
  const seconds = Math.max(0, (now.getTime() - startedAt.getTime()) / 1000);
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
