import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics, createProbes } from '../../src/http/index.ts';
import type { TaskState } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const task: TaskState = {
  name: 'weekly-mails',
  everySeconds: 600,
  process: null,
  lastStartedAt: null,
  lastSeconds: null,
  outcome: null,
  runningSeconds: null,
  failuresInARow: 0,
  error: null,
  nextDueAt: new Date(0),
  lateSeconds: 0,
};

async function readyz(tasks: readonly TaskState[]): Promise<string> {
  const { router } = createProbes({
    world: t.app.world,
    metrics: createMetrics(),
    processes: t.app.processes,
    jobs: { ownStates: () => tasks, states: async () => tasks },
    metricsToken: undefined,
    dataFileDamage: () => null,
  });
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

it('names a task that does not start, and stays ready: alerts are stored all the same', async () => {
  const text = await readyz([
    { ...task, lateSeconds: 61 },
    { ...task, name: 'heartbeat' },
  ]);
  expect(text).toMatch(/^200 ready\n/);
  expect(text).toContain('\ntask weekly-mails late by 61 s\n');
  expect(text).not.toContain('heartbeat');
});

it('names a task whose run does not end, and how long it goes on', async () => {
  const hanging = { ...task, lateSeconds: 901, runningSeconds: 1501 };
  expect(await readyz([hanging])).toContain(
    '\ntask weekly-mails late by 901 s: a run goes on for 1501 s\n',
  );
});

it.each([
  ['a moment late', { lateSeconds: 60 }],
  ['long at work', { lateSeconds: 900, runningSeconds: 1500 }],
])('says nothing of a task that is %s', async (_, state) => {
  expect(await readyz([{ ...task, ...state }])).not.toContain('task');
});

it('says nothing of the tasks of a server that has just started', async () => {
  const answer = await fetch(`${t.app.url}/readyz`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('task');
});
