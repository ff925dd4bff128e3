import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readingLimits } from '../../src/ingest/limits.ts';
import type { Reading, ReadingResult } from '../../src/ingest/reading.ts';
import type { ThreadSource } from '../../src/ingest/reading-thread.ts';
import { ReadingThreads } from '../../src/ingest/reading-threads.ts';
import type { FromReadingWorker, ToReadingWorker } from '../../src/ingest/reading-worker.ts';
import { createLog } from '../../src/kernel/index.ts';

/** Threads that only pretend to read, on a clock and a processor that the test moves. */

const silent = createLog('silent');
const views: ReadingResult = { kind: 'views', texts: ['read'] };

/** What stands in for a worker. */
class Pretender extends EventEmitter {
  threadId = 1;
  /** Seconds of processor; null where nobody can say. */
  cpu: number | null = 0;
  isEnded = false;
  readonly given: ToReadingWorker[] = [];

  postMessage(message: ToReadingWorker): void {
    this.given.push(message);
  }
  tell(message: FromReadingWorker): void {
    this.emit('message', message);
  }
  ready(): void {
    this.tell({ kind: 'ready', path: null });
  }
  /** It has read what it was given. */
  done(seconds = 0): void {
    this.tell({ kind: 'read', result: views, seconds });
  }
  async terminate(): Promise<number> {
    this.isEnded = true;
    return 1;
  }
  ref(): void {}
  unref(): void {}
  cpuUsage = vi.fn();
}

let workers: Pretender[];
let threads: ReadingThreads;
const latest = () => workers.at(-1) as Pretender;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  const source = {
    start: () => {
      const worker = new Pretender();
      workers.push(worker);
      return worker;
    },
    meterOf: (worker: unknown) => async () => (worker as Pretender).cpu,
  };
  threads = new ReadingThreads(readingLimits, silent, source as unknown as ThreadSource);
});
afterEach(async () => {
  await threads.stop();
  vi.useRealTimers();
});

