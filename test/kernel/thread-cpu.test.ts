import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { cpuMeterOf, ownCpuSeconds, ownThreadPath } from '../../src/kernel/index.ts';

const burning = `
  import { readlinkSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  let path = null;
  try { path = readlinkSync('/proc/thread-self'); } catch {}
  parentPort.on('message', () => {
    while (process.threadCpuUsage().user < 100_000) JSON.parse('[1.0,1.0]');
    parentPort.postMessage(path);
  });`;

test('a thread that computes uses processor, and one that waits uses none', async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(burning)}`));
  worker.postMessage('burn');
  const path = await new Promise<string | null>((resolve) => worker.once('message', resolve));
  for (const way of [path, null]) {
    const meter = cpuMeterOf(worker, way);
    const used = await meter();
    expect(used).toBeGreaterThan(0.09);
    expect(((await meter()) ?? 0) - (used ?? 0)).toBeLessThan(0.05);
  }
  await worker.terminate();
  expect(await cpuMeterOf(worker, path)()).toBeNull();
});

test('the thread that asks knows its own', () => {
  const path = ownThreadPath();
  expect(path === null || /^\d+\/task\/\d+$/.test(path)).toBe(true);
  expect(ownCpuSeconds()).toBeGreaterThan(0);
});

test('a worker that does not answer for a second is not measured', async () => {
  const cpuUsage = () => new Promise<never>(() => {});
  expect(await cpuMeterOf({ cpuUsage }, 'no/such/task')()).toBeNull();
});
