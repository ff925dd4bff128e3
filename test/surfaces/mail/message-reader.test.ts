import { afterAll, expect, it } from 'vitest';
import { createLog, systemClock } from '../../../src/kernel/index.ts';
import { readingLimits } from '../../../src/surfaces/mail/limits.ts';
import { MessageReader } from '../../../src/surfaces/mail/message-reader.ts';

const envelope = { from: 'a@example.com', to: 'b@example.com' };
const reader = new MessageReader(
  { log: createLog('silent'), clock: systemClock },
  { ...readingLimits, seconds: 60 },
);
afterAll(() => reader.stop());

it('mail of another organization waits for none of those that are slow to read, and each keeps its order', async () => {
  const order: string[] = [];
  const read = async (organizationId: string, subject: string, rest = '\r\nDisk is full') => {
    const bytes = Buffer.from(`Subject: ${subject}\r\n${rest}`);
    order.push((await reader.read({ organizationId, bytes, envelope })).subject);
  };
  const parts = '--x\r\n\r\n\r\n'.repeat(20_000);
  const slow = `Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts}--x--\r\n`;
  // Both threads are there.
  await Promise.all([read('first', 'warm'), read('second', 'also warm')]);
  order.length = 0;
  const all = [1, 2, 3, 4, 5, 6].map((n) => read('first', `slow ${n}`, slow));
  await read('second', 'alarm');
  expect(order).not.toContain('slow 6');
  await Promise.all(all);
  expect(order.filter((subject) => subject !== 'alarm')).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => `slow ${n}`),
  );
}, 120_000);
