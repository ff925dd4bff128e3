import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingQueue } from '../../src/ingest/limits.ts';
import { ReadingQueue } from '../../src/ingest/reading-queue.ts';

type Event =
  | { kind: 'add'; account: string; seconds: number }
  | { kind: 'next' }
  | { kind: 'finish'; seconds: number; again: boolean }
  | { kind: 'hold'; account: string }
  | { kind: 'release' }
  | { kind: 'pass'; milliseconds: number };

const account = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const seconds = fc.double({ min: 0, max: 3, noNaN: true });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add'), account, seconds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('next') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('finish'), seconds, again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold'), account }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      milliseconds: fc.integer({ min: 0, max: 60_000 }),
    }),
  },
);

interface Job {
  account: string;
  number: number;
}

// One at a time: none either while its last is not answered.
test('whatever happens, no job is lost or done twice, and each account has one at a time and in order', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 300 }), (events) => {
      const queue = new ReadingQueue<Job>();
      const waiting = new Set<Job>();
      const working: Job[] = [];
      const last = new Map<string, number>();
      const held: { account: string; release: () => void }[] = [];
      let now = 0;
      for (const [number, one] of events.entries()) {
        if (one.kind === 'pass') now += one.milliseconds;
        if (one.kind === 'add') {
          const job = { account: one.account, number };
          waiting.add(job);
          const refused = queue.add(one.account, job, one.seconds, now);
          if (refused !== null) expect(waiting.delete(refused)).toBe(true);
        }
        if (one.kind === 'next') {
          const next = queue.next(now);
          const free = [...waiting].filter(
            (job) => ![...working, ...held].some((busy) => busy.account === job.account),
          );
          expect(next === null).toBe(free.length === 0);
          if (next === null) continue;
          expect(waiting.delete(next.job)).toBe(true);
          expect(next.job.account).toBe(next.account);
          expect([...working, ...held].map((busy) => busy.account)).not.toContain(next.account);
          expect(next.job.number).toBeGreaterThanOrEqual(last.get(next.account) ?? 0);
          last.set(next.account, next.job.number);
          working.push(next.job);
        }
        if (one.kind === 'finish') {
          const job = working.shift();
          if (!job) continue;
          queue.finished(job.account, one.seconds, now);
          if (!one.again) continue;
          queue.putBack(job.account, job, one.seconds, now);
          waiting.add(job);
        }
        if (one.kind === 'hold')
          held.push({ account: one.account, release: queue.holdBack(one.account) });
        if (one.kind === 'release') {
          const done = held.shift();
          done?.release();
          // Said once more, it releases nothing that is held by others.
          done?.release();
        }
        expect(queue.size).toBe(waiting.size);
      }
      expect(new Set(queue.clear())).toEqual(waiting);
      expect(queue.size).toBe(0);
    }),
  );
});

test('whatever others have sent and used, the small job of a newcomer is next', () => {
  const others = fc.array(
    fc.record({
      account,
      seconds: fc.double({ min: 0.05, max: 3, noNaN: true }),
      isDone: fc.boolean(),
    }),
    { maxLength: 100 },
  );
  fc.assert(
    fc.property(others, fc.integer({ min: 0, max: 25_000 }), (sent, waited) => {
      const queue = new ReadingQueue<string>();
      for (const one of sent) {
        // Each has cost something lately.
        queue.finished(one.account, one.seconds, 0);
        if (!one.isDone) queue.add(one.account, one.account, one.seconds, 0);
      }
      expect(queue.add('new', 'new', 0.005, waited)).not.toBe('new');
      expect(queue.next(waited)?.job).toBe('new');
    }),
  );
});

test('a large job has its turn among small ones of others that never end', () => {
  const queue = new ReadingQueue<string>();
  queue.add('large', 'large', 3, 0);
  let now = 0;
  for (; now < 60_000; now += 10) {
    queue.add(`small ${now}`, 'small', 0.005, now);
    const next = queue.next(now);
    if (next?.job === 'large') break;
    queue.finished(next?.account ?? '', 0.01, now);
  }
  expect(now).toBeLessThanOrEqual(30_000);
});

test('an account that has used much comes after one that has used little, until that is long ago', () => {
  const queue = new ReadingQueue<string>();
  queue.finished('much', 10, 0);
  queue.finished('little', 1, 300_000);
  const both = () => {
    for (const name of ['much', 'little']) queue.add(name, name, 0.1, 300_000);
  };
  queue.finished('much', 10, 300_000);
  both();
  expect(queue.next(300_000)?.job).toBe('little');
  expect(queue.usedLately('much', 600_000)).toBeLessThan(0.02);
});

describe('a full queue', () => {
  const full = () => {
    const queue = new ReadingQueue<string>();
    for (let at = 0; at < readingQueue.total; at += 1) {
      const name = `account ${at % 5}`;
      expect(queue.add(name, `${name}: ${at}`, 1, at)).toBeNull();
    }
    return queue;
  };

  test('refuses the newest job of the account that has most', () => {
    expect(full().add('new', 'new', 0.1, 100)).toBe('account 0: 60');
  });

  test('refuses the new one where its account has as many as any other', () => {
    expect(full().add('account 4', 'one more', 0.1, 100)).toBe('one more');
  });

  test('an account with enough waiting is refused, whoever else waits', () => {
    const queue = new ReadingQueue<string>();
    for (let at = 0; at < readingQueue.perIntegration; at += 1) queue.add('a', `${at}`, 1, 0);
    expect(queue.add('a', 'one more', 1, 0)).toBe('one more');
    expect(queue.size).toBe(readingQueue.perIntegration);
  });
});