const raw = (bytes: number) => ({
  method: 'POST',
  contentType: 'text/plain',
  headers: {},
  query: {},
  body: Buffer.alloc(bytes),
});
/** What became of a body, once something did. */
function send(account: string, bytes = 10) {
  const state: { text?: string; error?: unknown } = {};
  threads.show(account, [raw(bytes)]).then(
    ([text = '']) => Object.assign(state, { text }),
    (error: unknown) => Object.assign(state, { error }),
  );
  return state;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const turn = () => pass(0);

/** Both threads, after the first has read a body. */
async function warm(): Promise<[Pretender, Pretender]> {
  threads.warmUp();
  await turn();
  const first = latest();
  first.ready();
  await turn();
  expect(workers).toHaveLength(1);
  const sent = send('somebody else');
  await turn();
  first.done();
  first.given.length = 0;
  latest().ready();
  await turn();
  expect(sent).toEqual({ text: 'read' });
  expect(workers).toHaveLength(2);
  return [workers[0] as Pretender, workers[1] as Pretender];
}

describe('a body is stopped', () => {
  test('not by a minute in which its thread gets no processor', async () => {
    const [first] = await warm();
    const sent = send('a');
    await pass(60);
    expect(sent).toEqual({});
    first.done();
    await turn();
    expect(sent).toEqual({ text: 'read' });
  });

  test('by the processor time it takes, however slowly it gets it', async () => {
    const [first] = await warm();
    const sent = send('a');
    first.cpu = 2.9;
    await pass(10);
    expect(sent).toEqual({});
    first.cpu = 3;
    await pass(10);
    expect(sent.error).toMatchObject({
      by: 'body',
      message:
        'Reading and mapping this body took more than 3 s of processor time, so it was stopped.',
    });
    expect(first.isEnded).toBe(true);
  });

  test('not for what bodies before it took', async () => {
    const [first] = await warm();
    first.cpu = 100;
    const sent = send('a');
    first.cpu = 102;
    await pass(5);
    expect(sent).toEqual({});
  });

  test('by the clock where nothing measures its thread, ten times as late', async () => {
    const [first] = await warm();
    first.cpu = null;
    const sent = send('a');
    await pass(29);
    expect(sent).toEqual({});
    await pass(3);
    expect(sent.error).toMatchObject({
      by: 'body',
      message: 'Reading and mapping this body took longer than 30 s, so it was stopped.',
    });
  });

  test('as a mistake of the server when its thread does nothing for much longer', async () => {
    await warm();
    const sent = send('a');
    await pass(89);
    expect(sent).toEqual({});
    await pass(2);
    expect(sent.error).toMatchObject({ by: 'unavailable' });
  });

  test('for its memory', async () => {
    const [first] = await warm();
    const sent = send('a');
    first.emit('error', Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    await turn();
    expect(sent.error).toMatchObject({ by: 'body', message: /more than 512 MB of memory/ });
  });
});

test('time that the store takes to find the previous incident is not the body’s', async () => {
  const [first] = await warm();
  const found = Promise.withResolvers<null>();
  const state: { reading?: Reading; error?: unknown } = {};
  threads
    .read(
      'a',
      { kind: 'payload', source: { kind: 'dry-run', body: Buffer.alloc(1) } } as never,
      () => found.promise,
    )
    .then(
      (reading) => Object.assign(state, { reading }),
      (error: unknown) => Object.assign(state, { error }),
    );
  first.tell({ kind: 'previous', key: { correlationId: null, groupingKey: null } });
  await pass(500);
  expect(state).toEqual({});
  found.reject(new Error('the store is away'));
  await turn();
  expect(first.given.at(-1)).toEqual({ kind: 'noPrevious' });
  first.tell({ kind: 'fault', error: new Error('There is no answer.'), seconds: 0 });
  await turn();
  expect(state.error).toEqual(new Error('the store is away'));
  expect(first.isEnded).toBe(false);
});

describe('a thread', () => {
  test('that is stopped leaves another, and is replaced', async () => {
    const [first, second] = await warm();
    send('a');
    first.cpu = 3;
    await pass(3);
    expect(first.isEnded).toBe(true);
    const next = send('b');
    await turn();
    second.done();
    await turn();
    expect(next).toEqual({ text: 'read' });
    expect(workers).toHaveLength(3);
  });

  test('that cannot start is tried again after growing pauses, and what waits keeps its place', async () => {
    const first = send('a');
    const second = send('a');
    const times: number[] = [];
    for (let at = 1; at <= 6; at += 1) {
      const since = performance.now();
      while (workers.length < at) await pass(0.01);
      times.push(performance.now() - since);
      latest().emit('exit', 1);
      await turn();
    }
    expect(times.slice(1)).toEqual([...times.slice(1)].sort((a, b) => a - b));
    while (workers.length < 7) await pass(0.1);
    const able = latest();
    able.ready();
    await turn();
    expect([first, second]).toEqual([{}, {}]);
    able.done();
    await turn();
    expect([first, second]).toEqual([{ text: 'read' }, {}]);
  });

  test('that does not start in time is tried again', async () => {
    send('a');
    await pass(61);
    expect(workers[0]?.isEnded).toBe(true);
    const sent = send('a');
    await pass(1);
    const able = latest();
    able.ready();
    await turn();
    able.done();
    await turn();
    expect(sent).toEqual({ text: 'read' });
  });

  test('that dies over a body has another read it', async () => {
    const [first, second] = await warm();
    const sent = send('a');
    first.emit('exit', 1);
    await turn();
    second.done();
    await turn();
    expect(sent).toEqual({ text: 'read' });
  });

  test('that dies over a body as another did is the end of it, and others are read', async () => {
    const [first, second] = await warm();
    const fatal = send('a');
    first.emit('exit', 1);
    await turn();
    const other = send('b');
    second.emit('exit', 1);
    await turn();
    expect(fatal.error).toMatchObject({
      by: 'unavailable',
      message: 'This body could not be read: the thread that read it died twice.',
    });
    const third = latest();
    third.ready();
    await turn();
    third.done();
    await turn();
    expect(other).toEqual({ text: 'read' });
  });
});

test('who waits too long is told to send it again, and no sooner', async () => {
  await warm();
  const [first, waiting] = [send('a'), send('a')];
  await pass(29);
  expect(waiting).toEqual({});
  await pass(1);
  expect(first).toEqual({});
  expect(waiting.error).toMatchObject({ code: 'overloaded', headers: { 'retry-after': '5' } });
});

test('one account never has all threads', async () => {
  const [first, second] = await warm();
  for (let at = 0; at < 10; at += 1) send('a', 1_000_000);
  await turn();
  expect([first.given.length, second.given.length]).toEqual([1, 0]);
  const other = send('b');
  await turn();
  second.done();
  await turn();
  expect(other).toEqual({ text: 'read' });
});

test('a full queue refuses who has most waiting, not a newcomer', async () => {
  await warm();
  const heavy = ['a', 'b', 'c', 'd'].map((name) => Array.from({ length: 17 }, () => send(name)));
  await turn();
  const newcomer = send('new');
  await turn();
  expect(newcomer).toEqual({});
  const refused = heavy.flat().filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused).not.toContain(newcomer);
  for (const { error } of refused) expect(error).toMatchObject({ code: 'overloaded' });
});

test('the next of an account is not read before the last is answered; others are', async () => {
  const [first, second] = await warm();
  let answered = () => {};
  // As intake does: it begins to store what it gets in the same turn of the event loop.
  const one = threads.show('a', [raw(10)]).then(() => (answered = threads.holdBack('a')));
  const next = send('a');
  await turn();
  first.done();
  await one;
  const other = send('b');
  await turn();
  for (const worker of [first, second]) if (worker.given.length > 0) worker.done();
  await turn();
  expect([next, other]).toEqual([{}, { text: 'read' }]);
  answered();
  await turn();
  for (const worker of [first, second]) worker.done();
  await turn();
  expect(next).toEqual({ text: 'read' });
});
