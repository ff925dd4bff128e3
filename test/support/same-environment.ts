import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { mocks } from '@vitest/spy';
import fc from 'fast-check';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { hashCheaply } from './cheap-hash.ts';
import { firstSeed } from './runs.ts';

// The run hears of each test, and gives up on a worker that does not take its answers for a minute: tests that never
// wait for anything would be one long wait to it.
afterEach(() => setImmediate());

// Threads have the memory that the server gives them: the flag of this process would give each its own room beside it.
setFlagsFromString('--max-semi-space-size=0');

// Files share a worker, and the programs that it starts get its environment: what one file sets must not reach the
// next.
const before = { ...process.env };
afterAll(() => {
  expect({ ...process.env }, 'the environment that the file leaves').toEqual(before);
});

// Also after a file that looked at what hashing costs.
hashCheaply();

// Vitest restores all spies of the worker before each test, those of earlier files too: what they restored would be of
// another file, and of thousands it took a hundredth of a run.
afterAll(() => {
  vi.restoreAllMocks();
  mocks.clear();
});

// Random runs are the same in every run of the tests: one that fails once would fail somebody else's change.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: firstSeed });
