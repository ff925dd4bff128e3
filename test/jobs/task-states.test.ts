import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { taskErrorOf } from '../../src/jobs/error-text.ts';
import { createJobs, type Jobs } from '../../src/jobs/index.ts';
import { leaseModel } from '../../src/jobs/model.ts';
import type { Task, TaskState } from '../../src/kernel/index.ts';
import { sessionModel } from '../../src/sessions/model.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const token = 'correct-horse-battery';
let t: TestApp;
const running: Jobs[] = [];
/** Ends what hangs when a test fails halfway. */
const letGo: (() => void)[] = [];
const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(10));

beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_METRICS_TOKEN: token } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of letGo.splice(0)) end();
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(() => t?.stop());

function jobsOf(task: Task, process: { id: string; exclusive: boolean }): Jobs {
  const processes = {
    ...t.app.processes,
    id: process.id,
    exclusive: () => process.exclusive,
    living: async () => new Set(ids),
  };
  const jobs = createJobs(t.app.world, processes, { timers: false });
  jobs.start([task]);
  running.push(jobs);
  return jobs;
}

const alone = (task: Task) => jobsOf(task, { id: 'a'.repeat(10), exclusive: true });
const stateOf = (jobs: Jobs) => jobs.ownStates()[0] as TaskState;
/** As every process tells it. */
const toldBy = async (jobs: Jobs) => (await jobs.states())[0] as TaskState;
const later = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000);

/** A task that does what it is told next. */
function obedient(name: string, more: Partial<Task> = {}) {
  const task = {
    name,
    everySeconds: 600,
    next: async (): Promise<void> => {},
    run: (): Promise<void> => task.next(),
    ...more,
  };
  return task;
}

describe('a task of one process', () => {
  it('is due after its interval, and says when it ran, for how long and how it ended', async () => {
    const task = obedient('plain');
    const jobs = alone(task);
    expect(stateOf(jobs)).toMatchObject({
      process: null,
      lastStartedAt: null,
      lastSeconds: null,
      outcome: null,
      runningSeconds: null,
      nextDueAt: later(600),
      lateSeconds: 0,
    });
    const startedAt = t.clock.now();
    task.next = async () => t.clock.advance(7);
    await jobs.runAll();
    expect(stateOf(jobs)).toEqual({
      name: 'plain',
      everySeconds: 600,
      process: 'a'.repeat(10),
      lastStartedAt: startedAt,
      lastSeconds: 7,
      outcome: 'ok',
      runningSeconds: null,
      failuresInARow: 0,
      error: null,
      nextDueAt: later(593),
      lateSeconds: 0,
    });
  });

  it('that fails counts how often in a row, until it succeeds', async () => {
    const task = obedient('failing');
    const jobs = alone(task);
    task.next = async () => {
      throw Object.assign(new TypeError('no answer from "Acme Ltd"'), { code: 'ECONNRESET' });
    };
    for (const times of [1, 2, 3]) {
      await jobs.runAll();
      expect(stateOf(jobs)).toMatchObject({
        outcome: 'failed',
        failuresInARow: times,
        error: { kind: 'TypeError ECONNRESET', text: 'no answer from …' },
      });
    }
    task.next = async () => {};
    await jobs.runAll();
    expect(stateOf(jobs)).toMatchObject({ outcome: 'ok', failuresInARow: 0, error: null });
  });

  it('that throws before it waits for anything has failed as well, and does not count as running', async () => {
    const run = () => {
      throw new SyntaxError('at once');
    };
    const jobs = alone(obedient('at once', { run }));
    await jobs.runAll();
    expect(stateOf(jobs)).toMatchObject({ runningSeconds: null, failuresInARow: 1 });
  });

  it('that hangs runs for ever longer and makes the next run late, until it ends', async () => {
    const task = obedient('hanging');
    const jobs = alone(task);
    const { promise, resolve } = Promise.withResolvers<void>();
    letGo.push(resolve);
    task.next = () => promise;
    jobs.poke('hanging');
    t.clock.advance(500);
    expect(stateOf(jobs)).toMatchObject({ runningSeconds: 500, lateSeconds: 0, outcome: null });
    t.clock.advance(400);
    expect(stateOf(jobs)).toMatchObject({ runningSeconds: 900, lateSeconds: 300 });
    resolve();
    await jobs.runAll();
    expect(stateOf(jobs)).toMatchObject({ runningSeconds: null, lateSeconds: 0, outcome: 'ok' });
  });

  it('that does not start is late from when it was due; a clock that was set makes none late', async () => {
    const jobs = alone(obedient('overdue'));
    await jobs.runAll();
    t.clock.advance(600);
    expect(stateOf(jobs).lateSeconds).toBe(0);
    t.clock.advance(90);
    expect(stateOf(jobs).lateSeconds).toBe(90);
    await jobs.runAll();
    expect(stateOf(jobs).lateSeconds).toBe(0);
    t.clock.jump(86_400);
    expect(stateOf(jobs)).toMatchObject({ lateSeconds: 0, nextDueAt: later(600) });
    t.clock.jump(-86_400);
  });
});

