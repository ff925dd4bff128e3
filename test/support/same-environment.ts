import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, expect } from 'vitest';

// The run hears of each test, and gives up on a worker that does not take its answers for a minute: tests that never
// wait for anything would be one long wait to it.
afterEach(() => setImmediate());

// Files share a worker, and the programs that it starts get its environment: what one file sets must not reach the
// next.
const before = { ...process.env };
afterAll(() => {
  expect({ ...process.env }, 'the environment that the file leaves').toEqual(before);
});
