import { randomId, type Task, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { leaseModel } from './model.ts';

export interface Jobs {
  /** Runs the task now (or right after its current run), without waiting for it. */
  poke(name: string): void;
  /** Runs every task once, or those wanted, and waits: for tests, and for work that must be done before stopping. */
  runAll(isWanted?: (task: string) => boolean): Promise<void>;
  /** No new runs; waits for those under way. */
  stop(): Promise<void>;
}

const leaseSeconds = 60;
/** Versions before 0.2 did not say which process it was. */
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
    let current: Promise<void> | undefined;
    let again = false;
    const run = (): Promise<void> => {
      if (current) {
        again = true;
        return current;
      }
      current = runLeased(task)
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
    return { run, runAfresh, stop, current: () => current };
  }

  function startTimers(task: Task, run: () => Promise<void>): NodeJS.Timeout[] {
    const upkeep = tasks.filter(({ everySeconds }) => everySeconds >= upkeepSeconds);
    const place = upkeep.indexOf(task) + 1;
    const first = setTimeout(run, (place / (upkeep.length + 1)) * startSeconds * 1000);
    const others = setInterval(run, task.everySeconds * 1000);
    return [first.unref(), others.unref()];
  }

  async function runLeased(task: Task): Promise<void> {
    if (stopping.signal.aborted) return;
    if (processes.exclusive() || task.everywhere) return task.run(stopping.signal);
    if (!(await takeLease(task.name))) return;
    const lost = new AbortController();
    const renew = () =>
      takeLease(task.name).then(
        (isOurs) => isOurs || lost.abort(),
        (error: unknown) =>
          world.log.warn({ err: error, task: task.name }, 'a lease could not be renewed'),
      );
    const renewal = setInterval(renew, (leaseSeconds * 1000) / 3);
    renewal.unref();
    try {
      await task.run(AbortSignal.any([stopping.signal, lost.signal]));
    } finally {
      clearInterval(renewal);
      await leaseModel(world.store).updateOne(
        { _id: task.name, holder },
        { $set: { until: new Date(0) } },
      );
    }
  }

  /** True when this process holds the lease. Leases compare wall clocks: a test's clock must not move them. */
  async function takeLease(name: string): Promise<boolean> {
    const now = Date.now();
    try {
      const taken = await leaseModel(world.store).updateOne(
        { _id: name, $or: [{ holder }, { until: { $lt: new Date(now) } }] },
        { $set: { holder, until: new Date(now + leaseSeconds * 1000) } },
        { upsert: true },
      );
      return taken.matchedCount + taken.upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return takeFromDead(name, now);
      throw error;
    }
  }

  /** Nobody has to wait until the lease of a process that died has run out. */
  async function takeFromDead(name: string, now: number): Promise<boolean> {
    const leases = leaseModel(world.store);
    const lease = await leases.findById(name).lean();
    const processId = holderForm.exec(lease?.holder ?? '')?.groups?.process;
    if (!lease || processId === undefined || (await processes.living()).has(processId))
      return false;
    const taken = await leases.updateOne(
      { _id: name, holder: lease.holder },
      { $set: { holder, until: new Date(now + leaseSeconds * 1000) } },
    );
    return taken.matchedCount > 0;
  }

  return {
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
