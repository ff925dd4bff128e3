import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJobs, type Jobs } from '../../src/jobs/index.ts';
import { leaseModel } from '../../src/jobs/model.ts';
import type { Task } from '../../src/kernel/index.ts';
import type { Processes } from '../../src/processes/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
const running: Jobs[] = [];

beforeAll(async () => {
  t = await startTestApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(() => t?.stop());

/** A task that runs until it is let go, and counts. */
function slow(name: string, more: Partial<Task> = {}) {
  const task = {
    name,
    everySeconds: 3600,
    runs: 0,
    signals: [] as AbortSignal[],
    started: Promise.withResolvers<void>(),
    letGo: Promise.withResolvers<void>(),
    async run(stopping: AbortSignal) {
      task.runs += 1;
      task.signals.push(stopping);
      task.started.resolve();
      await task.letGo.promise;
    },
    ...more,
  };
  return task;
}

function quick(name: string, run: () => void = () => {}) {
  const task = {
    name,
    everySeconds: 3600,
    runs: 0,
    async run() {
      task.runs += 1;
      run();
    },
  };
  return task;
}

/** Alone on the store, so that no task needs a lease. */
const alone = (): Processes => ({ ...t.app.processes, exclusive: () => true });

function jobsWith(...tasks: Task[]): Jobs {
  return start(alone(), tasks);
}

/** As one of several processes would: its own holder of leases. */
function processWith(...tasks: Task[]): Jobs {
  return start({ ...t.app.processes, exclusive: () => false }, tasks);
}

function start(processes: Processes, tasks: Task[], timers = false): Jobs {
  const jobs = createJobs(t.app.world, processes, { timers });
  jobs.start(tasks);
  running.push(jobs);
  return jobs;
}

describe('after a start', () => {
  const upkeep = Array.from({ length: 9 }, (_, n) => quick(`upkeep ${n}`));
  const urgent = Object.assign(quick('urgent'), { everySeconds: 1 });
  const ran = () => upkeep.filter(({ runs }) => runs > 0).length;

  it('what is urgent runs at once, and upkeep one after the other within half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      start(alone(), [...upkeep.slice(0, 4), urgent, ...upkeep.slice(4)], true);
      await vi.advanceTimersByTimeAsync(1);
      expect([urgent.runs, ran()]).toEqual([1, 0]);
      for (const [index] of upkeep.entries()) {
        await vi.advanceTimersByTimeAsync(3000);
        expect(ran(), `${index}`).toBe(index + 1);
      }
      expect(upkeep.map(({ runs }) => runs)).toEqual(upkeep.map(() => 1));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('alone on a store', () => {
  it('runs every task once when asked, in order', async () => {
    const order: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) => quick(name, () => order.push(name)));
    await jobsWith(...tasks).runAll();
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('a task that throws is logged and stops no other', async () => {
    const after = quick('after');
    const failing = quick('failing', () => {
      throw new Error('broken');
    });
    const jobs = jobsWith(failing, after);
    await jobs.runAll();
    await jobs.runAll();
    expect([failing.runs, after.runs]).toEqual([2, 2]);
    expect(t.log.filter(({ task }) => task === 'failing')).toHaveLength(2);
  });

  it('pokes during a run are one more run behind it, never two at once', async () => {
    const task = slow('poked');
    const jobs = jobsWith(task);
    jobs.poke('poked');
    await task.started.promise;
    for (let n = 0; n < 10; n += 1) jobs.poke('poked');
    expect(task.runs).toBe(1);
    task.letGo.resolve();
    await expect.poll(() => task.runs).toBe(2);
    await setImmediate();
    expect(task.runs).toBe(2);
  });

  it('runAll waits for a run that sees what is there now', async () => {
    const task = slow('seen');
    const jobs = jobsWith(task);
    jobs.poke('seen');
    await task.started.promise;
    const all = jobs.runAll();
    task.letGo.resolve();
    await all;
    expect(task.runs).toBeGreaterThanOrEqual(2);
  });

  it('an unknown name is no error and runs nothing', async () => {
    const known = quick('known');
    const jobs = jobsWith(known);
    jobs.poke('unknown');
    await setImmediate();
    expect(known.runs).toBe(0);
    jobs.poke('known');
    await expect.poll(() => known.runs).toBe(1);
  });

  it('stop tells the running task, waits for it, and starts none afterwards', async () => {
    const task = slow('stopping');
    const jobs = jobsWith(task);
    jobs.poke('stopping');
    await task.started.promise;
    jobs.poke('stopping');
    let stopped = false;
    const stop = jobs.stop().then(() => {
      stopped = true;
    });
    expect(task.signals[0]?.aborted).toBe(true);
    await setImmediate();
    expect(stopped).toBe(false);
    task.letGo.resolve();
    await stop;
    jobs.poke('stopping');
    await jobs.runAll();
    expect(task.runs).toBe(1);
  });
});

describe('several processes on one store', () => {
  it('a lease keeps a task to one of them, and the next may have it afterwards', async () => {
    const one = slow('shared');
    const other = quick('shared');
    const first = processWith(one);
    const second = processWith(other);
    first.poke('shared');
    await one.started.promise;
    await second.runAll();
    expect(other.runs).toBe(0);
    one.letGo.resolve();
    await first.stop();
    await second.runAll();
    expect(other.runs).toBe(1);
  });

  it('the lease of a process that died is free as soon as that is known', async () => {
    const until = new Date(Date.now() + 60_000);
    const { id } = t.app.processes;
    await leaseModel(t.app.world.store).create([
      { _id: 'of the dead', holder: '0123456789 x', until },
      { _id: 'of the living', holder: `${id} x`, until },
    ]);
    const tasks = [quick('of the dead'), quick('of the living')];
    await processWith(...tasks).runAll();
    expect(tasks.map(({ runs }) => runs)).toEqual([1, 0]);
  });

  it('a lease of somebody unknown runs out', async () => {
    await leaseModel(t.app.world.store).create({
      _id: 'left',
      holder: 'the dead',
      until: new Date(Date.now() + 60_000),
    });
    const task = quick('left');
    const jobs = processWith(task);
    await jobs.runAll();
    expect(task.runs).toBe(0);
    await leaseModel(t.app.world.store).updateOne({ _id: 'left' }, { until: new Date(0) });
    await jobs.runAll();
    expect(task.runs).toBe(1);
  });

  it('ten at once: never two of them', async () => {
    let active = 0;
    let most = 0;
    const run = async () => {
      active += 1;
      most = Math.max(most, active);
      for (let n = 0; n < 20; n += 1) await setImmediate();
      active -= 1;
    };
    const all = Array.from({ length: 10 }, () =>
      processWith({ name: 'contested', everySeconds: 3600, run }),
    );
    await Promise.all(all.map((jobs) => jobs.runAll()));
    expect(most).toBe(1);
    const lease = await leaseModel(t.app.world.store).findById('contested').lean();
    expect(lease?.until.getTime(), 'given back').toBeLessThan(Date.now());
  });

  it('what each process does for itself needs no lease', async () => {
    const one = slow('everywhere', { everywhere: true });
    const other = slow('everywhere', { everywhere: true });
    processWith(one).poke('everywhere');
    processWith(other).poke('everywhere');
    await Promise.all([one.started.promise, other.started.promise]);
    one.letGo.resolve();
    other.letGo.resolve();
    expect(await leaseModel(t.app.world.store).exists({ _id: 'everywhere' })).toBeNull();
  });

  it('a store that fails while the lease is asked for is logged, and the process lives', async () => {
    const task = quick('unlucky');
    const jobs = processWith(task);
    vi.spyOn(leaseModel(t.app.world.store), 'updateOne').mockImplementationOnce(() => {
      throw new Error('the line is dead');
    });
    await jobs.runAll();
    expect(task.runs).toBe(0);
    expect(t.log.some((line) => line.task === 'unlucky')).toBe(true);
    await jobs.runAll();
    expect(task.runs).toBe(1);
  });
});
