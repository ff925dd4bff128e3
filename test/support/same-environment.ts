import { afterAll, expect } from 'vitest';

// Files share a worker, and the programs that it starts get its environment: what one file sets must not reach the
// next.
const before = { ...process.env };
afterAll(() => {
  expect({ ...process.env }, 'the environment that the file leaves').toEqual(before);
});