describe('a task of several processes', () => {
  const here = (task: Task) => jobsOf(task, { id: 'b'.repeat(10), exclusive: false });
  const there = (task: Task) => jobsOf(task, { id: 'c'.repeat(10), exclusive: false });

  it('is not late where another one runs it, and each says which one it is and how it ends', async () => {
    const task = obedient('shared');
    const [first, second] = [here(obedient('shared')), there(task)];
    await first.runAll();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    letGo.push(resolve);
    const begun = Promise.withResolvers<void>();
    t.clock.advance(600);
    task.next = () => {
      begun.resolve();
      return promise;
    };
    const startedAt = t.clock.now();
    second.poke('shared');
    await begun.promise;
    t.clock.advance(700);
    await first.runAll();
    expect(stateOf(first)).toMatchObject({ process: 'b'.repeat(10), lateSeconds: 0 });
    expect(await toldBy(first)).toMatchObject({
      process: 'c'.repeat(10),
      lastStartedAt: startedAt,
      runningSeconds: 700,
      lateSeconds: 100,
      outcome: 'ok',
    });
    reject(new RangeError('too far'));
    await second.stop();
    expect(await toldBy(first)).toMatchObject({
      process: 'c'.repeat(10),
      lastSeconds: 700,
      runningSeconds: null,
      outcome: 'failed',
      failuresInARow: 1,
      error: { kind: 'RangeError', text: 'too far' },
      lateSeconds: 0,
    });
    t.clock.advance(1);
    await first.runAll();
    for (const jobs of [first, second])
      expect(await toldBy(jobs)).toMatchObject({ process: 'b'.repeat(10), outcome: 'ok' });
  });

  it('whose lease cannot be asked for has failed', async () => {
    const jobs = here(obedient('without a lease'));
    vi.spyOn(leaseModel(t.app.world.store), 'updateOne').mockImplementationOnce(() => {
      throw new Error('the line is dead');
    });
    await jobs.runAll();
    expect(stateOf(jobs)).toMatchObject({ failuresInARow: 1, error: { text: 'the line is dead' } });
    await jobs.runAll();
    expect(stateOf(jobs)).toMatchObject({ failuresInARow: 0, outcome: 'ok' });
  });
});

it('a store that fails leaves what the process itself knows', async () => {
  const jobs = jobsOf(obedient('known'), { id: 'b'.repeat(10), exclusive: false });
  await jobs.runAll();
  vi.spyOn(leaseModel(t.app.world.store), 'find').mockImplementationOnce(() => {
    throw new Error('the line is dead');
  });
  expect(await toldBy(jobs)).toEqual(stateOf(jobs));
  expect(stateOf(jobs).outcome).toBe('ok');
});

describe('the words of an error', () => {
  it.each([
    ['E11000 duplicate key error collection: x index: y dup key: { email: "a@b.example" }', 'a@b'],
    ['getaddrinfo ENOTFOUND hooks.acme.example:443', 'acme'],
    ["cannot read 'Payments' of team Payments-7", 'Payments'],
    ['https://hooks.example/services/T0/B0/secret answered', 'secret'],
    ['key=swordfish was refused', 'swordfish'],
    ['token abcdefghijklmnopqrstuvwxyz', 'abcdefghij'],
    ['first line\nsecret line', 'secret'],
    ['team “Payments” is gone, and ‘Search’, too', 'Payments'],
  ])('have no values: %s', (message, value) => {
    const { text } = taskErrorOf(new Error(message));
    expect(text).not.toContain(value);
    expect(text).toMatch(/[a-z]{3}/);
  });

  it('stay words, and are at most a line', () => {
    expect(taskErrorOf(new Error("it can't be read, and won't be"))).toEqual({
      kind: 'Error',
      text: "it can't be read, and won't be",
    });
    expect(taskErrorOf(new Error('long '.repeat(1000))).text.length).toBeLessThanOrEqual(200);
    expect(taskErrorOf('thrown text')).toEqual({ kind: 'Error', text: '' });
  });
});

