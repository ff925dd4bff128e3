import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../../src/kernel/index.ts';
import { readingLimits } from '../../../src/surfaces/mail/limits.ts';
import { ReadingThread } from '../../../src/surfaces/mail/reading-thread.ts';

const envelope = { from: 'a@example.com', to: 'b@example.com' };
const message = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nDisk is full`);
const threads: ReadingThread[] = [];
function thread(limits?: Partial<typeof readingLimits>): ReadingThread {
  const made = new ReadingThread(createLog('silent'), { ...readingLimits, ...limits });
  threads.push(made);
  return made;
}
afterAll(() => Promise.all(threads.map((one) => one.stop())));

it('reads messages in the order in which they came', async () => {
  const one = thread();
  const order: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (subject) => {
      const read = await one.read(message(subject), envelope);
      order.push(read.subject);
      expect(read.text).toBe('Disk is full\n');
    }),
  );
  expect(order).toEqual(['a', 'b', 'c']);
});

it('a message that takes too long is kept as it was sent, and the next one is read', async () => {
  const hurried = thread({ seconds: 0 });
  const [late, later] = await Promise.all([
    // Long enough for somebody to look at the clock meanwhile.
    hurried.read(Buffer.concat([message('late'), Buffer.alloc(2 ** 20, '\r\nline')]), envelope),
    hurried.read(message('later'), envelope),
  ]);
  expect(late).toMatchObject({
    subject: 'late',
    problem: expect.stringContaining('more than 0 s of processor'),
  });
  expect(late.text).toContain('Disk is full');
  expect(later.subject).toBe('later');
});

it('a message that takes too much memory is kept as it was sent, and the next one is read', async () => {
  const small = thread({ heapMegabytes: 40 });
  const lines = Buffer.from(`Subject: large\r\n\r\n${'\n'.repeat(3 * 1024 * 1024)}`);
  const large = await small.read(lines, envelope);
  expect(large.subject).toBe('large');
  expect(large.problem).toContain('died');
  expect((await small.read(message('next'), envelope)).text).toContain('Disk is full');
});
