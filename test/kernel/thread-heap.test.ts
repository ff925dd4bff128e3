import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { threadHeap } from '../../src/kernel/thread-heap.ts';

const sayLimit = `
  const { getHeapStatistics } = require('node:v8');
  require('node:worker_threads').parentPort.postMessage(getHeapStatistics().heap_size_limit);
`;

test('a thread has the memory it is given and its room for young objects, whatever its process may have', async () => {
  const thread = new Worker(sayLimit, { eval: true, resourceLimits: threadHeap(48) });
  const [bytes] = await once(thread, 'message');
  await thread.terminate();
  expect(bytes / 2 ** 20).toBeLessThanOrEqual(48 + 12);
});