describe('operators', () => {
  const ask = (path: string, authorization?: string) =>
    fetch(`${t.app.url}${path}`, { headers: authorization ? { authorization } : {} });
  const tasks = async () => {
    const answer = await ask('/metrics/tasks', `Bearer ${token}`);
    return (await answer.json()) as { process: string; tasks: Record<string, unknown>[] };
  };
  const metric = async (name: string, task: string) => {
    const text = await (await ask('/metrics', `Bearer ${token}`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name}{task="${task}"}`));
    return line === undefined ? null : Number(line.split(' ')[1]);
  };

  it('are answered with the token for metrics only', async () => {
    for (const wrong of [undefined, 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
      const answer = await ask('/metrics/tasks', wrong);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await answer.text()).not.toContain('heartbeat');
    }
    expect((await ask('/metrics/tasks', `Bearer ${t.key}`)).status).toBe(401);
    expect((await ask('/metrics/tasks', `Bearer ${token}`)).status).toBe(200);
  });

  it('see every task of the server, and nothing of an organization', async () => {
    await t.app.jobs.runAll(() => true);
    const told = await tasks();
    expect(told.process).toBe(t.app.processes.id);
    const names = told.tasks.map(({ name }) => name);
    expect(names).toEqual(t.app.jobs.ownStates().map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['heartbeat', 'alerting-health', 'removals']));
    for (const { name, outcome } of told.tasks) expect(outcome, String(name)).toBe('ok');
    expect(JSON.stringify(told)).not.toContain(t.organizationId);
    for (const name of names)
      expect(await metric('tocsin_task_failures_in_a_row', String(name))).toBe(0);
  });

  it('see a task that fails, is late and recovers, by the metrics as well', async () => {
    const one = async () => {
      const told = await tasks();
      return told.tasks.find(({ name }) => name === 'sessions-sweep');
    };
    const sweep = () => t.app.jobs.runAll((name) => name === 'sessions-sweep');
    const failing = vi
      .spyOn(sessionModel(t.app.world.store).collection, 'find')
      .mockImplementation(() => {
        throw new Error('lost "Acme Ltd"');
      });
    await sweep();
    await sweep();
    const startedAt = t.clock.now();
    expect(await one()).toMatchObject({
      process: t.app.processes.id,
      lastStartedAt: startedAt.toISOString(),
      outcome: 'failed',
      failuresInARow: 2,
      error: 'Error: lost …',
    });
    expect(await metric('tocsin_task_failures_in_a_row', 'sessions-sweep')).toBe(2);
    t.clock.advance(800);
    expect(await one()).toMatchObject({ lateSeconds: 200 });
    expect(await metric('tocsin_task_late_seconds', 'sessions-sweep')).toBe(200);
    const due = await metric('tocsin_task_next_due_timestamp_seconds', 'sessions-sweep');
    expect(due).toBe(startedAt.getTime() / 1000 + 600);
    failing.mockRestore();
    await sweep();
    expect(await one()).toMatchObject({ outcome: 'ok', failuresInARow: 0, error: null });
    expect(await metric('tocsin_task_failures_in_a_row', 'sessions-sweep')).toBe(0);
    expect(await metric('tocsin_task_late_seconds', 'sessions-sweep')).toBe(0);
    expect(await metric('tocsin_task_last_duration_seconds', 'sessions-sweep')).toBe(0);
    expect(await metric('tocsin_task_running_seconds', 'sessions-sweep')).toBe(0);
    expect(await metric('tocsin_task_last_start_timestamp_seconds', 'sessions-sweep')).toBe(
      t.clock.now().getTime() / 1000,
    );
  });
});
